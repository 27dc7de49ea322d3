"""Downloads a range of one object from S3; after a broken connection, it resumes where it stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from botocore.exceptions import BotoCoreError
from msgspec import Struct

from renderer.backends.storage.base import CHUNK_BYTES
from renderer.backends.storage.s3.errors import translated
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

READ_TRIES: Final = 4


class Download(Struct, frozen=True, kw_only=True):
    """The object to download; errors name it by its key."""

    client: Any
    bucket: str
    name: str
    key: str


def receive(download: Download, *, start: int, stop: int) -> Iterator[bytes]:
    """The range in chunks; the first request is made by the call itself.

    Raises:
        ClipwrightError: `object_missing`, or `storage_failed` when the object is shorter or the connection
            keeps breaking.
    """
    return _chunks(download, _open(download, start, stop=stop), start=start, stop=stop)


def _open(download: Download, start: int, *, stop: int, etag: str = "") -> Any:
    unchanged = {"IfMatch": etag} if etag else {}
    with translated(download.key):
        answer = download.client.get_object(
            Bucket=download.bucket, Key=download.name, Range=f"bytes={start}-{stop - 1}", **unchanged
        )
    if answer["ContentLength"] != stop - start:
        answer["Body"].close()
        raise ClipwrightError("storage_failed", reason="an object is shorter than recorded")
    return answer


def _chunks(download: Download, answer: Any, *, start: int, stop: int) -> Iterator[bytes]:
    etag, tries = str(answer["ETag"]), READ_TRIES
    try:
        while start < stop:
            try:
                chunk = answer["Body"].read(min(CHUNK_BYTES, stop - start))
            except (BotoCoreError, OSError):
                chunk = b""
            if chunk:
                start += len(chunk)
                yield chunk
                continue
            answer["Body"].close()
            tries -= 1
            if not tries:
                raise ClipwrightError("storage_failed", reason="the connection keeps breaking")
            answer = _open(download, start, stop=stop, etag=etag)
    finally:
        answer["Body"].close()  # also when a reader leaves before the end
