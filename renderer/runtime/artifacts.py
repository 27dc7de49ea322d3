"""Content-addressed artifacts: bytes named by their SHA-256, written once, never changed."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from renderer.errors import ClipwrightError
from renderer.files import write_atomically, writing_to
from renderer.runtime.workspace_folders import NoPins, Pins, Workspace

_CHUNK: Final = 1 << 20
_DIGEST: Final = re.compile("[0-9a-f]{64}")


class ArtifactStore(Struct, frozen=True):
    """Artifacts of one workspace; digests are 64 lower-case hexadecimal characters.

    An artifact that is put, found or read through a run's store stays there as long as the run lives
    (`pins`).
    """

    workspace: Workspace
    pins: Pins = field(default_factory=NoPins)

    def path(self, digest: str) -> Path:
        """Where the bytes of `digest` are or would be."""
        return self.workspace.objects / digest[:2] / digest

    def has(self, digest: str) -> bool:
        """Whether the bytes are here."""
        self.pins.hold(digest)
        return self.path(digest).is_file()

    def put_bytes(self, data: bytes) -> str:
        """Store bytes and return their digest; a damaged file in their place is replaced."""
        digest = hashlib.sha256(data).hexdigest()
        self.pins.hold(digest)
        target = self.path(digest)
        if not _is_whole(target):
            with writing_to(target):
                target.parent.mkdir(exist_ok=True)
            write_atomically(target, data)
        return digest

    def put_file(self, source: Path, *, synced: bool = True) -> str:
        """Move a finished file in and return its digest; a damaged file in its place is replaced.

        `source` is gone afterwards, unless it was the stored file already. Without `synced` a power loss may
        damage the file, which `verified` finds; it is for what is then made again.
        """
        if source == self.path(source.name) and self.has(source.name):
            return source.name
        digest = file_digest(source)
        self.pins.hold(digest)
        target = self.path(digest)
        with writing_to(target):
            target.parent.mkdir(exist_ok=True)
            _settle(source, target, synced=synced)
        return digest

    def read(self, digest: str) -> bytes:
        """The bytes, verified.

        Raises:
            ClipwrightError: `artifact_corrupt` when missing or damaged; the damaged file is removed.
        """
        self.pins.hold(digest)
        path = self.path(digest)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ClipwrightError("artifact_corrupt", digest=digest) from error
        if hashlib.sha256(data).hexdigest() != digest:
            path.unlink(missing_ok=True)
            raise ClipwrightError("artifact_corrupt", digest=digest)
        return data

    def verified(self, digest: str) -> Path:
        """Path of the bytes, after checking them in constant memory; raises what `read` raises."""
        path = self.path(digest)
        if not self.has(digest) or file_digest(path) != digest:
            path.unlink(missing_ok=True)
            raise ClipwrightError("artifact_corrupt", digest=digest)
        return path


def is_digest(text: str) -> bool:
    """Whether the text has the form of a digest."""
    return bool(_DIGEST.fullmatch(text))


def file_digest(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _is_whole(stored: Path) -> bool:
    """Whether an artifact is here, undamaged: a power loss may have left an empty file."""
    try:
        return file_digest(stored) == stored.name
    except OSError:
        return False


def _settle(source: Path, target: Path, *, synced: bool) -> None:
    if target.is_file() and source.samefile(target):
        return
    if _is_whole(target):
        source.unlink()
        return
    with source.open("rb") as stream:
        os.fchmod(stream.fileno(), 0o600)
        if synced:
            os.fsync(stream.fileno())
    if source.stat().st_dev == target.parent.stat().st_dev:
        source.replace(target)
        return
    descriptor, name = tempfile.mkstemp(prefix=".part-", dir=target.parent)
    with os.fdopen(descriptor, "wb") as out, source.open("rb") as stream:
        shutil.copyfileobj(stream, out, _CHUNK)
        out.flush()
        os.fsync(out.fileno())
    Path(name).replace(target)
    source.unlink()
