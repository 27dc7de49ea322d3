"""Where objects go: settings that the service and its workers share, under the same names."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import SecretStr
from pydantic_settings import BaseSettings


class StoreSettings(BaseSettings):
    """A bucket where one is named, else a folder. Each program says the prefix of its variables itself."""

    storage_root: Path = Path()
    """Folder of the local object store; used unless a bucket is set."""
    s3_bucket: str = ""
    """Bucket of the object store; empty means the folder."""
    s3_prefix: str = ""
    """Objects are stored below this, inside the bucket."""
    s3_endpoint: str = ""
    """Address of an S3-compatible server; empty means Amazon's."""
    s3_region: str = "us-east-1"
    """For signatures."""
    s3_addressing: Literal["path", "virtual", "auto"] = "auto"
    """Whether the bucket is named in the path or in the host name."""
    s3_encryption: Literal["", "AES256", "aws:kms"] = ""
    """Encryption at rest that the server is asked for."""
    s3_kms_key: str = ""
    """Goes with "aws:kms"."""
    s3_access_key: str = ""
    """Empty means boto3's usual chain: its own variables, files, the machine's role."""
    s3_secret_key: SecretStr = SecretStr("")
    """Goes with the access key."""
