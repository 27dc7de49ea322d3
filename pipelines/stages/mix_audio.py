"""mix_audio: music made for the story, ducked under the words, effects on the cuts, mastered."""

from __future__ import annotations

from typing import Final

from pipelines.documents import SoundCues
from pipelines.scoring import mix_document, music_facts, music_seed
from renderer.audio.mixing.mix import mix_sound
from renderer.audio.music.perform import compose
from renderer.contract.orders.base import NarratedOrder
from renderer.core.ducking import speech_runs
from renderer.core.mix import Mix
from renderer.core.words import Narration
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext


def params(order: NarratedOrder, _capabilities: CapabilitySet) -> object:
    """Mood and variation of the music."""
    return music_facts(order)


def run(context: StageContext[NarratedOrder]) -> Mix:
    """Compose, place, duck, mix and master."""
    narration, cued = context.read(Narration), context.read(SoundCues)
    result = mix_sound(
        context.path(narration.audio),
        speech_runs(narration.words),
        pack=context.order.settings.style_pack,
        mode=context.order.settings.video_mode,
        seed=music_seed(context.order),
        duration=cued.duration,
        accents=cued.accents,
        cues=cued.cues,
        scratch=context.scratch,
        composing=compose,
    )
    return mix_document(context, result)


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="mix_audio",
    version=8,
    weight=3,
    needs=(Narration, SoundCues),
    makes=Mix,
    params=params,
    run=run,
)
