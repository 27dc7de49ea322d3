"""narrate: every line is spoken, passed through its voice's chain, and placed on one clock with pauses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.audio.mixing.voice_chain import faded, process_voice, resample, tamed
from renderer.audio.signal.prefetch import ahead, side_by_side
from renderer.audio.signal.wav import WavWriter
from renderer.backends.speech.base import Samples, Speech, SpeechEngine, TokenSpan
from renderer.backends.speech.choice import HeardLine, chosen_engine
from renderer.backends.speech.together import spoken_together
from renderer.contract.orders.base import NarratedOrder
from renderer.core.pauses import LEAD_IN, pauses
from renderer.core.script import Line, Script
from renderer.core.timecode import TimeRange, sample_at, sample_time
from renderer.core.words import TakeLine, TakeToken, VoiceTake, spoken_by
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.voices.line_levels import levels
from renderer.voices.profiles import load_voice

SPEAKING: Final = 0.8
"""Share of the stage's progress at which every line has been spoken."""

TAIL: Final = Fraction(15, 100)
"""Seconds for which the room may ring into the pause after a line."""

FADE_IN: Final = Fraction(5, 1000)
FADE_OUT: Final = Fraction(10, 1000)


class _Spoken(Struct, frozen=True, kw_only=True):
    """A line's processed sound; its last `ringing` samples follow the end of the speech."""

    line: Line
    samples: Samples
    ringing: int
    speech: Speech


def params(order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """Voice, language and engine decide the sound; the words come from the script."""
    voice = order.settings.voice
    return {
        "voice": voice,
        "language": order.settings.language,
        "engine": capabilities.engine(SpeechEngine).fingerprint,
        "chains": [load_voice(voice).dsp, load_voice(voice).natural],
    }


def run(context: StageContext[NarratedOrder]) -> VoiceTake:
    """Speak the script line by line into one stem."""
    stem = context.scratch / "voice.wav"
    settings, script = context.order.settings, context.read(Script)
    total = len(script.lines)

    def heard(one: HeardLine) -> None:
        context.check_cancelled()
        context.advance(SPEAKING * one.number / total, f"spoke line {one.number} of {total}")

    chosen = chosen_engine(
        context.engine(SpeechEngine),
        script.lines,
        language=settings.language,
        voice=settings.voice,
        heard=heard,
    )
    lines: list[TakeLine] = []
    silences = pauses(script)
    notes = dict.fromkeys(chosen.notes)
    with WavWriter(stem, channels=1) as out:
        out.write(_silence(sample_at(LEAD_IN)))
        position = sample_at(LEAD_IN)
        for spoken, silence in zip(_speak_all(context, script, chosen.engine), silences, strict=True):
            lines.append(_place(spoken, start=position))
            length = len(spoken.samples) - spoken.ringing + max(sample_at(silence), spoken.ringing)
            notes |= dict.fromkeys(spoken.speech.notes)
            out.write(spoken.samples)
            out.write(_silence(length - len(spoken.samples)))
            position += length
    duration = sample_time(position)
    return VoiceTake(
        audio=context.keep(stem),
        duration=duration,
        lines=tuple(lines),
        engine=chosen.engine.fingerprint,
        speaker=chosen.engine.engine_for(settings.language),
        notes=tuple(notes),
    )


def _silence(samples: int) -> Samples:
    return np.zeros(samples, np.float32)


def _speak_all(
    context: StageContext[NarratedOrder], script: Script, engine: SpeechEngine
) -> Iterator[_Spoken]:
    settings = context.order.settings
    chain = load_voice(settings.voice).chain(engine.engine_for(settings.language))
    ringing = sample_at(TAIL)
    spoken = spoken_together(engine, script.lines, language=settings.language, voice=settings.voice)
    loudnesses = levels(script)

    def processed(one: tuple[tuple[Line, Speech], float]) -> _Spoken:
        (line, speech), loudness = one
        samples = process_voice(resample(speech.samples, speech.rate), chain, tail=TAIL)
        samples = tamed(samples * np.float32(10.0 ** (loudness / 20.0)))
        return _Spoken(line=line, samples=faded(samples, FADE_IN, FADE_OUT), ringing=ringing, speech=speech)

    takes = zip(ahead(spoken), loudnesses, strict=True)
    for done, take in enumerate(side_by_side(processed, takes), start=1):
        context.check_cancelled()
        yield take
        part = SPEAKING + (1.0 - SPEAKING) * done / len(script.lines)
        context.advance(part, f"line {done} of {len(script.lines)} has its sound")


def _place(spoken: _Spoken, *, start: int) -> TakeLine:
    """The line on the narration's clock; the engine's token times are converted to it exactly."""
    line = TimeRange(sample_time(start), sample_time(start + len(spoken.samples) - spoken.ringing))
    tokens = tuple(
        TakeToken(
            token=span.token,
            span=_inside(line, span, rate=spoken.speech.rate),
            confidence=span.confidence,
        )
        for span in spoken.speech.spans
    )
    return TakeLine(line=spoken.line.id, span=line, tokens=tokens)


def _inside(line: TimeRange, span: TokenSpan, *, rate: int) -> TimeRange:
    """A token's time, clipped to its line, whose length resampling has rounded to a sample of 48 kHz."""
    start, end = (line.start + sample_time(edge, rate) for edge in (span.start, span.end))
    return TimeRange(min(start, line.end), min(end, line.end))


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="narrate",
    version=7,
    weight=2,
    needs=(Script,),
    makes=VoiceTake,
    params=params,
    run=run,
    summary=spoken_by,
)
