"""The shared cache of intermediate results that goes with the object store."""

from __future__ import annotations

from renderer.backends.storage.base import ObjectStore
from renderer.runtime.retry import Retry
from renderer.runtime.shared_cache import NoSharedCache, SharedCache, StoreSharedCache
from renderer.worker.settings import WorkerSettings


def open_shared_cache(settings: WorkerSettings, store: ObjectStore, retry: Retry) -> SharedCache:
    """Intermediate results go beside the videos where other machines can reach them."""
    return (
        StoreSharedCache(store, retry) if settings.s3_bucket and settings.share_results else NoSharedCache()
    )
