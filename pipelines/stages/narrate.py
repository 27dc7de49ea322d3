"""narrate: every line is spoken, given its voice's sound, and placed on one clock with its pauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from renderer.audio.ahead import ahead
from renderer.audio.voice import process_voice, resample
from renderer.audio.wav import WavWriter
from renderer.backends.speech.base import Samples, Speech, SpeechEngine, TokenSpan
from renderer.backends.speech.choice import chosen_engine
from renderer.contract.order import ShortOrder
from renderer.core.script import Line, Script
from renderer.core.timecode import TimeRange, sample_at, sample_time
from renderer.core.words import TakeLine, TakeToken, VoiceTake
from renderer.runtime.ports import Ports
from renderer.runtime.stage import Stage, StageContext
from renderer.text.voices import load_voice

LEAD_IN: Final = Fraction(1, 10)
LINE_PAUSE: Final = Fraction(22, 100)
SCENE_PAUSE: Final = Fraction(42, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spoken:
    line: Line
    samples: Samples
    speech: Speech
    pause: Fraction


def params(order: ShortOrder, ports: Ports) -> object:
    """Voice, language and engine decide the sound; the words come from the script."""
    voice = order.settings.voice
    return {
        "voice": voice,
        "language": order.settings.language,
        "engine": ports.speech.fingerprint,
        "dsp": load_voice(voice).dsp,
        "pauses": [LEAD_IN, LINE_PAUSE, SCENE_PAUSE],
    }


def run(context: StageContext) -> VoiceTake:
    """Speak the script line by line into one stem."""
    stem = context.scratch / "voice.wav"
    settings, script = context.order.settings, context.read(Script)
    chosen = chosen_engine(
        context.ports.speech, script.lines, language=settings.language, voice=settings.voice
    )
    lines: list[TakeLine] = []
    with WavWriter(stem, channels=1) as out:
        out.write(_silence(LEAD_IN))
        position = sample_at(LEAD_IN)
        for spoken in _speak_all(context, script, chosen.engine):
            lines.append(_place(spoken, start=position))
            out.write(spoken.samples)
            out.write(_silence(spoken.pause))
            position += len(spoken.samples) + sample_at(spoken.pause)
    duration = sample_time(position)
    return VoiceTake(
        audio=context.keep(stem),
        duration=duration,
        lines=tuple(lines),
        engine=chosen.engine.fingerprint,
        speaker=chosen.engine.engine_for(settings.language),
        notes=chosen.notes,
    )


def _silence(seconds: Fraction) -> Samples:
    return np.zeros(sample_at(seconds), np.float32)


def _speak_all(context: StageContext, script: Script, engine: SpeechEngine) -> Iterator[_Spoken]:
    profile = load_voice(context.order.settings.voice).dsp
    closing = {scene.lines[-1].id for scene in script.scenes}
    total = len(script.lines)
    for done, (line, speech) in enumerate(ahead(_said(context, script, engine)), start=1):
        samples = process_voice(resample(speech.samples, speech.rate), profile)
        pause = SCENE_PAUSE if line.id in closing else LINE_PAUSE
        yield _Spoken(
            line=line, samples=samples, speech=speech, pause=Fraction(0) if done == total else pause
        )
        context.advance(done / total, f"spoke line {done} of {total}")


def _said(context: StageContext, script: Script, engine: SpeechEngine) -> Iterator[tuple[Line, Speech]]:
    """Each line as the engine speaks it; one goes on speaking while the line before is worked on."""
    settings = context.order.settings
    for line in script.lines:
        context.check_cancelled()
        yield line, engine.speak(line, language=settings.language, voice=settings.voice)


def _place(spoken: _Spoken, *, start: int) -> TakeLine:
    """Times of the engine's own samples, exact, on the narration's clock, inside the line."""
    line = TimeRange(sample_time(start), sample_time(start + len(spoken.samples)))
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
    """Resampling rounds the line's length to a sample of 48 kHz; no word may stick out."""
    start, end = (line.start + sample_time(edge, rate) for edge in (span.start, span.end))
    return TimeRange(min(start, line.end), min(end, line.end))


STAGE: Final = Stage(
    name="narrate", version=2, weight=2, needs=(Script,), makes=VoiceTake, params=params, run=run
)
