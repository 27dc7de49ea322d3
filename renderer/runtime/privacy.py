"""Keeping files private to their owner: those made from now on, and a check of those made before."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

PRIVATE_UMASK: Final = 0o077
_OTHERS: Final = 0o077


def keep_private() -> None:
    """Make new folders 0700 and new files 0600, in this process and the children it starts from now on."""
    os.umask(PRIVATE_UMASK)


def exposed(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The paths that the group or others may use; a path that does not exist exposes nothing."""
    return tuple(path for path in paths if path.exists() and path.stat().st_mode & _OTHERS)
