"""The S3 adapter of staging: a multipart upload for each staged object.

A part is buffered in an unnamed temporary file until it is complete, since the server needs its MD5 first.
The joined object is read once for its SHA-256, then copied by the server to its key with the digest as
metadata.
"""

from __future__ import annotations

import base64
import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from renderer.backends.storage.base import StoredObject, checked_key
from renderer.backends.storage.s3.connection import connect
from renderer.backends.storage.s3.errors import translated
from renderer.backends.storage.s3.place import DIGEST, S3Place, facts_of
from renderer.backends.storage.s3.store import S3Store
from renderer.backends.storage.staging import PartWriter, StagedObject
from renderer.errors import ClipwrightError
from renderer.late_log import LateLog

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

PREFIX: Final = "staged/"
_LOG: Final = LateLog(__name__)


class S3Staging:
    """Staged objects of one bucket, below `place.prefix`; `spool` is a folder for parts being written."""

    def __init__(self, place: S3Place, *, spool: Path) -> None:
        self._place = place
        self._spool = spool
        self._client = connect(place)
        self._store = S3Store(place)
        self._root = place.root

    def begin(self, key: str) -> StagedObject:
        """Begin a multipart upload."""
        with translated(key):
            begun = self._client.create_multipart_upload(
                Bucket=self._place.bucket, Key=self._name(key), **facts_of(self._place, key)
            )
        return StagedObject(key=key, token=str(begun["UploadId"]))

    def part(self, staged: StagedObject, *, slot: int) -> PartWriter:
        """A writer into an unnamed temporary file."""
        with translated(staged.key):
            self._spool.mkdir(parents=True, exist_ok=True, mode=0o700)
            return _SpoolWriter(self, staged, slot=slot, spool=self._spool)

    def publish(self, staged: StagedObject, parts: Sequence[str], *, key: str) -> StoredObject:
        """Join, read and copy the parts, then remove the joined object; resumes what an earlier try began."""
        if self._is_open(staged):
            self._join(staged, parts)
        joined = self._joined(staged)
        if joined is not None:
            self._copy(staged, joined, key=key)
            self.discard(staged)
        return self._store.stat(key)

    def discard(self, staged: StagedObject) -> None:
        """Abort the upload and remove the joined object."""
        with _unless_missing(), translated(staged.key):
            self._client.abort_multipart_upload(
                Bucket=self._place.bucket, Key=self._name(staged.key), UploadId=staged.token
            )
        with _unless_missing(), translated(staged.key):
            self._client.delete_object(Bucket=self._place.bucket, Key=self._name(staged.key))

    def sweep(self, *, before: datetime) -> int:
        """Abort uploads that were begun earlier, but for those that fail; returns how many were aborted."""
        folder = f"{self._root}{PREFIX}"
        with translated(""):
            pages = self._client.get_paginator("list_multipart_uploads").paginate(
                Bucket=self._place.bucket, Prefix=folder
            )
            found = [item for page in pages for item in page.get("Uploads", [])]
        stale = [item for item in found if item["Initiated"] < before]
        return sum(
            self._swept(StagedObject(key=str(item["Key"])[len(folder) :], token=str(item["UploadId"])))
            for item in stale
        )

    def _swept(self, staged: StagedObject) -> bool:
        try:
            self.discard(staged)
        except ClipwrightError as error:
            _LOG.warning("staging_kept", code=error.code, sentence=error.sentence)
            return False
        return True

    def send(self, staged: StagedObject, *, slot: int, body: Any, digest: bytes) -> str:
        """Upload one part, which the server checks by its MD5; the name returned is its number and ETag."""
        with translated(staged.key):
            answer = self._client.upload_part(
                Bucket=self._place.bucket,
                Key=self._name(staged.key),
                UploadId=staged.token,
                PartNumber=slot,
                Body=body,
                ContentMD5=base64.b64encode(digest).decode(),
            )
        return f"{slot} {str(answer['ETag']).strip(chr(34))}"

    def _is_open(self, staged: StagedObject) -> bool:
        """Whether the multipart upload is neither joined nor discarded."""
        name = self._name(staged.key)
        try:
            with translated(name):
                self._client.list_parts(
                    Bucket=self._place.bucket, Key=name, UploadId=staged.token, MaxParts=1
                )
        except ClipwrightError as error:
            if error.code != "object_missing":
                raise
            return False
        return True

    def _join(self, staged: StagedObject, parts: Sequence[str]) -> None:
        pairs = [part.split(" ", 1) for part in parts]
        listed = [{"PartNumber": int(number), "ETag": f'"{tag}"'} for number, tag in pairs]
        with _unless_missing(), translated(staged.key):
            self._client.complete_multipart_upload(
                Bucket=self._place.bucket,
                Key=self._name(staged.key),
                UploadId=staged.token,
                MultipartUpload={"Parts": listed},
            )

    def _joined(self, staged: StagedObject) -> int | None:
        """Size of the joined object; None when it was published before."""
        name = self._name(staged.key)
        try:
            with translated(name):
                facts = self._client.head_object(Bucket=self._place.bucket, Key=name)
        except ClipwrightError as error:
            if error.code != "object_missing":
                raise
            return None
        return int(facts["ContentLength"])

    def _copy(self, staged: StagedObject, size: int, *, key: str) -> None:
        name = self._name(staged.key)
        inside = name[len(self._root) :]
        digest = hashlib.sha256()
        for chunk in self._store.read(inside, start=0, stop=size):
            digest.update(chunk)
        with translated(key):
            self._client.copy_object(
                Bucket=self._place.bucket,
                Key=f"{self._root}{checked_key(key)}",
                CopySource={"Bucket": self._place.bucket, "Key": name},
                MetadataDirective="REPLACE",
                **facts_of(self._place, key, **{DIGEST: digest.hexdigest()}),
            )
        if self._store.stat(key).size != size:
            raise ClipwrightError("storage_failed", reason="an object is shorter than recorded")

    def _name(self, key: str) -> str:
        return f"{self._root}{PREFIX}{checked_key(key)}"


class _SpoolWriter:
    def __init__(self, staging: S3Staging, staged: StagedObject, *, slot: int, spool: Path) -> None:
        self._staging, self._staged, self._slot = staging, staged, slot
        self._file = tempfile.TemporaryFile(dir=spool)  # noqa: SIM115 - closed by `close`
        self._md5 = hashlib.md5(usedforsecurity=False)

    def write(self, content: bytes) -> None:
        """Append."""
        with translated(self._staged.key):
            self._md5.update(content)
            self._file.write(content)

    def store(self) -> str:
        """Upload the part."""
        with translated(self._staged.key):
            self._file.seek(0)
        return self._staging.send(self._staged, slot=self._slot, body=self._file, digest=self._md5.digest())

    def close(self) -> None:
        """Close the temporary file, which deletes it."""
        with suppress(OSError):
            self._file.close()


@contextmanager
def _unless_missing() -> Iterator[None]:
    """Ignore `object_missing`."""
    try:
        yield
    except ClipwrightError as error:
        if error.code != "object_missing":
            raise
