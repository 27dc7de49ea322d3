"""The shared cache in an object store.

```text
work/objects/ab/abcdef…           bytes named by their SHA-256
work/keys/<cache key>/<SHA-256>   the key record of a finished stage or segment, written after its objects
```

Every name ends in the digest of its bytes, so that no two writers ever want to write other bytes under it:
such a name needs no claim (docs/decisions/0010), and each object is stored by one request. If two workers
have made a stage with different bytes, there are two records, each of them whole; the first by name counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from renderer.worker.job.in_parallel import in_parallel

WORK: Final = "work/"
KEYS: Final = f"{WORK}keys/"
_LOG: Final = structlog.get_logger(__name__)


class StoreSharedCache(Struct, frozen=True):
    """A shared cache in an object store, under the private `work/` prefix; stores before it returns.

    An unreachable store is retried as `retry` says: what was paid for once is not made again just because the
    store is away. After that `storage_failed` is raised, except by `share`, which logs it.
    """

    objects: ObjectStore
    retry: Retry = field(default_factory=Retry)

    def record(self, key: str) -> bytes:
        """The key record; empty when there is none, or only a damaged one."""
        for name in with_retry(lambda: list(self.objects.keys(f"{KEYS}{key}/")), self.retry):
            record = self._get(name, lambda name, size: b"".join(self._chunks(name, size)))
            if hashlib.sha256(record).hexdigest() == name.rpartition("/")[2]:
                return record
        return b""

    def records(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The records of those of these keys that have one, several looked up at the same time."""
        found = zip(keys, in_parallel(self.record, keys), strict=True)
        return {key: record for key, record in found if record}

    def names(self, folder: str) -> frozenset[str]:
        """The names in this folder of keys."""
        whole = f"{KEYS}{folder}/"
        stored = with_retry(lambda: list(self.objects.keys(whole)), self.retry)
        return frozenset(key.removeprefix(whole).partition("/")[0] for key in stored)

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
        """Upload the objects, then the record."""
        try:
            for digest in digests:
                self._put(_object_name(digest), store.path(digest))
            with scratch_folder(store.workspace) as folder:
                draft = folder / "record"
                write_atomically(draft, record, synced=False)
                self._put(f"{KEYS}{key}/{hashlib.sha256(record).hexdigest()}", draft)
        except ClipwrightError as error:
            if error.code == "cancelled":
                raise
            _LOG.warning("result_not_shared", code=error.code, sentence=error.sentence)

    def when_stored(self, action: Callable[[], None]) -> None:
        """Call it at once."""
        action()

    def _get(self, name: str, read: Callable[[str, int], bytes]) -> bytes:
        try:
            return with_retry(lambda: read(name, self.objects.stat(name).size), self.retry)
        except ClipwrightError as error:
            if error.code == "object_missing":
                return b""
            raise

    def _put(self, name: str, path: Path) -> None:
        with_retry(lambda: self.objects.put_file(name, path, sent=self._unless_cancelled), self.retry)

    def _unless_cancelled(self, _sent: int) -> None:
        """Between two parts of a large file."""
        if self.retry.cancelled():
            raise ClipwrightError("cancelled")

    def _chunks(self, name: str, size: int) -> Iterator[bytes]:
        return self.objects.read(name, start=0, stop=size)


def _object_name(digest: str) -> str:
    return f"{WORK}objects/{digest[:2]}/{digest}"
