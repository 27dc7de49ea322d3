"""Names of the user's files as text: for keys, for notes, and many of them in one line."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_MOST_NAMED: Final = 100
"""The most left-out files that a note names; it gives the number of the others."""


def shown_name(path: Path) -> str:
    """The file's name as text; bytes that are not UTF-8 become U+FFFD."""
    return unicodedata.normalize("NFC", printable(path.name))


def printable(name: str) -> str:
    """A path's bytes as text; those that are not UTF-8 become U+FFFD."""
    return os.fsencode(name).decode("utf-8", "replace")


def exact(path: Path) -> str:
    """The name as text from which its bytes can be recovered."""
    return os.fsencode(path.name).decode("utf-8", "backslashreplace")


def named(names: Sequence[str]) -> str:
    """The names of files for a note; if they are very many, the first ones and the number of the others."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more
