"""Sentences of a film spoken one after the other into one stem, those that were spoken before copied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from renderer.audio.mixing.voice_chain import faded, process_voice, resample
from renderer.audio.signal.prefetch import ahead
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.backends.speech.base import Samples, Speech, SpeechEngine, TokenSpan
from renderer.backends.speech.choice import chosen_engine
from renderer.backends.speech.together import spoken_together
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.script import Line
from renderer.core.timecode import AUDIO_RATE, TimeRange, sample_at, sample_time
from renderer.core.words import TakeLine, TakeToken, VoiceTake
from renderer.manuscript.document import Sentence
from renderer.manuscript.fitting import FilmFit
from renderer.media.tempo import at_tempo
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import StageContext
from renderer.text.lines import build_line
from renderer.voices.profiles import load_voice

FADE_IN: Final = Fraction(5, 1000)
FADE_OUT: Final = Fraction(10, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenBefore:
    """Lines of an earlier stem (a digest) by the text of their sentence; empty where nothing was spoken."""

    audio: str = ""
    lines: Mapping[str, TakeLine] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def recording_params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """Voice, language and engine decide the sound; the words come from the fit."""
    voice = order.settings.voice
    return {
        "voice": voice,
        "language": order.settings.language,
        "engine": capabilities.engine(SpeechEngine).fingerprint,
        "chains": [load_voice(voice).dsp, load_voice(voice).natural],
    }


def recorded(context: StageContext[LongFormOrder], fit: FilmFit, before: SpokenBefore) -> VoiceTake:
    """One stem of all sentences of the fit, without pauses; line ids are those of the sentences.

    Raises:
        ClipwrightError: `cancelled`, and what the engine raises.
    """
    sentences = fit.manuscript.sentences
    fresh = [sentence for sentence in sentences if sentence.text not in before.lines]
    lines = [_line(sentence, context) for sentence in fresh]
    settings = context.order.settings
    chosen = chosen_engine(
        context.engine(SpeechEngine), lines, language=settings.language, voice=settings.voice
    )
    taken: list[TakeLine] = []
    notes = dict.fromkeys((*before.notes, *chosen.notes))
    position = 0
    stem = context.scratch / "recording.wav"
    with ExitStack() as opened, WavWriter(stem, channels=1) as out:
        old = opened.enter_context(WavReader(context.path(before.audio))) if before.lines else None
        sounded = _sounded(context, lines, chosen.engine, rate=fit.breathing.rate)
        for sentence in sentences:
            known = before.lines.get(sentence.text)
            if known and old:
                samples = _copied(known, old)
                taken.append(_moved(known, sentence.id, to=sample_time(position)))
            else:
                line, samples, speech = next(sounded)
                taken.append(_placed(line, samples, speech, start=position, rate=fit.breathing.rate))
                notes |= dict.fromkeys(speech.notes)
            out.write(samples)
            position += len(samples)
            context.advance(len(taken) / len(sentences), f"line {len(taken)} of {len(sentences)}")
    return VoiceTake(
        audio=context.keep(stem),
        duration=sample_time(position),
        lines=tuple(taken),
        engine=chosen.engine.fingerprint,
        speaker=chosen.engine.engine_for(settings.language),
        notes=tuple(notes),
    )


def _line(sentence: Sentence, context: StageContext[LongFormOrder]) -> Line:
    return build_line(sentence.text, id=sentence.id, language=context.order.settings.language)


def _sounded(
    context: StageContext[LongFormOrder], lines: list[Line], engine: SpeechEngine, *, rate: float
) -> Iterator[tuple[Line, Samples, Speech]]:
    """Each line with its sound at 48 kHz; the next is spoken while one is worked on."""
    settings = context.order.settings
    profile = load_voice(settings.voice).chain(engine.engine_for(settings.language))
    spoken = spoken_together(engine, lines, language=settings.language, voice=settings.voice)
    for line, speech in ahead(spoken):
        context.check_cancelled()
        slowed = at_tempo(resample(speech.samples, speech.rate), rate=AUDIO_RATE, tempo=rate)
        yield line, faded(process_voice(slowed, profile), FADE_IN, FADE_OUT), speech


def _copied(known: TakeLine, old: WavReader) -> Samples:
    first = sample_at(known.span.start)
    samples: Samples = old.read(first, sample_at(known.span.end) - first)[0]
    return samples


def _moved(known: TakeLine, line: str, *, to: Fraction) -> TakeLine:
    by = to - known.span.start
    tokens = tuple(
        TakeToken(token=token.token, span=token.span.shifted(by), confidence=token.confidence)
        for token in known.tokens
    )
    return TakeLine(line=line, span=known.span.shifted(by), tokens=tokens)


def _placed(line: Line, samples: Samples, speech: Speech, *, start: int, rate: float) -> TakeLine:
    """Times of the engine's own samples on the recording's clock, inside the line."""
    span = TimeRange(sample_time(start), sample_time(start + len(samples)))
    tokens = tuple(
        TakeToken(
            token=token.token,
            span=_inside(span, token, hertz=round(speech.rate * rate)),
            confidence=token.confidence,
        )
        for token in speech.spans
    )
    return TakeLine(line=line.id, span=span, tokens=tokens)


def _inside(line: TimeRange, span: TokenSpan, *, hertz: int) -> TimeRange:
    """Rounding to samples of 48 kHz must not let a word stick out."""
    start, end = (line.start + sample_time(edge, hertz) for edge in (span.start, span.end))
    return TimeRange(min(start, line.end), min(end, line.end))
