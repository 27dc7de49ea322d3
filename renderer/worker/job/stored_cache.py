"""The shared cache in an object store.

```text
work/objects/ab/abcdef…   bytes named by their SHA-256
work/keys/<cache key>     the key record of a finished stage, written after its objects
```
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import structlog
from msgspec import Struct, field

from renderer.backends.storage.base import ObjectStore
from renderer.errors import ClipwrightError
from renderer.files import write_atomically, writing_to
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.retry import Retry, with_retry
from renderer.runtime.workspace import scratch_folder

WORK: Final = "work/"
_LOG: Final = structlog.get_logger(__name__)


class StoreSharedCache(Struct, frozen=True):
    """A shared cache in an object store, under the private `work/` prefix.

    An unreachable store is retried as `retry` says: what was paid for once is not made again just because the
    store is away. After that `storage_failed` is raised, except by `share`, which logs it.
    """

    objects: ObjectStore
    retry: Retry = field(default_factory=Retry)

    def record(self, key: str) -> bytes:
        """The key record; empty when there is none."""
        return self._get(f"{WORK}keys/{key}", lambda name, size: b"".join(self._chunks(name, size)))

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        """Download the artifact to a scratch folder and move it into `store`, which computes its digest anew.

        Nothing happens if `store` has it already or the shared cache does not.
        """
        if store.has(digest):
            return

        def download(name: str, size: int) -> bytes:
            # in a folder that is swept if this process dies
            with scratch_folder(store.workspace) as folder:
                path = folder / digest
                with writing_to(path), path.open("wb") as draft:
                    draft.writelines(self._chunks(name, size))
                store.put_file(path)
            return b""

        self._get(_object_name(digest), download)

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        """Upload the objects, then the record; a record that another worker has shared already stays."""
        try:
            for digest in digests:
                self._put(_object_name(digest), store.path(digest))
            with scratch_folder(store.workspace) as folder:
                draft = folder / "record"
                write_atomically(draft, record)
                self._put(f"{WORK}keys/{key}", draft)
        except ClipwrightError as error:
            if error.code == "cancelled":
                raise
            if error.code != "object_exists":
                _LOG.warning("result_not_shared", code=error.code, sentence=error.sentence)

    def _get(self, name: str, read: Callable[[str, int], bytes]) -> bytes:
        try:
            return with_retry(lambda: read(name, self.objects.stat(name).size), self.retry)
        except ClipwrightError as error:
            if error.code == "object_missing":
                return b""
            raise

    def _put(self, name: str, path: Path) -> None:
        with_retry(lambda: self.objects.put_file(name, path), self.retry)

    def _chunks(self, name: str, size: int) -> Iterator[bytes]:
        return self.objects.read(name, start=0, stop=size)


def _object_name(digest: str) -> str:
    return f"{WORK}objects/{digest[:2]}/{digest}"
