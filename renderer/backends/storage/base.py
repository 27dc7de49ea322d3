"""The object store port: private objects, written once, read in ranges.

Keys are slash-separated ASCII paths (`videos/<job>/<attempt>/video.mp4`); they are chosen by Clipwright,
never by a caller, and are never shown to one. A key is written at most once: writing the same bytes again
is a no-op, writing other bytes is refused, so a late worker can never replace what was published.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

Sent = Callable[[int], None]
"""Called with the number of bytes just sent; an exception from it ends the upload, and nothing is stored."""

CHUNK_BYTES: Final = 64 * 1024
_SEGMENT: Final = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}")
MAX_KEY: Final = 512
CONTENT_TYPES: Final = {
    ".mp4": "video/mp4",
    ".json": "application/json",
    ".srt": "application/x-subrip",
    ".vtt": "text/vtt",
    ".txt": "text/plain; charset=utf-8",
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".wav": "audio/wav",
    ".m4a": "audio/mp4",
}


class StoredObject(Struct, frozen=True, kw_only=True):
    """What the store knows about one object; `sha256` is the lower-case hex digest of all its bytes."""

    key: str
    size: int
    sha256: str
    stored_at: datetime


def unheard(count: int) -> None:
    """Ignore the progress."""
    del count


class ObjectStore(Protocol):
    """A private object store. Every method raises `storage_failed` when the store cannot be reached."""

    def put_file(self, key: str, path: Path, *, sent: Sent = unheard) -> StoredObject:
        """Store the file under `key`, whole or not at all; `sent` is not called for bytes that were there.

        Where the key ends in the digest of the bytes, they may be sent again all the same.

        Raises `object_exists` when the key already holds other bytes, `disk_full` for a folder without room.
        """
        ...

    def stat(self, key: str) -> StoredObject:
        """The object's metadata; raises `object_missing`."""
        ...

    def read(self, key: str, *, start: int, stop: int) -> Iterator[bytes]:
        """The bytes of the half-open range [start, stop), in chunks of at most `CHUNK_BYTES`.

        The object is opened by the call itself, so `object_missing` is raised before the first byte; when
        there are too few bytes, `storage_failed` is raised instead of ending early.
        """
        ...

    def delete(self, key: str) -> None:
        """Remove the object; it is no error if it is missing."""
        ...

    def keys(self, prefix: str) -> Iterator[str]:
        """All keys that begin with `prefix` (a whole folder, ending in a slash), in ascending order."""
        ...

    def ready(self) -> None:
        """Return when the store can be used; raise `storage_failed` otherwise."""
        ...


def content_type(key: str) -> str:
    """The media type for a key's suffix, for stores that record one."""
    return CONTENT_TYPES.get(PurePosixPath(key).suffix, "application/octet-stream")


def checked_key(key: str) -> str:
    """The key itself; raises `storage_failed` for one that could leave the store's root."""
    parts = key.split("/")
    if len(key) > MAX_KEY or not all(_SEGMENT.fullmatch(part) for part in parts):
        raise ClipwrightError("storage_failed", reason="the object key is not allowed")
    return key


def checked_prefix(prefix: str) -> str:
    """The prefix itself; it must be a folder of allowed segments ending in a slash."""
    checked_key(prefix.removesuffix("/"))
    if not prefix.endswith("/"):
        raise ClipwrightError("storage_failed", reason="a prefix ends in a slash")
    return prefix
