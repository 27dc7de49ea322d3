"""Opens the object store that the settings ask for: a bucket if one is named, else a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderer.backends.storage.base import ObjectStore
from renderer.backends.storage.local import LocalStore
from renderer.backends.storage.local_staging import LocalStaging
from renderer.backends.storage.s3.place import S3Place
from renderer.backends.storage.settings import StoreSettings
from renderer.backends.storage.staging import Staging

if TYPE_CHECKING:
    from pathlib import Path


def open_store(settings: StoreSettings) -> ObjectStore:
    """The store; opens no connection yet. Call it in the process that uses it, never before a fork."""
    if not settings.s3_bucket:
        return LocalStore(settings.storage_root)
    from renderer.backends.storage.s3.store import S3Store  # noqa: PLC0415 - boto3 is slow to import

    return S3Store(_place(settings))


def open_staging(settings: StoreSettings, *, spool: Path) -> Staging:
    """The staging of that store; `spool` is a folder for parts that are still being written."""
    if not settings.s3_bucket:
        return LocalStaging(settings.storage_root)
    from renderer.backends.storage.s3.staging import S3Staging  # noqa: PLC0415 - boto3 is slow to import

    return S3Staging(_place(settings), spool=spool)


def _place(settings: StoreSettings) -> S3Place:
    return S3Place(
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
