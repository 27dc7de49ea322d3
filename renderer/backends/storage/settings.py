"""Settings of the object store, which the service and its workers share under the same names."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import SecretStr
from pydantic_settings import BaseSettings


class StoreSettings(BaseSettings):
    """A bucket if one is named, else a folder. Each program sets the prefix of its variables itself."""

    storage_root: Path = Path()
    """Folder of the local object store; used unless a bucket is set."""
    s3_bucket: str = ""
    """Bucket of the object store; empty means the folder."""
    s3_prefix: str = ""
    """Prefix of all objects inside the bucket."""
    s3_endpoint: str = ""
    """Address of an S3-compatible server; empty means Amazon's."""
    s3_region: str = "us-east-1"
    """Region, used for signatures."""
    s3_addressing: Literal["path", "virtual", "auto"] = "auto"
    """Whether the bucket is named in the path or in the host name."""
    s3_encryption: Literal["", "AES256", "aws:kms"] = ""
    """Encryption at rest that is requested from the server."""
    s3_kms_key: str = ""
    """Key for "aws:kms"."""
    s3_access_key: str = ""
    """Access key; empty means boto3's usual chain: its own variables, files, the machine's role."""
    s3_secret_key: SecretStr = SecretStr("")
    """Secret that belongs to the access key."""
