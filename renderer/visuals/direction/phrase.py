"""The content of one shot as a value: some words and when they are said."""

from __future__ import annotations

from msgspec import Struct

from renderer.core.script import Scene
from renderer.core.timecode import TimeRange
from renderer.core.words import Word


class Phrase(Struct, frozen=True, kw_only=True):
    """The words of one shot and when it is on screen; `scene` is the scene of its first word."""

    span: TimeRange
    scene: Scene
    words: tuple[Word, ...]
    opens_scene: bool
