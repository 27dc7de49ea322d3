"""Remarks on what was just said ("Did you know that?"), which lengthen a short story and state nothing."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from renderer.composition.joining import load_joining
from renderer.composition.story import ComposedLine, ComposedScene, Seconds, Story, Wanted, told_seconds
from renderer.core.script import Role


def with_remarks(story: Story, wanted: Wanted, *, shortest: float, spoken: Seconds) -> Story:
    """The story with remarks until it takes `shortest` seconds, or until every scene of facts has one.

    The last fact gets the first remark, then the others in order.
    """
    remarks = load_joining(wanted.language).remarks
    scenes, seconds = story.scenes, story.seconds
    for number, place in enumerate(_places(scenes)):
        if seconds >= shortest or number == len(remarks):
            break
        remark = ComposedLine(text=remarks[(wanted.seed + number) % len(remarks)])
        longer = replace(scenes[place], lines=(*scenes[place].lines, remark))
        scenes = (*scenes[:place], longer, *scenes[place + 1 :])
        seconds = told_seconds(scenes, spoken)
    return replace(story, scenes=scenes, seconds=seconds)


def _places(scenes: tuple[ComposedScene, ...]) -> Iterator[int]:
    """Indices of the scenes that tell facts, the last one first."""
    told = [
        place
        for place, scene in enumerate(scenes)
        if scene.role is Role.BEAT and any(line.sources for line in scene.lines)
    ]
    yield from (*told[-1:], *told[:-1])
