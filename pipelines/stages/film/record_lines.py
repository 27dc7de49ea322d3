"""record_lines: every sentence is spoken once and given its voice's sound, without pauses yet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pipelines.film.documents import Recording
from renderer.audio.mixing.voice_chain import faded, process_voice, resample
from renderer.audio.signal.prefetch import ahead
from renderer.audio.signal.wav import WavWriter
from renderer.backends.speech.base import Samples, Speech, SpeechEngine, TokenSpan
from renderer.backends.speech.choice import chosen_engine
from renderer.backends.speech.together import spoken_together
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.script import Line
from renderer.core.timecode import AUDIO_RATE, TimeRange, sample_time
from renderer.core.words import TakeLine, TakeToken, VoiceTake
from renderer.manuscript.fitting import FilmFit
from renderer.media.tempo import at_tempo
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.text.lines import build_line
from renderer.voices.profiles import load_voice

FADE_IN: Final = Fraction(5, 1000)
FADE_OUT: Final = Fraction(10, 1000)


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """Voice, language and engine decide the sound; the words come from the fit."""
    voice = order.settings.voice
    return {
        "voice": voice,
        "language": order.settings.language,
        "engine": capabilities.engine(SpeechEngine).fingerprint,
        "chains": [load_voice(voice).dsp, load_voice(voice).natural],
    }


def run(context: StageContext[LongFormOrder]) -> Recording:
    """Speak sentence by sentence into one stem.

    Raises:
        ClipwrightError: `cancelled`, and what the engine raises.
    """
    fit, settings = context.read(FilmFit), context.order.settings
    lines = [
        build_line(sentence.text, id=sentence.id, language=settings.language)
        for sentence in fit.manuscript.sentences
    ]
    chosen = chosen_engine(
        context.engine(SpeechEngine), lines, language=settings.language, voice=settings.voice
    )
    taken: list[TakeLine] = []
    notes = dict.fromkeys(chosen.notes)
    position = 0
    stem = context.scratch / "recording.wav"
    with WavWriter(stem, channels=1) as out:
        for line, samples, speech in _sounded(context, lines, chosen.engine, rate=fit.breathing.rate):
            taken.append(_placed(line, samples, speech, start=position, rate=fit.breathing.rate))
            notes |= dict.fromkeys(speech.notes)
            out.write(samples)
            position += len(samples)
            context.advance(len(taken) / len(lines), f"line {len(taken)} of {len(lines)}")
    take = VoiceTake(
        audio=context.keep(stem),
        duration=sample_time(position),
        lines=tuple(taken),
        engine=chosen.engine.fingerprint,
        speaker=chosen.engine.engine_for(settings.language),
        notes=tuple(notes),
    )
    return Recording(take=take)


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


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="record_lines", version=1, weight=4, needs=(FilmFit,), makes=Recording, params=params, run=run
)
