"""Movements of a film's music, kept: after an edit only those that became another piece are composed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock

from msgspec import Struct

from renderer.audio.mixing.placed import LateFile, PlacedSound
from renderer.audio.music.brief import Composer, MusicBrief
from renderer.audio.music.piece import Piece
from renderer.audio.music.suite import Movement, briefs_of
from renderer.core.timecode import sample_at
from renderer.runtime.kept_parts import KeptParts, part_key


class MovementMaker(Struct, frozen=True, kw_only=True):
    """Makes movements in the folder `scratch`, and keeps them.

    A scene that begins a little later leaves the form of a piece as it is, so a movement's key is made of the
    piece that `planning` makes of its brief. `version` is raised when the same piece sounds different.
    """

    parts: KeptParts
    scratch: Path
    planning: Callable[[MusicBrief], Piece]
    composing: Composer
    version: int

    def key(self, brief: MusicBrief) -> str:
        """The key of a movement, made of what decides its samples."""
        decided_by = {"piece": self.planning(brief), "frames": sample_at(brief.duration)}
        return part_key("movement", version=self.version, decided_by=decided_by)

    def made(self, brief: MusicBrief, key: str) -> Path:
        """The music of a brief: as an earlier run kept it, otherwise composed and kept.

        Raises:
            ClipwrightError: what planning and composing raise, `disk_full`, `output_unwritable`.
        """
        known = self.parts.file(key)
        if known is not None:
            return known
        path = self.scratch / f"{key}.wav"
        self.composing(brief, path)
        return self.parts.keep_file(key, path)


def placed_movements(
    movements: Sequence[Movement], brief: MusicBrief, maker: MovementMaker
) -> tuple[PlacedSound, ...]:
    """The movements on the film's clock, each made when it is first read, one at a time."""
    one_at_a_time = Lock()
    return tuple(
        _placed(movement, piece, maker, one_at_a_time)
        for movement, piece in zip(movements, briefs_of(movements, brief), strict=True)
    )


def _placed(movement: Movement, brief: MusicBrief, maker: MovementMaker, lock: Lock) -> PlacedSound:
    key = maker.key(brief)
    return PlacedSound(
        key=key,
        start=sample_at(movement.start),
        frames=sample_at(brief.duration),
        read=LateFile(partial(maker.made, brief, key), lock).read,
    )
