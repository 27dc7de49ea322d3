"""The S3 adapter: any S3-compatible endpoint through boto3.

Nothing here needs more than the oldest common part of the protocol: `If-None-Match` on writes is missing or
ignored in several servers, so "written once" rests on claims (s3_claims.py) instead. Every part goes out with
its MD5 for the server to check, the object carries our own SHA-256 as metadata, and objects are private.
"""

from __future__ import annotations

import hashlib
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Literal

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from renderer.backends.storage.base import (
    CHUNK_BYTES,
    Sent,
    StoredObject,
    checked_key,
    checked_prefix,
    content_type,
    unheard,
)
from renderer.backends.storage.s3_claims import CLAIMS, Claims
from renderer.backends.storage.s3_upload import Upload, send
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

TRIES: Final = 5
READ_TRIES: Final = 4
DIGEST: Final = "sha256"
_MISSING: Final = frozenset({"404", "NoSuchKey", "NotFound", "NoSuchUpload"})
_REASONS: Final = {
    "NoSuchBucket": "the bucket does not exist",
    "AccessDenied": "the credentials are not allowed to do this",
    "ExpiredToken": "the credentials have expired",
    "InvalidAccessKeyId": "the credentials are not known",
    "SignatureDoesNotMatch": "the credentials are wrong",
    "RequestTimeTooSkewed": "this machine's clock is wrong",
    "BadDigest": "bytes were damaged on their way",
    "SlowDown": "too many requests",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class S3Place:
    """Where the objects are and how the server is talked to.

    Empty `endpoint` means Amazon's own for `region`; empty keys mean boto3's usual chain (environment, files,
    instance role). `encryption` asks the server to encrypt at rest; `kms_key` goes with "aws:kms".
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


class S3Store:
    """Objects of one bucket, below `place.prefix`. Safe to share between threads, not across a fork."""

    def __init__(self, place: S3Place) -> None:
        self._place = place
        self._client = connect(place)
        self._root = f"{place.prefix.strip('/')}/".lstrip("/")
        self._claims = Claims(client=self._client, bucket=place.bucket, root=self._root)

    def put_file(self, key: str, path: Path, *, sent: Sent = unheard) -> StoredObject:
        """Upload in checked parts; memory is bounded by one part."""
        name = self._name(key)
        digest, size = _facts(key, path)
        with translated(key):
            if self._holds(key, digest):
                return self.stat(key)
            if name.endswith(digest):  # the key says what the bytes are: no other bytes can come
                self._upload(name, path, digest=digest, sent=sent)
            else:
                with self._claims.of(key, digest):
                    if not self._holds(key, digest):
                        self._upload(name, path, digest=digest, sent=sent)
        return self._agreed(key, digest, size)

    def stat(self, key: str) -> StoredObject:
        """Size and digest; an object without our digest is read to find it."""
        name = self._name(key)
        with translated(key):
            try:
                facts = self._client.head_object(Bucket=self._place.bucket, Key=name)
            except ClientError:
                self._ask_why()
                raise
        size, digest = int(facts["ContentLength"]), str(facts["Metadata"].get(DIGEST, ""))
        return StoredObject(
            key=key,
            size=size,
            sha256=digest or self._digest(key, size),
            stored_at=facts["LastModified"],
        )

    def read(self, key: str, *, start: int, stop: int) -> Iterator[bytes]:
        """The range; a connection that breaks is taken up again where it broke."""
        if start >= stop:
            self.stat(key)
            return iter(())
        first = self._open(key, start, stop, "")
        return self._chunks(key, first, start=start, stop=stop)

    def delete(self, key: str) -> None:
        """Remove the object."""
        name = self._name(key)
        with translated(key):
            self._remove(name)

    def keys(self, prefix: str) -> Iterator[str]:
        """Page through the listing."""
        folder = f"{self._root}{checked_prefix(prefix)}"
        with translated(prefix):
            found = [item["Key"][len(self._root) :] for item in self._listed(folder)]
        return iter(sorted(found))

    def ready(self) -> None:
        """The bucket answers."""
        with translated(""):
            try:
                self._client.head_bucket(Bucket=self._place.bucket)
            except ClientError:
                self._ask_why()
                raise

    def sweep(self, *, before: datetime) -> int:
        """Abort uploads that were begun earlier and never finished, drop their claims; how many of both.

        Parts of unfinished uploads are invisible and billed until then.
        """
        with translated(""):
            pages = self._client.get_paginator("list_multipart_uploads").paginate(
                Bucket=self._place.bucket, Prefix=self._root
            )
            stale = [item for page in pages for item in page.get("Uploads", []) if item["Initiated"] < before]
            for item in stale:
                with suppress(ClientError):  # finished or aborted by somebody in between
                    self._client.abort_multipart_upload(
                        Bucket=self._place.bucket, Key=item["Key"], UploadId=item["UploadId"]
                    )
            claims = [
                item["Key"] for item in self._listed(f"{self._root}{CLAIMS}") if item["LastModified"] < before
            ]
            for name in claims:
                self._remove(name)
        return len(stale) + len(claims)

    def _upload(self, name: str, path: Path, *, digest: str, sent: Sent) -> None:
        facts = facts_of(self._place, name, **{DIGEST: digest})
        send(
            Upload(client=self._client, bucket=self._place.bucket, name=name, facts=facts, sent=sent),
            path,
            digest=digest,
        )

    def _holds(self, key: str, digest: str) -> bool:
        """Whether the very bytes are there; other bytes under the key raise."""
        try:
            stored = self.stat(key)
        except ClipwrightError as error:
            if error.code == "object_missing":
                return False
            raise
        if stored.sha256 != digest:
            raise ClipwrightError("object_exists", key=key)
        return True

    def _agreed(self, key: str, digest: str, size: int) -> StoredObject:
        stored = self.stat(key)
        if stored.sha256 != digest:
            raise ClipwrightError("object_exists", key=key)
        if stored.size != size:
            raise ClipwrightError("storage_failed", reason="an object is shorter than recorded")
        return stored

    def _open(self, key: str, start: int, stop: int, etag: str) -> Any:
        unchanged = {"IfMatch": etag} if etag else {}
        with translated(key):
            answer = self._client.get_object(
                Bucket=self._place.bucket, Key=self._name(key), Range=f"bytes={start}-{stop - 1}", **unchanged
            )
        if answer["ContentLength"] != stop - start:
            answer["Body"].close()
            raise ClipwrightError("storage_failed", reason="an object is shorter than recorded")
        return answer

    def _chunks(self, key: str, answer: Any, *, start: int, stop: int) -> Iterator[bytes]:
        etag, tries = str(answer["ETag"]), READ_TRIES
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
            answer = self._open(key, start, stop, etag)
        answer["Body"].close()

    def _digest(self, key: str, size: int) -> str:
        digest = hashlib.sha256()
        for chunk in self.read(key, start=0, stop=size) if size else ():
            digest.update(chunk)
        return digest.hexdigest()

    def _listed(self, prefix: str) -> Iterator[dict[str, Any]]:
        pages = self._client.get_paginator("list_objects_v2").paginate(
            Bucket=self._place.bucket, Prefix=prefix
        )
        for page in pages:
            yield from page.get("Contents", [])

    def _remove(self, name: str) -> None:
        try:
            self._client.delete_object(Bucket=self._place.bucket, Key=name)
        except ClientError as error:
            if _code(error) not in _MISSING:
                raise

    def _ask_why(self) -> None:
        """A refused HEAD has no body that says why (no object? no bucket? an expired key?); a listing has."""
        self._client.list_objects_v2(Bucket=self._place.bucket, Prefix=self._root, MaxKeys=1)

    def _name(self, key: str) -> str:
        return f"{self._root}{checked_key(key)}"


def facts_of(place: S3Place, name: str, **metadata: str) -> dict[str, Any]:
    """What every object is: private, of its type, with this metadata, encrypted if so wished."""
    facts: dict[str, Any] = {"ACL": "private", "ContentType": content_type(name), "Metadata": metadata}
    if place.encryption:
        facts["ServerSideEncryption"] = place.encryption
    if place.kms_key:
        facts["SSEKMSKeyId"] = place.kms_key
    return facts


def connect(place: S3Place) -> Any:
    """A client of boto3; opens no connection yet."""
    config = Config(
        signature_version="s3v4",
        s3={"addressing_style": place.addressing},
        retries={"mode": "standard", "max_attempts": TRIES},
        connect_timeout=5,
        read_timeout=30,
        # parts carry Content-MD5, which every server checks; the newer trailers are unknown to several
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
    session = boto3.session.Session(
        aws_access_key_id=place.access_key or None,
        aws_secret_access_key=place.secret_key or None,
        region_name=place.region,
    )
    return session.client("s3", endpoint_url=place.endpoint or None, config=config)


def _facts(key: str, path: Path) -> tuple[str, int]:
    try:
        with path.open("rb") as source:
            return hashlib.file_digest(source, DIGEST).hexdigest(), path.stat().st_size
    except FileNotFoundError as error:
        raise ClipwrightError("object_missing", key=key) from error
    except OSError as error:
        reason = error.strerror or "input/output error"
        raise ClipwrightError("storage_failed", reason=reason) from error


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))


@contextmanager
def translated(key: str) -> Iterator[None]:
    """Servers' errors become ours; addresses and request ids of theirs stay inside."""
    try:
        yield
    except ClientError as error:
        code = _code(error)
        if code in _MISSING:
            raise ClipwrightError("object_missing", key=key) from error
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        refused = status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}
        fallback = _REASONS["AccessDenied"] if refused else f"the server answered {status}"
        raise ClipwrightError("storage_failed", reason=_REASONS.get(code, fallback)) from error
    except (BotoCoreError, OSError) as error:
        raise ClipwrightError("storage_failed", reason=type(error).__name__) from error
