"""Which object store the settings ask for, and the shared tier of intermediate results that goes with it."""

from __future__ import annotations

from renderer.backends.storage.base import ObjectStore
from renderer.backends.storage.local import LocalStore
from renderer.runtime.remote import NoRemote, Remote, StoreTier
from renderer.worker.settings import WorkerSettings


def open_store(settings: WorkerSettings) -> ObjectStore:
    """S3 where a bucket is named, else the folder. Open it in the process that uses it."""
    if not settings.s3_bucket:
        return LocalStore(settings.storage_root)
    from renderer.backends.storage.s3 import S3Place, S3Store  # noqa: PLC0415 - boto3 is slow to import

    return S3Store(
        S3Place(
            bucket=settings.s3_bucket,
            prefix=settings.s3_prefix,
            endpoint=settings.s3_endpoint,
            region=settings.s3_region,
            addressing=settings.s3_addressing,
            encryption=settings.s3_encryption,
            kms_key=settings.s3_kms_key,
            access_key=settings.s3_access_key,
            secret_key=settings.s3_secret_key.get_secret_value(),
        )
    )


def open_remote(settings: WorkerSettings, store: ObjectStore) -> Remote:
    """Intermediate results go beside the videos where other machines can reach them."""
    return StoreTier(store) if settings.s3_bucket and settings.share_results else NoRemote()
