"""Reads users' text files in the child process: only regular files in their folder, only their start."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from renderer.media.sources.sandbox import SandboxLimits, ask_child

TEXT_LIMITS: Final = SandboxLimits(memory=1 << 30, seconds=20, file_bytes=0)


class FoundText(Struct, frozen=True, kw_only=True):
    """The beginning of a text file, or why it cannot be read (`refused`, "" if it could be)."""

    text: str = ""
    refused: str = ""


def read_texts(folder: Path, names: Sequence[str], *, most_bytes: int) -> tuple[FoundText, ...]:
    """The first `most_bytes` of each of the files `names` directly in `folder`, as UTF-8 with replacements.

    Raises:
        ClipwrightError: `media_unreadable` when the child itself ends before its answer.
    """
    if not names:
        return ()
    answer = ask_child("read_texts", folder, TEXT_LIMITS, names=list(names), most_bytes=most_bytes)
    return tuple(FoundText(**found) for found in answer["texts"])
