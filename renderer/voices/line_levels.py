"""Level of each line relative to the others: a narrator leans in for the hook and settles at the end."""

from __future__ import annotations

from typing import Final

from renderer.core.phrasing import CLOSERS
from renderer.core.script import Line, Role, Script

_BY_ROLE: Final[dict[Role, float]] = {Role.HOOK: 2.0, Role.BEAT: 0.8, Role.CLOSE: -2.8}
_LATER: Final = -3.2
"""Added to every line of a scene after its first, which introduces the idea that the others develop."""
_SECOND: Final = -2.2
"""Added to every second scene between hook and close, so that the story has ups and downs."""
_CALLS: Final = 0.5
_CALLING: Final = frozenset("?!？！؟")


def levels(script: Script) -> tuple[float, ...]:
    """Gain of each line in decibels, in order, within about six of the narrator's level."""
    return tuple(
        _BY_ROLE[scene.role]
        + (_LATER if place else 0.0)
        + (_SECOND if scene.role is Role.BEAT and number % 2 == 0 else 0.0)
        + (_CALLS if _calls(line) else 0.0)
        for number, scene in enumerate(script.scenes)
        for place, line in enumerate(scene.lines)
    )


def _calls(line: Line) -> bool:
    text = line.tokens[-1].display.rstrip("".join(CLOSERS)) if line.tokens else ""
    return text[-1:] in _CALLING
