"""transcribe_source: speech becomes words with times; without a model the result says there are none."""

from __future__ import annotations

from typing import Final

from pipelines.source.documents import HeardSource, SurveyedSource
from renderer.analysis.listening import StoredSpeech
from renderer.backends.transcription.base import NOBODY, Transcriber, Transcript
from renderer.contract.orders.remix import RemixOperation
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext


def params(order: RemixOperation, capabilities: CapabilitySet) -> object:
    """The transcriber."""
    del order
    return {"transcriber": capabilities.engine(Transcriber).fingerprint}


def run(context: StageContext[RemixOperation]) -> Transcript:
    """Transcribe what was heard.

    Raises:
        ClipwrightError: `transcription_failed`, `model_invalid`.
    """
    heard, source = context.read(HeardSource), context.read(SurveyedSource)
    if not heard.audio or not heard.speech:
        engine = context.engine(Transcriber).engine if heard.audio else NOBODY
        return Transcript(
            language="", certainty=0.0, duration=source.facts.duration, segments=(), engine=engine
        )

    def advance(fraction: float, detail: str) -> None:
        context.check_cancelled()
        context.advance(fraction, detail)

    return context.engine(Transcriber).transcribe(StoredSpeech(context.path(heard.audio)), advance=advance)


def summary(transcript: Transcript) -> str:
    """How many words were heard, in which language, by which transcriber."""
    words = sum(1 for _ in transcript.words())
    return f"{words} words, language {transcript.language or 'unknown'}, by {transcript.engine}"


STAGE: Final[Stage[RemixOperation]] = Stage(
    name="transcribe_source",
    version=2,
    weight=40,
    needs=(SurveyedSource, HeardSource),
    makes=Transcript,
    params=params,
    run=run,
    summary=summary,
)
