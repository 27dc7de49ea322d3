"""score_film: a movement of music for each chapter, the first returning at the end, ducked and mastered."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pipelines.film.documents import Film
from pipelines.film.mixing import FilmSound, FilmStems, PartKeeper, mixed_in_parts
from pipelines.film.movements import MovementMaker, placed_movements
from pipelines.releasing import release_spoken
from pipelines.scoring import cues, music_facts, music_seed, scene_starts
from pipelines.seeds import derived_seed
from renderer.audio.mixing.levels import EFFECTS_DB, constant
from renderer.audio.mixing.mix import credits_of
from renderer.audio.mixing.placed import PlacedSound
from renderer.audio.mixing.placed_effects import placed_effects
from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.perform import compose, piece_of
from renderer.audio.music.suite import Movement
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.codec import encode
from renderer.core.ducking import speech_runs
from renderer.core.film import FilmTimeline
from renderer.core.mix import Mix, SoundSheet, Track
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import sample_at
from renderer.core.words import Narration
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.stage import Stage, StageContext

VERSION: Final = 5
"""Version of the stage and of the kept parts: raise it when either sounds different."""
MOVEMENT_VERSION: Final = 3
"""Raise it when the same piece of music sounds different."""


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """Mood and variation of the music."""
    del capabilities
    return music_facts(order)


def run(context: StageContext[LongFormOrder]) -> Mix:
    """Compose, place, duck, mix and master."""
    release_spoken(context)
    narration, timeline = context.read(Narration), context.read(Film).timeline
    speech = speech_runs(narration.words)
    last_word = max((span.end for span in speech), default=timeline.duration)
    keeper = PartKeeper(
        parts=KeptParts(context.store),
        version=VERSION,
        scratch=context.scratch,
        check=context.check_cancelled,
    )
    stems = FilmStems(
        voice=context.path(narration.audio),
        music=_music(context, last_word=last_word),
        effects=placed_effects(cues(context.order, context.read(Storyboard), narration)),
    )
    sound = mixed_in_parts(
        stems,
        speech,
        duration=timeline.duration,
        last_word=last_word,
        sections=timeline.sections,
        keeper=keeper,
    )
    return _document(context, sound)


def _music(context: StageContext[LongFormOrder], *, last_word: Fraction) -> tuple[PlacedSound, ...]:
    """The movements; each is composed only when it is first read."""
    timeline, seed, settings = context.read(Film).timeline, music_seed(context.order), context.order.settings
    brief = MusicBrief(
        mood=settings.style_pack,
        mode=settings.video_mode,
        seed=seed,
        duration=timeline.duration,
        last_word_end=last_word,
        accents=scene_starts(context.read(Script), context.read(Narration)),
    )
    maker = MovementMaker(
        parts=KeptParts(context.store),
        scratch=context.scratch,
        planning=piece_of,
        composing=compose,
        version=MOVEMENT_VERSION,
    )
    return placed_movements(_movements(timeline, seed), brief, maker)


def _movements(timeline: FilmTimeline, seed: int) -> tuple[Movement, ...]:
    """A movement for each chapter; the last chapter has the music of the first."""
    last = timeline.chapters[-1].id
    return tuple(
        Movement(
            start=chapter.span.start,
            seed=derived_seed(seed, timeline.chapters[0].id if chapter.id == last else chapter.id),
        )
        for chapter in timeline.chapters
    )


def _document(context: StageContext[LongFormOrder], sound: FilmSound) -> Mix:
    """The mix; of its stems, only the voice is in the store as a whole."""
    timeline, levels = context.read(Film).timeline, sound.levels
    sheet = SoundSheet(
        samples=sample_at(timeline.duration),
        sections=timeline.sections,
        parts=tuple(map(context.keep, sound.parts)),
    )
    return Mix(
        audio=context.keep(context.path(context.store.put_bytes(encode(sheet)))),
        duration=timeline.duration,
        tracks=(
            Track(name="narration", stem=context.read(Narration).audio, gain=constant(levels.voice_db)),
            Track(name="music", stem="", gain=levels.bed),
            Track(name="effects", stem="", gain=constant(EFFECTS_DB)),
        ),
        loudness_lufs=sound.loudness_lufs,
        true_peak_dbtp=sound.true_peak_dbtp,
        credits=credits_of(context.order.settings.style_pack),
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
