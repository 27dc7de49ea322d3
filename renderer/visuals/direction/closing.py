"""The end of a short video: a closing card after the last word, with the question that remains."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import Card, CardSpec
from renderer.core.script import Role, Script, display_text
from renderer.core.storyboard import Shot, Transition
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import Narration

HOLD: Final = Fraction(2, 5)
"""Seconds for which the last caption stays before the card appears."""

SHORTEST: Final = Fraction(4, 5)
"""Minimum seconds needed to read a card; if less time is left, there is none."""

_QUESTIONS: Final = "?？؟"
_FADE: Final = Fraction(1, 5)
_STILL: Final = CameraMove(start=View(), end=View(zoom=1.02), easing="linear")


def closing_start(narration: Narration, duration: Fraction) -> Fraction:
    """When the closing card appears, or `duration`, the video's end, if there is no room for one."""
    words = narration.words
    start = words[-1].span.end + HOLD if words else ZERO
    return start if start > ZERO and duration - start >= SHORTEST else duration


def closing_text(script: Script) -> str:
    """The last question that the close or the hook asks, otherwise the title."""
    scenes = [scene for role in (Role.CLOSE, Role.HOOK) for scene in script.scenes if scene.role is role]
    asked = (
        display_text(line)
        for scene in scenes
        for line in reversed(scene.lines)
        if display_text(line).rstrip("\"'”’»」』 ").endswith(tuple(_QUESTIONS))
    )
    return next(asked, script.title.strip())


def closing_shot(
    script: Script, span: TimeRange, *, seed: int, palette: str, artwork: tuple[str, ...]
) -> Shot:
    """The card as the last shot; `artwork` is the topic's own subject, or none."""
    card = CardSpec(
        card=Card.CLOSING,
        seed=seed,
        palette=palette,
        language=script.language,
        text=closing_text(script),
        artwork=artwork[:1],
    )
    fade = Transition(kind="dissolve", duration=min(_FADE, span.duration / 3))
    return Shot(span=span, scene=script.scenes[-1].id, picture=card, camera=_STILL, transition=fade)
