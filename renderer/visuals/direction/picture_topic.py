"""The topic of a video, or of a part of one: title, anchor, tone and time, as a value."""

from __future__ import annotations

from typing import Final, Literal
from zlib import crc32

from msgspec import Struct

from renderer.core.picture_spec import Place
from renderer.core.script import Line
from renderer.visuals.matching.subject import Subject
from renderer.visuals.matching.tone import OPEN, Gate

_STOCK_SHARE: Final = 5
"""One in this many things that stock lines name is shown, a different one for each topic."""


class PictureTopic(Struct, frozen=True, kw_only=True):
    """`title`: its words; `anchor`: artwork of its subject that the gate admits, possibly none.

    `turn` determines where lists of equally good artwork begin, so that two topics do not show the same
    drawings; `trend` is the direction of charts if a line does not say, or "" for either. `own` are the
    concepts that the title names, `places` the places. `stock`: every topic gets these lines, so most of what
    they name says nothing about it. `told` is what was mentioned just before, for shots that name nothing.
    `known` are concepts that the script's sources are about, which settle the meaning of their words.
    """

    title: tuple[str, ...] = ()
    anchor: tuple[str, ...] = ()
    gate: Gate = OPEN
    turn: int = 0
    trend: Literal["", "up", "down"] = ""
    own: frozenset[tuple[str, ...]] = frozenset()
    stock: bool = False
    places: tuple[Place, ...] = ()
    told: tuple[Subject, ...] = ()
    known: frozenset[int] = frozenset()

    def shown(self, artwork: tuple[str, ...]) -> tuple[str, ...]:
        """The admissible part of a concept's artwork, this topic's choice first."""
        allowed = [name for name in artwork if self.gate.admits(name)]
        turned = self.turn % len(allowed) if allowed else 0
        return (*allowed[turned:], *allowed[:turned])

    def takes(self, artwork: tuple[str, ...]) -> bool:
        """Whether a concept may be shown; of those in stock lines, only a share that differs by topic."""
        told = not self.stock or artwork in self.own
        return told or crc32(f"{self.turn} {artwork[0]}".encode()) % _STOCK_SHARE == 0


def words_of(line: Line) -> tuple[str, ...]:
    """The words of a line as displayed."""
    return tuple(token.display for token in line.tokens)
