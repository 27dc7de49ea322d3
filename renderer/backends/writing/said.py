"""Records the lines of a workspace's last scripts, to notice a script that repeats them."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.files import write_atomically

MOST: Final = 200
"""Most scripts that are remembered."""
_DIGITS: Final = 16


class Said(Protocol):
    """A memory of scripts by key; a script never counts against itself."""

    def shared(self, lines: tuple[str, ...], *, key: str) -> tuple[str, ...]:
        """The lines that an earlier script with another key contains."""
        ...

    def remember(self, lines: tuple[str, ...], *, key: str) -> None:
        """Record a script's lines."""
        ...


class NothingSaid(Struct, frozen=True):
    """Remembers nothing."""

    def shared(self, lines: tuple[str, ...], *, key: str) -> tuple[str, ...]:
        """Always empty."""
        del lines, key
        return ()

    def remember(self, lines: tuple[str, ...], *, key: str) -> None:
        """Do nothing."""


class FolderSaid(Struct, frozen=True):
    """One small file of digests per script; the oldest are removed. Shared by processes, safe to delete."""

    folder: Path

    def shared(self, lines: tuple[str, ...], *, key: str) -> tuple[str, ...]:
        """Lines whose digest is in another script's file; unreadable files are ignored."""
        known: set[str] = set()
        for path in self._files():
            if path.stem != _digest(key):
                with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
                    known |= msgspec.json.decode(path.read_bytes(), type=set[str])
        return tuple(line for line in lines if _digest(line) in known)

    def remember(self, lines: tuple[str, ...], *, key: str) -> None:
        """Write the script's file and remove the oldest ones; file errors are ignored, not raised."""
        digests = sorted({_digest(line) for line in lines})
        with suppress(OSError, ClipwrightError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self.folder / f"{_digest(key)}.json", msgspec.json.encode(digests))
            for path in self._files()[:-MOST]:
                path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        """The scripts' files, oldest first."""
        found = []
        for path in self.folder.glob("*.json"):
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(found)]


def _digest(text: str) -> str:
    words = " ".join(text.casefold().split())
    return hashlib.sha256(words.encode()).hexdigest()[:_DIGITS]
