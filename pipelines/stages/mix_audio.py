"""mix_audio: music made for the story, ducked under the words, effects on the cuts, mastered."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pipelines.seeds import derived_seed, order_seed
from renderer.audio.effects import transition_cues
from renderer.audio.score import MixResult, mix_sound
from renderer.contract.order import ShortOrder
from renderer.core.ducking import speech_runs
from renderer.core.mix import Mix, Track
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.ports import Ports
from renderer.runtime.stage import Stage, StageContext


def params(order: ShortOrder, _ports: Ports) -> object:
    """Mood and variation of the music."""
    return {
        "pack": order.settings.style_pack,
        "mode": order.settings.video_mode,
        "seed": _music_seed(order),
    }


def run(context: StageContext) -> Mix:
    """Compose, place, duck, mix and master."""
    narration, storyboard = context.read(Narration), context.read(Storyboard)
    cuts = [
        (shot.transition.kind, shot.span.start, shot.transition.duration) for shot in storyboard.shots[1:]
    ]
    result = mix_sound(
        context.path(narration.audio),
        speech_runs(narration.words),
        pack=context.order.settings.style_pack,
        mode=context.order.settings.video_mode,
        seed=_music_seed(context.order),
        duration=storyboard.shots[-1].span.end,
        accents=_scene_starts(context.read(Script), narration),
        cues=transition_cues(cuts),
        scratch=context.scratch,
    )
    return _document(context, result)


def _scene_starts(script: Script, narration: Narration) -> tuple[Fraction, ...]:
    first_lines = {scene.lines[0].id for scene in script.scenes}
    return tuple(line.span.start for line in narration.lines if line.line in first_lines)


def _document(context: StageContext, result: MixResult) -> Mix:
    voice = context.read(Narration).audio
    tracks = tuple(
        Track(
            name=stem.name,
            stem=voice if stem.name == "narration" else context.keep(stem.path),
            offset=stem.offset,
            gain=stem.gain,
        )
        for stem in result.stems
    )
    return Mix(
        audio=context.keep(result.path),
        duration=result.duration,
        tracks=tracks,
        loudness_lufs=result.loudness_lufs,
        true_peak_dbtp=result.true_peak_dbtp,
        credits=result.credits,
    )


def _music_seed(order: ShortOrder) -> int:
    return derived_seed(order_seed(order), "music")


STAGE: Final = Stage(
    name="mix_audio",
    version=4,
    weight=3,
    needs=(Script, Narration, Storyboard),
    makes=Mix,
    params=params,
    run=run,
)
