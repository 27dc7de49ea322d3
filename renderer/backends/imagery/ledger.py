"""Records the pictures that earlier videos of this workspace showed, so that later ones show others.

A gathering is the choice of pictures for one video. Its own entries never count against it, so that a job
that is killed and resumed, or an order that is rendered again, makes the same choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

import msgspec
from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.files import write_atomically

MOST_VIDEOS: Final = 200
"""Most gatherings that are kept; the oldest are removed first."""


class PictureLedger(Protocol):
    """The pictures that each gathering chose."""

    def shown(self, *, before: str) -> frozenset[str]:
        """Identities of pictures that other gatherings than `before` chose."""
        ...

    def note(self, gathering: str, identities: Sequence[str]) -> None:
        """Remember what a gathering chose."""
        ...


class NoLedger(Struct, frozen=True):
    """Remembers nothing."""

    def shown(self, *, before: str) -> frozenset[str]:
        """Always empty."""
        del before
        return frozenset()

    def note(self, gathering: str, identities: Sequence[str]) -> None:
        """Do nothing."""


class FolderLedger(Struct, frozen=True):
    """One small file per gathering, shared by any number of processes; safe to delete at any time.

    A ledger that cannot be read or written reduces variety but never fails a video.
    """

    root: Path

    def shown(self, *, before: str) -> frozenset[str]:
        """Identities of the last `MOST_VIDEOS` gatherings."""
        return frozenset(
            identity for path in self._files() if path.stem != before for identity in _identities(path)
        )

    def note(self, gathering: str, identities: Sequence[str]) -> None:
        """Write the gathering's file atomically and remove the oldest ones."""
        with suppress(OSError, ClipwrightError):
            self.root.mkdir(parents=True, exist_ok=True)
            write_atomically(self.root / f"{gathering}.json", msgspec.json.encode(sorted(set(identities))))
            for path in self._files()[MOST_VIDEOS:]:
                path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        """The gatherings' files, latest first."""
        dated = []
        for path in self.root.glob("*.json"):
            with suppress(OSError):  # another process removes it
                dated.append((path.stat().st_mtime_ns, path.name, path))
        return [path for _, _, path in sorted(dated, reverse=True)]


def _identities(path: Path) -> list[str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[str])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return []
