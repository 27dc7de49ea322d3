"""align_words: every token of the script gets its exact time, from the engine or from an aligner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.word_times import timed_words
from renderer.audio.signal.wav import WavReader
from renderer.backends.alignment.base import WordAligner
from renderer.backends.speech.base import Speech
from renderer.contract.orders.base import NarratedOrder
from renderer.core.script import Line, Script
from renderer.core.timecode import AUDIO_RATE, TimeRange, sample_at, sample_time
from renderer.core.words import Narration, SpokenLine, TakeLine, TakeToken, VoiceTake, Word
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext

GUESSED: Final = "proportional"
"""Source of words whose times follow from their lengths: see renderer/backends/alignment/proportional.py."""


def params(order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """The aligner, which is asked only if the speech engine gives no word times."""
    del order
    return {"aligner": capabilities.engine(WordAligner).fingerprint}


def run(context: StageContext[NarratedOrder]) -> Narration:
    """Words in order, none overlapping, one per token.

    Raises:
        ClipwrightError: `alignment_failed` when a line's words cannot be placed.
    """
    take = context.read(VoiceTake)
    lines = {line.id: line for line in context.read(Script).lines}
    words: list[Word] = []
    for number, taken in enumerate(take.lines, start=1):
        line = lines[taken.line]
        source, tokens = _tokens(context, line, taken)
        words += timed_words(line, tokens, source=source)
        context.advance(number / len(take.lines), f"aligned line {number} of {len(take.lines)}")
    return Narration(
        audio=take.audio,
        duration=take.duration,
        lines=tuple(SpokenLine(line=taken.line, span=taken.span) for taken in take.lines),
        words=tuple(words),
        engine=take.engine,
        speaker=take.speaker,
        notes=(*take.notes, *guess_notes(words)),
    )


def guess_notes(words: Sequence[Word]) -> tuple[str, ...]:
    """A note if some words could not be heard, so that their times follow from their lengths alone."""
    guessed = [word for word in words if word.source == GUESSED]
    if not guessed:
        return ()
    lines = ", ".join(dict.fromkeys(word.line for word in guessed))
    count = f"{len(guessed)} of {len(words)} words"
    return (f"alignment: nobody could hear when {count} are spoken; their times are guessed (lines {lines})",)


def _tokens(
    context: StageContext[NarratedOrder], line: Line, taken: TakeLine
) -> tuple[str, tuple[TakeToken, ...]]:
    if taken.tokens:
        return context.read(VoiceTake).speaker, taken.tokens
    start, end = sample_at(taken.span.start), sample_at(taken.span.end)
    with WavReader(context.path(context.read(VoiceTake).audio)) as stem:
        samples = stem.read(start, end - start)
    speech = Speech(samples=samples[0], rate=AUDIO_RATE, spans=())
    spans = context.engine(WordAligner).align(line, speech, language=context.order.settings.language)
    placed = (
        TakeToken(
            token=span.token,
            span=TimeRange(sample_time(span.start), sample_time(span.end)).shifted(taken.span.start),
            confidence=span.confidence,
        )
        for span in spans
    )
    return (spans[0].source if spans else "") or context.engine(WordAligner).name, tuple(placed)


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="align_words",
    version=2,
    weight=1,
    needs=(Script, VoiceTake),
    makes=Narration,
    params=params,
    run=run,
)
