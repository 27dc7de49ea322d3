"""The connection to an S3 server: a boto3 client with its time-outs, tries and checksums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import boto3
from botocore.config import Config

if TYPE_CHECKING:
    from renderer.backends.storage.s3.place import S3Place

TRIES: Final = 5


def connect(place: S3Place) -> Any:
    """A boto3 client; opens no connection yet."""
    config = Config(
        signature_version="s3v4",
        s3={"addressing_style": place.addressing},
        retries={"mode": "standard", "max_attempts": TRIES},
        connect_timeout=5,
        read_timeout=30,
        # parts carry Content-MD5, which every server checks; several do not know the newer trailers
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
    session = boto3.session.Session(
        aws_access_key_id=place.access_key or None,
        aws_secret_access_key=place.secret_key or None,
        region_name=place.region,
    )
    return session.client("s3", endpoint_url=place.endpoint or None, config=config)
