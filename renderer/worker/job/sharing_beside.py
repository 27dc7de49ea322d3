"""A shared cache that stores beside the job: a thread of its own uploads, so no stage waits for a bucket.

A bucket takes some hundredths of a second for a request, and a video has hundreds of results: one after the
other they took longer than rendering (docs/decisions/0065). What is shared late is only found late.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import Final

import structlog

from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.shared_cache import SharedCache

THREAD: Final = "share-results"
LAST_SECONDS: Final = 60.0
"""How long the last results may take to be stored once the work is done."""
HANDOVER_SECONDS: Final = 3.0
"""The same once the work has failed or was stopped: another worker may be about to go on with it."""
_LOG: Final = structlog.get_logger(__name__)


@contextmanager
def sharing_beside(cache: SharedCache) -> Iterator[SharedCache]:
    """Share results through another cache beside the work; the block ends when the last of them is stored.

    What is not stored in time is dropped, and this logged.
    """
    beside = SharingBeside(cache)
    try:
        yield beside
    except BaseException:
        beside.finish(seconds=HANDOVER_SECONDS)
        raise
    beside.finish(seconds=LAST_SECONDS)


class SharingBeside:
    """Stores what is shared in another cache, in order, on a thread that starts with the first result.

    Everything else is done at once by that cache, which must be usable by two threads. For one job; `finish`
    ends the thread.
    """

    def __init__(self, cache: SharedCache) -> None:
        self._cache = cache
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=THREAD, daemon=True)
        self._dropping = threading.Event()

    def record(self, key: str) -> bytes:
        """The record in the other cache."""
        return self._cache.record(key)

    def records(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """The records in the other cache."""
        return self._cache.records(keys)

    def names(self, folder: str) -> frozenset[str]:
        """The names in the other cache."""
        return self._cache.names(folder)

    def fetch(self, digest: str, store: ArtifactStore) -> None:
        """Fetch it from the other cache."""
        self._cache.fetch(digest, store)

    def share(self, key: str, record: bytes, digests: Sequence[str], store: ArtifactStore) -> None:
        """Have it stored after what was shared before."""
        self.when_stored(partial(self._cache.share, key, record, digests, store))

    def when_stored(self, action: Callable[[], None]) -> None:
        """Have `action` called on the thread, after everything shared so far."""
        if self._thread.ident is None:
            self._thread.start()
        self._tasks.put(partial(copy_context().run, action))

    def finish(self, *, seconds: float) -> None:
        """Wait at most so long for the thread; what it has not begun by then is dropped."""
        if self._thread.ident is None:
            return
        self._tasks.put(None)
        self._thread.join(seconds)
        self._dropping.set()
        if dropped := max(0, self._tasks.qsize() - 1):
            _LOG.warning("results_not_shared", count=dropped)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None and not self._dropping.is_set():
            try:
                task()
            except ClipwrightError:  # cancelled; whatever else went wrong, the cache has logged
                self._dropping.set()
            except Exception:  # noqa: BLE001 - a result that is not shared must not cost the video
                _LOG.exception("result_not_shared")
