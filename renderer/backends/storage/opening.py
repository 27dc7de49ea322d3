"""Which object store settings ask for: a bucket where one is named, else a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Protocol

from pydantic import SecretStr

from renderer.backends.storage.base import ObjectStore
from renderer.backends.storage.local import LocalStore


class StoreSettings(Protocol):
    """The part of a program's settings that says where objects go; see the worker's for what each means."""

    @property
    def storage_root(self) -> Path:
        """Folder of the local store."""

    @property
    def s3_bucket(self) -> str:
        """Empty means the folder."""

    @property
    def s3_prefix(self) -> str:
        """Objects go below this."""

    @property
    def s3_endpoint(self) -> str:
        """Empty means Amazon's."""

    @property
    def s3_region(self) -> str:
        """For signatures."""

    @property
    def s3_addressing(self) -> Literal["path", "virtual", "auto"]:
        """Where the bucket is named."""

    @property
    def s3_encryption(self) -> Literal["", "AES256", "aws:kms"]:
        """At rest."""

    @property
    def s3_kms_key(self) -> str:
        """With "aws:kms"."""

    @property
    def s3_access_key(self) -> str:
        """Empty means boto3's usual chain."""

    @property
    def s3_secret_key(self) -> SecretStr:
        """Goes with it."""


def open_store(settings: StoreSettings) -> ObjectStore:
    """The store; opens no connection yet. Call it in the process that uses it, never before a fork."""
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
