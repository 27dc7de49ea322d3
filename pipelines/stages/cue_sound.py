"""cue_sound: what a mix needs to know of the pictures: effects, when scenes begin, how long the video is.

It is a document of its own so that another caption style leaves the mix as it is: all that a style changes in
the pictures is the caption box that they keep clear.
"""

from __future__ import annotations

from typing import Final

from pipelines.documents import SoundCues
from pipelines.scoring import cues, scene_starts
from renderer.contract.orders.base import NarratedOrder
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext


def params(order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """Whether there are effects at all."""
    del capabilities
    return {"effects": order.effects}


def run(context: StageContext[NarratedOrder]) -> SoundCues:
    """Derive the cues from the shots, their transitions and the words."""
    narration, storyboard = context.read(Narration), context.read(Storyboard)
    return SoundCues(
        cues=cues(context.order, storyboard, narration),
        accents=scene_starts(context.read(Script), narration),
        duration=storyboard.shots[-1].span.end,
    )


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="cue_sound",
    version=1,
    weight=1,
    needs=(Script, Narration, Storyboard),
    makes=SoundCues,
    params=params,
    run=run,
)
