"""Where a store's objects are on S3, and how each is stored: private, typed, encrypted if configured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from renderer.backends.storage.base import content_type

DIGEST: Final = "sha256"
"""The metadata field that holds an object's digest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class S3Place:
    """Where the objects are and how to connect to the server.

    Empty `endpoint` means Amazon's own for `region`; empty keys mean boto3's usual chain (environment, files,
    instance role). `encryption` asks the server to encrypt at rest; `kms_key` is for "aws:kms".
    """

    bucket: str
    prefix: str = ""
    endpoint: str = ""
    region: str = "us-east-1"
    addressing: Literal["path", "virtual", "auto"] = "auto"
    encryption: Literal["", "AES256", "aws:kms"] = ""
    kms_key: str = ""
    access_key: str = field(default="", repr=False)
    secret_key: str = field(default="", repr=False)

    @property
    def root(self) -> str:
        """The prefix of every name in the bucket."""
        return f"{self.prefix.strip('/')}/".lstrip("/")


def facts_of(place: S3Place, name: str, **metadata: str) -> dict[str, Any]:
    """Request parameters of a new object: private, typed, with this metadata, encrypted if configured."""
    facts: dict[str, Any] = {"ACL": "private", "ContentType": content_type(name), "Metadata": metadata}
    if place.encryption:
        facts["ServerSideEncryption"] = place.encryption
    if place.kms_key:
        facts["SSEKMSKeyId"] = place.kms_key
    return facts
