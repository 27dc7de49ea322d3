"""The shared tier of intermediate results that goes with the object store."""

from __future__ import annotations

from renderer.backends.storage.base import ObjectStore
from renderer.runtime.patience import Patience
from renderer.runtime.remote import NoRemote, Remote, StoreTier
from renderer.worker.settings import WorkerSettings


def open_remote(settings: WorkerSettings, store: ObjectStore, patience: Patience) -> Remote:
    """Intermediate results go beside the videos where other machines can reach them."""
    return StoreTier(store, patience) if settings.s3_bucket and settings.share_results else NoRemote()
