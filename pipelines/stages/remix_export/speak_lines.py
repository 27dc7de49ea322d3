"""speak_lines: the voiceover's lines, spoken by the engine, fitted to their windows, laid on one timeline."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Final

import numpy as np

from pipelines.project.documents import Dub, DubbedLine, ProjectTexts
from pipelines.project.dubbing import Narrator, SpokenScript, spoken_script
from pipelines.project.order import MixedOrder
from pipelines.project.takes import LineTake
from pipelines.project.texts import lines_of
from pipelines.pronouncing import line_maker
from pipelines.source.documents import SurveyedSource
from renderer.audio.mixing.voice_chain import process_voice, resample
from renderer.audio.signal.samples import Samples
from renderer.audio.signal.wav import WavWriter
from renderer.backends.rewriting.base import LineRewriter
from renderer.backends.speech.base import SpeechEngine, TokenSpan
from renderer.contract.orders.remix import VoiceoverMode
from renderer.contract.remix.timed_text import TimedText
from renderer.contract.vocabulary import Language
from renderer.core.codec import canonical
from renderer.core.timecode import AUDIO_RATE, TimeRange, milliseconds, sample_at, sample_time
from renderer.core.voice import DspProfile
from renderer.core.words import Word
from renderer.dubbing.fit import LinePlacement
from renderer.media.clip_timeline import PlacedClip, laid_out
from renderer.media.tempo import at_tempo
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.voices.profiles import load_voice

_SPOKEN: Final = 0.8
"""Share of the stage's progress at which every line has been spoken."""
NO_LINES: Final = "a voiceover is ordered, but nothing was heard or given that it could say"
"""Note on a video that was ordered with a voiceover and has none."""


def params(order: MixedOrder, capabilities: CapabilitySet) -> object:
    """Voice, language, lexicon and engines; empty without a voiceover."""
    voiceover = order.settings.voiceover
    if voiceover.mode is VoiceoverMode.OFF:
        return {}
    profile = load_voice(voiceover.voice)
    return {
        "voice": voiceover.voice,
        "language": voiceover.language,
        "lexicon": order.lexicon,
        "engine": capabilities.engine(SpeechEngine).fingerprint,
        "rewriter": capabilities.engine(LineRewriter).fingerprint,
        "chains": [profile.dsp, profile.natural],
    }


def run(context: StageContext[MixedOrder]) -> Dub:
    """Speak the lines, fit them to their windows and place them.

    Raises:
        ClipwrightError: `cancelled`, and what the engines raise.
    """
    voiceover = context.order.settings.voiceover
    if voiceover.mode is VoiceoverMode.OFF:
        return _silence(voiceover.language)
    script = lines_of(context)
    if not script:
        return _silence(voiceover.language, NO_LINES)
    duration = context.read(SurveyedSource).facts.duration
    narrator = Narrator(
        speech=context.engine(SpeechEngine),
        rewriter=context.engine(LineRewriter),
        language=voiceover.language,
        voice=voiceover.voice,
        line_of=line_maker(voiceover.language, context.order.lexicon),
        heard=partial(_heard, context, len(script)),
    )
    spoken = spoken_script(script, narrator, end_ms=milliseconds(duration), into=context.scratch)
    context.check_cancelled()
    context.advance(_SPOKEN, f"{len(script)} lines spoken")
    speaker = spoken.engine.engine_for(voiceover.language)
    stem = context.scratch / "voiceover.wav"
    with WavWriter(stem, channels=1) as out:
        clips = _clips(context, spoken, load_voice(voiceover.voice).chain(speaker))
        for piece in laid_out(clips, length=sample_at(duration)):
            out.write(piece)
    return Dub(
        audio=context.keep(stem),
        language=voiceover.language,
        lines=tuple(_line(number, line, spoken, speaker=speaker) for number, line in enumerate(script)),
        speaker=speaker,
        engine=spoken.engine.fingerprint,
        fingerprint=_fingerprint(script, voiceover.voice, voiceover.language, spoken.engine.fingerprint),
        notes=spoken.notes,
    )


def _heard(context: StageContext[MixedOrder], total: int, done: int) -> None:
    context.check_cancelled()
    context.advance(_SPOKEN * min(1.0, done / total), f"spoke line {done} of {total}")


def _silence(language: Language, *notes: str) -> Dub:
    return Dub(
        audio="", language=language, lines=(), speaker="none", engine="none", fingerprint="", notes=notes
    )


def _told(dub: Dub) -> str:
    return NO_LINES if NO_LINES in dub.notes else ""


def _fingerprint(script: tuple[TimedText, ...], voice: str, language: str, engine: str) -> str:
    lines = [(line.start_ms, line.end_ms, line.text) for line in script]
    return hashlib.sha256(canonical([lines, voice, language, engine])).hexdigest()


def _clips(
    context: StageContext[MixedOrder], spoken: SpokenScript, chain: DspProfile
) -> Iterator[PlacedClip]:
    total = len(spoken.placements)
    for number, placement in enumerate(spoken.placements):
        context.check_cancelled()
        if placement.samples > placement.cut:
            yield PlacedClip(
                start_ms=placement.start_ms, samples=_sound(spoken.takes[number], placement, chain)
            )
        context.advance(_SPOKEN + (1 - _SPOKEN) * number / total, f"line {number + 1} of {total}")


def _sound(take: LineTake, placement: LinePlacement, chain: DspProfile) -> Samples:
    """The take at its tempo, passed through its voice's chain, cut to what is heard."""
    plain = resample(take.samples(), take.rate)
    stretched = at_tempo(plain, rate=AUDIO_RATE, tempo=placement.tempo)
    samples = process_voice(np.pad(stretched, (0, max(0, placement.samples - len(stretched)))), chain)
    return samples[: placement.samples - placement.cut]


def _line(number: int, line: TimedText, spoken: SpokenScript, *, speaker: str) -> DubbedLine:
    text, placement = spoken.texts[number], spoken.placements[number]
    return DubbedLine(
        start_ms=line.start_ms,
        end_ms=line.end_ms,
        text=text,
        placement=placement,
        reworded=text != line.text,
        words=_words(spoken.takes[number], placement, speaker) if number in spoken.takes else (),
    )


def _words(take: LineTake, placement: LinePlacement, speaker: str) -> tuple[Word, ...]:
    if len(take.spans) != len(take.line.tokens):
        return ()
    start, stop = Fraction(placement.start_ms, 1000), sample_time(placement.stop)
    return tuple(
        Word(
            text=token.display,
            span=_span(span, take, placement, within=TimeRange(start, max(start, stop))),
            line=take.line.id,
            token=number,
            confidence=span.confidence,
            source=speaker,
            gap=token.gap,
        )
        for number, (token, span) in enumerate(zip(take.line.tokens, take.spans, strict=True))
    )


def _span(span: TokenSpan, take: LineTake, placement: LinePlacement, *, within: TimeRange) -> TimeRange:
    tempo = Fraction(placement.tempo).limit_denominator(100_000)
    start, end = (
        min(within.start + Fraction(edge, take.rate) / tempo, within.end) for edge in (span.start, span.end)
    )
    return TimeRange(start, end)


STAGE: Final[Stage[MixedOrder]] = Stage(
    name="speak_lines",
    version=4,
    weight=15,
    needs=(SurveyedSource, ProjectTexts),
    makes=Dub,
    params=params,
    run=run,
    summary=_told,
)
