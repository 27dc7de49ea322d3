"""What is shared between machines through the object store: intermediate results and paid answers."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from renderer.backends.storage.base import ObjectStore
from renderer.net.response_cache import FolderResponseCache, ResponseCache
from renderer.runtime.capabilities import Factories
from renderer.runtime.retry import Retry
from renderer.runtime.shared_cache import NoSharedCache, SharedCache
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.job_resources import PAID_FOLDER
from renderer.worker.job.shared_answers import SharedAnswers
from renderer.worker.job.sharing_beside import sharing_beside
from renderer.worker.job.stored_cache import StoreSharedCache
from renderer.worker.settings import WorkerSettings


def open_shared_cache(
    settings: WorkerSettings, store: ObjectStore, retry: Retry
) -> AbstractContextManager[SharedCache]:
    """The shared cache of one job: in the object store where there is a bucket to share; otherwise none."""
    if _is_shared(settings):
        return sharing_beside(StoreSharedCache(store, retry))
    return nullcontext(NoSharedCache())


def shared_answers(settings: WorkerSettings, store: ObjectStore, retry: Retry) -> Factories:
    """The port for paid answers shared through the bucket; empty without one (the workspace keeps them)."""
    if not _is_shared(settings):
        return {}

    def opened() -> ResponseCache:
        return SharedAnswers(
            near=FolderResponseCache(settings.workspace / PAID_FOLDER),
            objects=store,
            workspace=open_workspace(settings.workspace),
            retry=retry,
        )

    return {ResponseCache: opened}


def _is_shared(settings: WorkerSettings) -> bool:
    return bool(settings.s3_bucket) and settings.share_results
