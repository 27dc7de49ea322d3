"""The S3 adapter: any S3-compatible endpoint through boto3.

It uses only the part of the protocol that all servers have in common: several lack `If-None-Match` on
writes or ignore it, so "written once" relies on claims (claims.py) instead. Every part is sent with its MD5
for the server to check, objects carry their SHA-256 as metadata, and all objects are private.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from botocore.exceptions import ClientError

from renderer.backends.storage.base import Sent, StoredObject, checked_key, checked_prefix, unheard
from renderer.backends.storage.s3.claims import CLAIMS, Claims
from renderer.backends.storage.s3.connection import connect
from renderer.backends.storage.s3.download import Download, receive
from renderer.backends.storage.s3.errors import is_missing, translated
from renderer.backends.storage.s3.place import DIGEST, S3Place, facts_of
from renderer.backends.storage.s3.upload import PART_BYTES, Upload, send
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class S3Store:
    """Objects of one bucket, below `place.prefix`. Safe to share between threads, not across a fork."""

    def __init__(self, place: S3Place) -> None:
        self._place = place
        self._client = connect(place)
        self._root = place.root
        self._claims = Claims(client=self._client, bucket=place.bucket, root=self._root)
        self._bucket_seen = False

    def put_file(self, key: str, path: Path, *, sent: Sent = unheard) -> StoredObject:
        """Upload the file in checked parts, with at most one of them in memory.

        Where the key ends in the digest of a small file, that is one request: there are no rivals, and asking
        whether the bytes are there costs as much as sending them.
        """
        name = self._name(key)
        digest, size = _facts(key, path)
        own = name.endswith(digest)
        with translated(key):
            if own and size <= PART_BYTES:
                self._upload(name, path, digest=digest, sent=sent)
                return StoredObject(key=key, size=size, sha256=digest, stored_at=datetime.now(UTC))
            if self._holds(key, digest):
                return self.stat(key)
            if own:
                self._upload(name, path, digest=digest, sent=sent)
            else:
                with self._claims.of(key, digest):
                    if not self._holds(key, digest):
                        self._upload(name, path, digest=digest, sent=sent)
        return self._agreed(key, digest, size)

    def stat(self, key: str) -> StoredObject:
        """Size and digest; an object without a recorded digest is read to compute it."""
        name = self._name(key)
        with translated(key):
            try:
                facts = self._client.head_object(Bucket=self._place.bucket, Key=name)
            except ClientError as error:
                if not (is_missing(error) and self._bucket_seen):
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
        """The range; after a broken connection, it resumes where it stopped."""
        if start >= stop:
            self.stat(key)
            return iter(())
        source = Download(client=self._client, bucket=self._place.bucket, name=self._name(key), key=key)
        return receive(source, start=start, stop=stop)

    def delete(self, key: str) -> None:
        """Remove the object."""
        name = self._name(key)
        with translated(key):
            self._remove(name)

    def keys(self, prefix: str) -> Iterator[str]:
        """All keys of the listing, sorted."""
        folder = f"{self._root}{checked_prefix(prefix)}"
        with translated(prefix):
            found = [item["Key"][len(self._root) :] for item in self._listed(folder)]
        return iter(sorted(found))

    def ready(self) -> None:
        """Make sure that the bucket can be reached."""
        with translated(""):
            try:
                self._client.head_bucket(Bucket=self._place.bucket)
            except ClientError:
                self._ask_why()
                raise

    def sweep(self, *, before: datetime) -> int:
        """Abort uploads begun earlier and never finished, and drop old claims; returns how many of both.

        Parts of unfinished uploads are invisible, and are billed until they are aborted.
        """
        with translated(""):
            pages = self._client.get_paginator("list_multipart_uploads").paginate(
                Bucket=self._place.bucket, Prefix=self._root
            )
            stale = [item for page in pages for item in page.get("Uploads", []) if item["Initiated"] < before]
            for item in stale:
                with suppress(ClientError):  # finished or aborted by another process in between
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
        self._bucket_seen = True

    def _holds(self, key: str, digest: str) -> bool:
        """Whether these bytes are stored already; raises `object_exists` when the key holds other bytes."""
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
            self._bucket_seen = True
            yield from page.get("Contents", [])

    def _remove(self, name: str) -> None:
        try:
            self._client.delete_object(Bucket=self._place.bucket, Key=name)
        except ClientError as error:
            if not is_missing(error):
                raise

    def _ask_why(self) -> None:
        """List: a refused HEAD does not say why (no object? no bucket? an expired key?), a listing does."""
        self._client.list_objects_v2(Bucket=self._place.bucket, Prefix=self._root, MaxKeys=1)
        self._bucket_seen = True

    def _name(self, key: str) -> str:
        return f"{self._root}{checked_key(key)}"


def _facts(key: str, path: Path) -> tuple[str, int]:
    try:
        with path.open("rb") as source:
            return hashlib.file_digest(source, DIGEST).hexdigest(), path.stat().st_size
    except FileNotFoundError as error:
        raise ClipwrightError("object_missing", key=key) from error
    except OSError as error:
        reason = error.strerror or "input/output error"
        raise ClipwrightError("storage_failed", reason=reason) from error
