"""Opens users' files by descriptor, so that the file read is the file checked. Runs in the child process."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from renderer.media.sources.refusal import Refusal

_FLAGS: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
"""Opening never blocks, not even if a pipe has replaced the file."""


def open_regular(path: Path, *, within: str = "") -> int:
    """A descriptor of the regular file at `path`; with `within`, of one that truly lies below that folder.

    Links are followed; their target is checked on the descriptor itself, so the file cannot be replaced
    between check and read.

    Raises:
        Refusal: `not_a_file`, `special_file` or `outside`.
    """
    try:
        _check_kind(path.stat().st_mode)  # before opening: opening some devices has side effects
        descriptor = os.open(path, _FLAGS)
    except OSError as error:
        raise Refusal("not_a_file") from error
    try:
        _check_kind(os.fstat(descriptor).st_mode)
        _check_place(descriptor, within)
    except Refusal:
        os.close(descriptor)
        raise
    return descriptor


def path_of(descriptor: int) -> Path:
    """A path that decoders can open and that always leads to this open file."""
    return Path(f"/proc/self/fd/{descriptor}")


def _check_kind(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise Refusal("not_a_file")
    if not stat.S_ISREG(mode):
        raise Refusal("special_file")


def _check_place(descriptor: int, within: str) -> None:
    if within and not path_of(descriptor).readlink().is_relative_to(os.path.realpath(within)):
        raise Refusal("outside")
