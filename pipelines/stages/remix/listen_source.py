"""listen_source: the sound is decoded once, for its loudness, its speech and what a transcriber needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipelines.source.documents import HeardSource, SurveyedSource
from pipelines.source.reading import reading_source, source_path
from renderer.analysis.listening import StoredSpeech, speech_spans, write_speech
from renderer.backends.voice_activity.base import RATE, VoiceActivityDetector
from renderer.contract.orders.remix import RemixOperation
from renderer.core.timecode import TimeRange
from renderer.media.sources.video.facts import AudioTrack, SourceFacts
from renderer.media.sources.video.sound import Block, sound_blocks
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext

DECODING: Final = 0.7
"""Share of the stage's progress at which the sound is decoded."""


def params(order: RemixOperation, capabilities: CapabilitySet) -> object:
    """The voice activity detector."""
    del order
    return {"speech": capabilities.engine(VoiceActivityDetector).fingerprint}


def run(context: StageContext[RemixOperation]) -> HeardSource:
    """Listen to the track that is heard, if there is one.

    Raises:
        ClipwrightError: `source_unreadable` when the decoder crashed or ran into a limit.
    """
    source = context.read(SurveyedSource)
    if source.sound is None:
        return HeardSource(audio="", loudness=None, speech=(), speech_by="none")
    path = context.scratch / "speech"
    with reading_source(), path.open("wb") as out:
        loudness = write_speech(_blocks(context, source.facts, source.sound), out)
    detector, stored = context.engine(VoiceActivityDetector), StoredSpeech(path)
    speech: tuple[TimeRange, ...] = ()
    for number, speech in enumerate(speech_spans(stored, detector), start=1):
        context.check_cancelled()
        done = min(1.0, 60 * RATE * number / max(1, stored.samples))
        context.advance(DECODING + (1 - DECODING) * done, f"{len(speech)} stretches of speech")
    return HeardSource(audio=context.keep(path), loudness=loudness, speech=speech, speech_by=detector.name)


def _blocks(context: StageContext[RemixOperation], facts: SourceFacts, track: AudioTrack) -> Iterator[Block]:
    total = float(facts.duration)
    for second, block in enumerate(sound_blocks(source_path(context), facts, track), start=1):
        context.check_cancelled()
        context.advance(DECODING * min(1.0, second / total), f"heard {second} of {total:.0f} s")
        yield block


def summary(heard: HeardSource) -> str:
    """Loudness and speech."""
    loudness = "silence" if heard.loudness is None else f"{heard.loudness:.1f} LUFS"
    seconds = float(sum(span.duration for span in heard.speech))
    return f"{loudness}, {seconds:.1f} s of speech by {heard.speech_by}"


STAGE: Final[Stage[RemixOperation]] = Stage(
    name="listen_source",
    version=2,
    weight=8,
    needs=(SurveyedSource,),
    makes=HeardSource,
    params=params,
    run=run,
    summary=summary,
)
