"""score_film: a movement of music for each chapter, coming back at the end, under the voice, mastered."""

from __future__ import annotations

from functools import partial
from typing import Final

from pipelines.film.documents import Film
from pipelines.film.movements import kept_movement
from pipelines.scoring import cues, mix_document, music_facts, music_seed, scene_starts
from pipelines.seeds import derived_seed
from renderer.audio.mixing.mix import mix_sound
from renderer.audio.music.perform import compose, piece_of
from renderer.audio.music.suite import Movement, compose_suite
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.ducking import speech_runs
from renderer.core.film import FilmTimeline
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.stage import Stage, StageContext

VERSION: Final = 2
"""Of the stage, and of the movements that are kept: raise it where either sounds otherwise."""


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """Mood and variation of the music."""
    del capabilities
    return music_facts(order)


def run(context: StageContext[LongFormOrder]) -> Mix:
    """Compose, place, duck, mix and master."""
    narration, storyboard = context.read(Narration), context.read(Storyboard)
    timeline, seed = context.read(Film).timeline, music_seed(context.order)
    performing = partial(
        kept_movement,
        parts=KeptParts(context.store),
        planning=piece_of,
        composing=compose,
        version=VERSION,
    )
    result = mix_sound(
        context.path(narration.audio),
        speech_runs(narration.words),
        pack=context.order.settings.style_pack,
        mode=context.order.settings.video_mode,
        seed=seed,
        duration=timeline.duration,
        accents=scene_starts(context.read(Script), narration),
        cues=cues(context.order, storyboard, narration),
        scratch=context.scratch,
        composing=partial(compose_suite, _movements(timeline, seed), performing),
    )
    return mix_document(context, result)


def _movements(timeline: FilmTimeline, seed: int) -> tuple[Movement, ...]:
    """One for each chapter; the last chapter has the music of the first."""
    last = timeline.chapters[-1].id
    return tuple(
        Movement(
            start=chapter.span.start,
            seed=derived_seed(seed, timeline.chapters[0].id if chapter.id == last else chapter.id),
        )
        for chapter in timeline.chapters
    )


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="score_film",
    version=VERSION,
    weight=5,
    needs=(Film, Script, Narration, Storyboard),
    makes=Mix,
    params=params,
    run=run,
)
