"""Uploads one file to S3: whole if small, else in parts, each checked by the server and by the client."""

from __future__ import annotations

import base64
import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, field

from renderer.backends.storage.base import Sent, unheard
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PART_BYTES: Final = 8 * 1024 * 1024
_MD5_CHARACTERS: Final = 32


class Upload(Struct, frozen=True, kw_only=True):
    """The target, the object's parameters (ACL, type, metadata, encryption), and the progress callback."""

    client: Any
    bucket: str
    name: str
    facts: dict[str, Any]
    sent: Sent = field(default=unheard)


def send(upload: Upload, path: Path, *, digest: str) -> None:
    """Upload the file; holds at most one part in memory, and leaves no parts behind when it fails.

    Raises:
        ClipwrightError: `storage_failed` when the file changed during the upload or bytes were damaged.
    """
    whole = hashlib.sha256()
    if path.stat().st_size <= PART_BYTES:
        body = b"".join(_parts(path, whole))
        _unchanged(whole, digest)
        answer = upload.client.put_object(
            Bucket=upload.bucket, Key=upload.name, Body=body, ContentMD5=_md5(body), **upload.facts
        )
        _check(answer, body)
        upload.sent(len(body))
        return
    begun = upload.client.create_multipart_upload(Bucket=upload.bucket, Key=upload.name, **upload.facts)
    try:
        parts = [
            {"ETag": _send_part(upload, begun["UploadId"], number, body), "PartNumber": number}
            for number, body in enumerate(_parts(path, whole), start=1)
        ]
        _unchanged(whole, digest)
        upload.client.complete_multipart_upload(
            Bucket=upload.bucket,
            Key=upload.name,
            UploadId=begun["UploadId"],
            MultipartUpload={"Parts": parts},
        )
    except BaseException:
        with suppress(Exception):  # the sweep aborts it later
            upload.client.abort_multipart_upload(
                Bucket=upload.bucket, Key=upload.name, UploadId=begun["UploadId"]
            )
        raise


def _send_part(upload: Upload, upload_id: str, number: int, body: bytes) -> str:
    answer = upload.client.upload_part(
        Bucket=upload.bucket,
        Key=upload.name,
        UploadId=upload_id,
        PartNumber=number,
        Body=body,
        ContentMD5=_md5(body),
    )
    _check(answer, body)
    upload.sent(len(body))
    return str(answer["ETag"])


def _parts(path: Path, whole: Any) -> Iterator[bytes]:
    with path.open("rb") as source:
        while body := source.read(PART_BYTES):
            whole.update(body)
            yield body


def _md5(body: bytes) -> str:
    return base64.b64encode(hashlib.md5(body, usedforsecurity=False).digest()).decode()


def _check(answer: dict[str, Any], body: bytes) -> None:
    """Raise when the ETag, which is the part's MD5 unless KMS encrypts the object, differs from the MD5."""
    etag = str(answer["ETag"]).strip('"')
    is_md5 = len(etag) == _MD5_CHARACTERS and answer.get("ServerSideEncryption") != "aws:kms"
    if is_md5 and etag != hashlib.md5(body, usedforsecurity=False).hexdigest():
        raise ClipwrightError("storage_failed", reason="bytes were damaged on their way")


def _unchanged(whole: Any, digest: str) -> None:
    if whole.hexdigest() != digest:
        raise ClipwrightError("storage_failed", reason="the file changed while it was stored")
