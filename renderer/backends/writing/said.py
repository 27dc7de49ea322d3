"""What the last scripts of a workspace said, so that a script that repeats them is noticed."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

MOST: Final = 200
"""Scripts that are remembered."""
_DIGITS: Final = 16


class Said(Protocol):
    """A memory of scripts by key; a script never counts against itself."""

    def shared(self, lines: tuple[str, ...], *, key: str) -> tuple[str, ...]:
        """Those of the lines that an earlier script of another key said."""
        ...

    def remember(self, lines: tuple[str, ...], *, key: str) -> None:
        """Keep a script's lines."""
        ...


class NothingSaid(Struct, frozen=True):
    """Remembers nothing."""

    def shared(self, lines: tuple[str, ...], *, key: str) -> tuple[str, ...]:
        """None."""
        del lines, key
        return ()

    def remember(self, lines: tuple[str, ...], *, key: str) -> None:
        """Forget them."""


class FolderSaid(Struct, frozen=True):
    """One small file a script, of digests only; the oldest go. Shared by processes, safe to delete."""

    folder: Path

    def shared(self, lines: tuple[str, ...], *, key: str) -> tuple[str, ...]:
        """Lines whose digest another script's file holds; what cannot be read is as if it were not there."""
        known: set[str] = set()
        for path in self._files():
            if path.stem != _digest(key):
                with suppress(OSError, ValueError):
                    known |= set(json.loads(path.read_text("utf-8")))
        return tuple(line for line in lines if _digest(line) in known)

    def remember(self, lines: tuple[str, ...], *, key: str) -> None:
        """Write the script's file and remove what is too old; a full disk costs the memory, not the video."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            part = self.folder / f".{_digest(key)}.part"
            part.write_text(json.dumps(sorted({_digest(line) for line in lines})), "utf-8")
            part.replace(self.folder / f"{_digest(key)}.json")
            for path in self._files()[:-MOST]:
                path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        """The oldest first."""
        found = []
        for path in self.folder.glob("*.json"):
            with suppress(OSError):
                found.append((path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(found)]


def _digest(text: str) -> str:
    words = " ".join(text.casefold().split())
    return hashlib.sha256(words.encode()).hexdigest()[:_DIGITS]
