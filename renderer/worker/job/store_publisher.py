"""Publishing to object storage: the sidecars first, the video last."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from msgspec import Struct, field

from renderer.backends.publishing.base import Delivered, PublishedFile, unheard
from renderer.backends.storage.base import ObjectStore
from renderer.contract.job import OutputTarget
from renderer.runtime.retry import Retry, with_retry
from renderer.worker.job.in_parallel import in_parallel


class StorePublisher(Struct, frozen=True):
    """Stores the main file under the target's key, the others under its stem; retries an unreachable store.

    The key contains the attempt number, which is the fencing token: no two attempts ever write the same key,
    and the API counts only the objects that the current attempt reports.
    """

    store: ObjectStore
    target: OutputTarget
    retry: Retry = field(default_factory=Retry)

    def publish(self, files: tuple[PublishedFile, ...], *, delivered: Delivered = unheard) -> tuple[str, ...]:
        """Store the files; returns their keys in the order given.

        The sidecars are stored at the same time: each takes a store several answers, one after the other.
        """
        keys = tuple(str(PurePosixPath(self.target.key).with_suffix(file.suffix)) for file in files)
        count = _Count(delivered, total=sum(file.path.stat().st_size for file in files))
        main, *sidecars = zip(keys, files, strict=True)
        in_parallel(self._put_sidecar, sidecars)
        for _, file in sidecars:
            count.end_of(file)
        self._put_main(*main, count)
        count.end_of(files[0])
        return keys

    def _put_sidecar(self, sidecar: tuple[str, PublishedFile]) -> None:
        key, file = sidecar
        with_retry(lambda: self.store.put_file(key, file.path), self.retry)

    def _put_main(self, key: str, file: PublishedFile, count: _Count) -> None:
        def put() -> None:
            count.begin()
            self.store.put_file(key, file.path, sent=count.sent)

        with_retry(put, self.retry)


@dataclass(slots=True)
class _Count:
    """Bytes uploaded: of finished files, and of the current one, which restarts at 0 when retried."""

    delivered: Delivered
    total: int
    through: int = 0
    under_way: int = 0

    def begin(self) -> None:
        self.under_way = 0

    def sent(self, more: int) -> None:
        self.under_way += more
        self.delivered(self.through + self.under_way, self.total)

    def end_of(self, file: PublishedFile) -> None:
        self.begin()
        self.through += file.path.stat().st_size
        self.delivered(self.through, self.total)
