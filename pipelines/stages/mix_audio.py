"""mix_audio: music made for the story, ducked under the words, effects on the cuts, mastered."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Final

from pipelines.seeds import derived_seed, order_seed
from renderer.audio.effects import transition_cues
from renderer.audio.master import CEILING_DBTP, master
from renderer.audio.score import MixResult, mix_sound
from renderer.contract.order import ShortOrder
from renderer.core.ducking import speech_runs
from renderer.core.mix import Mix, Track
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.media.delivered import delivered_loudness
from renderer.media.loudness import Loudness
from renderer.runtime.ports import Ports
from renderer.runtime.stage import Stage, StageContext

DELIVERED_PEAK_DBTP: Final = -1.1
"""The promise is -1; a tenth is left for meters that differ."""

MASTERING_ROUNDS: Final = 4


def params(order: ShortOrder, ports: Ports) -> object:
    """Mood and variation of the music."""
    return {
        "bit_rate": ports.encoder.audio_bit_rate,
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
    audio, heard = _fitted(context, result)
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
        audio=context.keep(audio),
        duration=result.duration,
        tracks=tracks,
        loudness_lufs=heard.lufs,
        true_peak_dbtp=heard.true_peak_dbtp,
        credits=result.credits,
    )


def _fitted(context: StageContext, result: MixResult) -> tuple[Path, Loudness]:
    """The mix, mastered again below a lower ceiling as long as AAC lifts its peaks above the promise."""
    path, ceiling = result.path, CEILING_DBTP
    for attempt in range(MASTERING_ROUNDS):
        heard = delivered_loudness(
            path,
            duration=result.duration,
            bit_rate=context.ports.encoder.audio_bit_rate,
            scratch=context.scratch,
        )
        excess = heard.true_peak_dbtp - DELIVERED_PEAK_DBTP
        if excess <= 0 or attempt + 1 == MASTERING_ROUNDS:
            break
        ceiling -= excess + 0.1
        path = context.scratch / f"mastered-{attempt}.wav"
        master(result.path, path, ceiling_dbtp=ceiling)
    return path, heard


def _music_seed(order: ShortOrder) -> int:
    return derived_seed(order_seed(order), "music")


STAGE: Final = Stage(
    name="mix_audio",
    version=2,
    weight=3,
    needs=(Script, Narration, Storyboard),
    makes=Mix,
    params=params,
    run=run,
)
