"""Movements of a film's music, kept: after an edit those are composed again that became another piece."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from renderer.audio.music.brief import Composer, MusicBrief
from renderer.audio.music.piece import Piece
from renderer.core.timecode import sample_at
from renderer.runtime.kept_parts import KeptParts, part_key


def kept_movement(
    brief: MusicBrief,
    path: Path,
    *,
    parts: KeptParts,
    planning: Callable[[MusicBrief], Piece],
    composing: Composer,
    version: int,
) -> Path:
    """The music of a brief: what an earlier run kept of it, else composed at `path` and kept.

    A scene that begins a little later leaves the form of a piece as it is, so the key is the piece that
    `planning` makes of the brief. `version` is raised where the same piece sounds otherwise.

    Raises:
        ClipwrightError: what `planning` and `composing` raise, `disk_full`, `output_unwritable`.
    """
    decided_by = {"piece": planning(brief), "frames": sample_at(brief.duration)}
    key = part_key("movement", version=version, decided_by=decided_by)
    known = parts.file(key)
    if known is not None:
        return known
    composing(brief, path)
    return parts.keep_file(key, path)
