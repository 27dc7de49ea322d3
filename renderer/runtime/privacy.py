"""Files that only their owner may read: what is made from now on, and what was made before."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

PRIVATE_UMASK: Final = 0o077
_OTHERS: Final = 0o077


def keep_private() -> None:
    """Folders 0700 and files 0600 for this process and the children that it starts from now on."""
    os.umask(PRIVATE_UMASK)


def exposed(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Those that group or others may use; a path that does not exist exposes nothing."""
    return tuple(path for path in paths if path.exists() and path.stat().st_mode & _OTHERS)
