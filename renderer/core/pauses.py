"""How long the narrator is silent after a line: by the mark it ends with, and by what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from renderer.core.phrasing import CLOSERS
from renderer.core.script import Role, Script, display_text
from renderer.core.timecode import ZERO

LEAD_IN: Final = Fraction(1, 10)
"""Seconds before the first word."""

_AFTER_MARK: Final[tuple[tuple[frozenset[str], Fraction], ...]] = (
    (frozenset("?？؟"), Fraction(44, 100)),
    (frozenset("!！"), Fraction(30, 100)),
    (frozenset("…"), Fraction(45, 100)),
    (frozenset(".。।॥۔｡"), Fraction(41, 100)),
    (frozenset(":：—–"), Fraction(26, 100)),
    (frozenset(",;،؛、，；"), Fraction(20, 100)),
)
_PLAIN: Final = Fraction(22, 100)
_BETWEEN_SCENES: Final = Fraction(84, 100)
_AFTER_HOOK: Final = Fraction(88, 100)
_BEFORE_CLOSE: Final = Fraction(90, 100)
_AFTER_QUESTION: Final = Fraction(5, 100)


TYPICAL: Final = Fraction(1, 2)
"""Average seconds between two lines in scripts of ten lines in six scenes, for plans without a text."""


def pauses(script: Script) -> tuple[Fraction, ...]:
    """Seconds of silence after each line, in order; 0 after the last."""
    return silences([(scene.role, [display_text(line) for line in scene.lines]) for scene in script.scenes])


def silences(scenes: Sequence[tuple[Role, Sequence[str]]]) -> tuple[Fraction, ...]:
    """The same for lines as text, scene by scene.

    Between scenes the silence lasts 0.84 to 0.93 s, so that the music has time to come up; inside a scene it
    depends on the mark that a line ends with.
    """
    found: list[Fraction] = []
    for (role, lines), following in zip(scenes, (*scenes[1:], None), strict=True):
        found += [after_mark(line) for line in lines[:-1]]
        found.append(_after_scene(lines[-1], role, following[0]) if following else ZERO)
    return tuple(found)


def after_mark(line: str) -> Fraction:
    """Seconds of silence after a line inside a scene."""
    last = _last_mark(line)
    return next((pause for marks, pause in _AFTER_MARK if last in marks), _PLAIN)


def _after_scene(line: str, role: Role, following: Role) -> Fraction:
    if following is Role.CLOSE:
        return _BEFORE_CLOSE
    pause = _AFTER_HOOK if role is Role.HOOK else _BETWEEN_SCENES
    return pause + (_AFTER_QUESTION if _last_mark(line) in _AFTER_MARK[0][0] else ZERO)


def _last_mark(line: str) -> str:
    return line.rstrip("".join(CLOSERS))[-1:]
