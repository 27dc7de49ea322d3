"""Fresh buckets on an S3 server."""

from __future__ import annotations

from uuid import uuid4

import boto3
from botocore.config import Config

from renderer.backends.storage.s3.place import S3Place

REGION = "us-east-1"
ANY = "testing"
"""Credentials for servers that check no signatures."""


def fresh_place(endpoint: str, *, access_key: str = ANY, secret_key: str = ANY) -> S3Place:
    """A new, empty bucket; objects go below a prefix in it."""
    place = S3Place(
        bucket=f"clips-{uuid4().hex[:12]}",
        prefix="some/where",
        endpoint=endpoint,
        region=REGION,
        addressing="path",
        access_key=access_key,
        secret_key=secret_key,
    )
    client = boto3.client(
        "s3",
        endpoint_url=endpoint,
        region_name=REGION,
        aws_access_key_id=access_key,
        aws_secret_access_key=secret_key,
        config=Config(s3={"addressing_style": "path"}, retries={"max_attempts": 8, "mode": "standard"}),
    )
    client.create_bucket(Bucket=place.bucket)
    return place
