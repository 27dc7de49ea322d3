"""Claims: make sure that only one writer writes a key, on servers without conditional writes.

A writer puts an empty object named after the key, its bytes' digest and a random number, then lists the
claims on that key. Listings show what was put before, so of two writers at least the later one sees the
other; a writer that sees a claim for *other* bytes withdraws its own, waits for a random time and tries
again. Two writers of the same bytes do not interfere. A dead writer's claim is valid for `STALE`.
"""

from __future__ import annotations

import random
import secrets
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

CLAIMS: Final = ".claims/"
STALE: Final = timedelta(hours=1)
TRIES: Final = 8
_PAUSE_SECONDS: Final = 0.1


class Claims(Struct, frozen=True, kw_only=True):
    """The claims in one bucket below `root`."""

    client: Any
    bucket: str
    root: str

    @contextmanager
    def of(self, key: str, digest: str) -> Iterator[None]:
        """Hold the right to write these bytes under `key`.

        Raises:
            ClipwrightError: `storage_failed` when a writer of other bytes keeps its claim.
        """
        name = self._take(key, digest)
        try:
            yield
        finally:
            self.client.delete_object(Bucket=self.bucket, Key=name)

    def _take(self, key: str, digest: str) -> str:
        folder = f"{self.root}{CLAIMS}{key}/"
        for number in range(TRIES):
            name = f"{folder}{digest}-{secrets.token_hex(8)}"
            self.client.put_object(Bucket=self.bucket, Key=name, Body=b"", ACL="private")
            if not self._rivals(folder, digest):
                return name
            self.client.delete_object(Bucket=self.bucket, Key=name)
            longest = _PAUSE_SECONDS * 2.0**number
            Event().wait(random.uniform(0, longest))  # noqa: S311 - jitter is no secret
        raise ClipwrightError("storage_failed", reason="another writer keeps the key for itself")

    def _rivals(self, folder: str, digest: str) -> bool:
        answer = self.client.list_objects_v2(Bucket=self.bucket, Prefix=folder)
        fresh = datetime.now(UTC) - STALE
        return any(
            item["LastModified"] > fresh and not item["Key"].startswith(f"{folder}{digest}-")
            for item in answer.get("Contents", [])
        )
