"""mix_remix: the original's own sound, ducked or without its speech, the voiceover over it, mastered."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np

from pipelines.project.documents import Dub, ProjectTexts
from pipelines.project.order import MixedOrder
from pipelines.project.picture import export_shape
from pipelines.project.texts import analysis_of
from pipelines.source.documents import SurveyedSource
from pipelines.source.reading import source_path
from renderer.audio.mixing.remix import RemixBrief, RemixSound, mix_remix
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.backends.separation.base import VoiceSeparator
from renderer.contract.orders.remix import VoiceoverMode
from renderer.contract.remix.analysis import SourceAnalysis
from renderer.core.mix import Mix, Track
from renderer.core.timecode import TimeRange, sample_at
from renderer.media.sources.video.sound import sound_blocks
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext


def params(order: MixedOrder, capabilities: CapabilitySet) -> object:
    """What is heard and how loud, and the separator if voices are replaced."""
    settings = order.settings
    replaced = settings.voiceover.mode is VoiceoverMode.REPLACE
    return {
        "separator": capabilities.engine(VoiceSeparator).fingerprint if replaced else "",
        "original": settings.original_audio.model_dump(),
        "voiceover": [settings.voiceover.mode, settings.voiceover.volume],
        "ducking": settings.ducking.model_dump(),
    }


def run(context: StageContext[MixedOrder]) -> Mix:
    """Decode, place, duck, sum and master.

    Raises:
        ClipwrightError: `cancelled`, `media_unreadable`, `disk_full`.
    """
    dub, settings = context.read(Dub), context.order.settings
    duration = export_shape(context.read(SurveyedSource).facts).duration
    voice = context.path(dub.audio) if dub.audio else None
    original, speech = _original(context, duration), speech_of(analysis_of(context))
    brief = RemixBrief(
        duration=duration,
        original=original,
        original_gain=settings.original_audio.volume,
        speech=speech,
        voice=voice,
        voice_gain=settings.voiceover.volume,
        words=tuple(line.span for line in dub.lines if line.span.duration),
        mode="replace" if settings.voiceover.mode is VoiceoverMode.REPLACE else "mix",
        depth_db=settings.ducking.depth_db if settings.ducking.enabled else 0.0,
        background=_background(context, original) if original and speech else None,
    )
    mixed = mix_remix(brief, context.scratch, check=context.check_cancelled)
    return _document(context, mixed, duration)


def speech_of(analysis: SourceAnalysis) -> tuple[TimeRange, ...]:
    """When somebody speaks in the original: where it was detected, and every word that was understood."""
    words = [word for segment in analysis.transcript for word in segment.words]
    spans = (*analysis.speech, *words)
    return tuple(
        TimeRange(Fraction(span.start_ms, 1000), Fraction(span.end_ms, 1000))
        for span in spans
        if span.start_ms < span.end_ms
    )


def _original(context: StageContext[MixedOrder], duration: Fraction) -> Path | None:
    """The source's sound as a WAV, exactly `duration` long; None if there is none or it is not wanted."""
    source, settings = context.read(SurveyedSource), context.order.settings.original_audio
    if source.sound is None or not settings.enabled or not settings.volume:
        return None
    path, written, wanted = context.scratch / "original.wav", 0, sample_at(duration)
    with WavWriter(path, channels=2) as out:
        for block in sound_blocks(source_path(context), source.facts, source.sound, stop=duration):
            context.check_cancelled()
            out.write(block)
            written += block.shape[1]
            context.advance(written / wanted / 2, f"{written / 48_000:.0f} s of sound decoded")
        out.write(np.zeros((2, max(0, wanted - written)), np.float32))
    return path


def _background(context: StageContext[MixedOrder], original: Path) -> Path | None:
    """The original without its voices; None if they are not replaced or no separator is available."""
    separator = context.engine(VoiceSeparator)
    if context.order.settings.voiceover.mode is not VoiceoverMode.REPLACE or not separator.available:
        return None
    path = context.scratch / "background.wav"
    with WavReader(original) as wav, WavWriter(path, channels=2) as out:
        done = 0
        for block in separator.background(wav.blocks()):
            context.check_cancelled()
            out.write(block)
            done += block.shape[1]
            context.advance(0.5 + done / wav.frames / 4, f"{done / 48_000:.0f} s of voices taken out")
    return path


def _document(context: StageContext[MixedOrder], sound: RemixSound, duration: Fraction) -> Mix:
    """The mix; of its stems only the voiceover is kept, the others can be made from the source again."""
    voiceover = context.read(Dub).audio
    tracks = tuple(
        Track(name=stem.name, stem=voiceover, offset=stem.offset, gain=stem.gain)
        for stem in sound.stems
        if stem.name == "voiceover"
    )
    return Mix(
        audio=context.keep(sound.path),
        duration=duration,
        tracks=tracks,
        notes=tuple(_notes(context, sound)),
        loudness_lufs=sound.loudness_lufs,
        true_peak_dbtp=sound.true_peak_dbtp,
    )


def _notes(context: StageContext[MixedOrder], sound: RemixSound) -> Iterator[str]:
    """Notes on what is heard where speech was taken out."""
    names = {stem.name for stem in sound.stems}
    if "background" in names:
        by = context.engine(VoiceSeparator).fingerprint
        yield f"behind replaced speech its own background, kept by {by}"
    if "room tone" in names:
        yield "behind replaced speech room tone: nobody is set up who tells voices from their background"


STAGE: Final[Stage[MixedOrder]] = Stage(
    name="mix_remix",
    version=3,
    weight=6,
    needs=(SurveyedSource, ProjectTexts, Dub),
    makes=Mix,
    params=params,
    run=run,
)
