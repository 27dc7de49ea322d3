"""place_voice: the recorded sentences laid on the film's clock: one voice stem with all its silences."""

from __future__ import annotations

from typing import Final

import numpy as np

from pipelines.film.documents import Film, FullRecording
from renderer.audio.signal.wav import WavReader, WavWriter
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.timecode import sample_at
from renderer.core.words import VoiceTake, moved, spoken_by
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[LongFormOrder]) -> VoiceTake:
    """Copy each line from the recording to its place in the film."""
    film, recording = context.read(Film), context.read(FullRecording).take
    recorded = {line.line: line for line in recording.lines}
    stem = context.scratch / "voice.wav"
    end = sample_at(film.timeline.duration)
    position = 0
    with WavReader(context.path(recording.audio)) as takes, WavWriter(stem, channels=1) as out:
        for place in film.timeline.lines:
            span = recorded[place.sentence].span
            start, first = sample_at(place.start), sample_at(span.start)
            out.write(np.zeros(start - position, np.float32))
            samples = takes.read(first, sample_at(span.end) - first)
            out.write(samples)
            position = start + samples.shape[1]
        out.write(np.zeros(end - position, np.float32))
    return VoiceTake(
        audio=context.keep(stem),
        duration=film.timeline.duration,
        lines=tuple(
            moved(recorded[place.sentence], line=place.line, to=place.start) for place in film.timeline.lines
        ),
        engine=recording.engine,
        speaker=recording.speaker,
        notes=recording.notes,
    )


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="place_voice",
    version=2,
    weight=1,
    needs=(Film, FullRecording),
    makes=VoiceTake,
    run=run,
    summary=spoken_by,
)
