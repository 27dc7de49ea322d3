"""draft_script: a voiceover script made from what is said in the source, in the windows where it is said."""

from __future__ import annotations

from typing import Final

from pipelines.documents import Publication
from pipelines.project.delivering import delivered_text
from pipelines.project.documents import ProjectTexts
from pipelines.project.languages import language_of
from pipelines.project.sentences import spoken_sentences
from pipelines.project.texts import given_analysis, given_cues
from renderer.backends.rewriting.base import LineRewriter, RewritingTask, RoomyLine
from renderer.contract.orders.remix import RemixDraft
from renderer.contract.remix.timed_text import TEXT, TimedText, VoiceoverScript
from renderer.contract.vocabulary import Language, Voice
from renderer.errors import ClipwrightError
from renderer.runtime.stage import Stage, StageContext
from renderer.text.reading_speed import translated_characters
from renderer.voices.speaking_rate import BUNDLED

NAME: Final = "voiceover_script.json"
MOST_CHARACTERS: Final = int(TEXT / 1.1)
"""The most characters that a line is given: an answer may be a tenth longer."""


def run(context: StageContext[RemixDraft]) -> Publication:
    """Draft and deliver a script: by the rewriter if there is one, else of the transcript's own sentences.

    Raises:
        ClipwrightError: `input_missing`; `no_speech` if nothing is said; `provider_unconfigured` if it
            is said in another language and there is no rewriter; what the rewriter raises.
    """
    analysis, target = given_analysis(context), context.order.language
    listed = given_cues(context)
    text = "\n".join([*(segment.text for segment in analysis.transcript), *(cue.text for cue in listed.cues)])
    source = language_of(analysis.language or listed.language, text)
    lines = spoken_sentences(analysis, listed.cues, source)
    if not lines:
        raise ClipwrightError("no_speech")
    rewriter = context.engine(LineRewriter)
    if rewriter.available or source is not target:
        lines, by = _narrated(rewriter, lines, source=source, target=target), "chat"
    else:
        by = "transcript"
    script = VoiceoverScript(lines=lines, drafted_by=by)
    return delivered_text(context, NAME, script, end_ms=lines[-1].end_ms)


def _narrated(
    rewriter: LineRewriter, lines: tuple[TimedText, ...], *, source: Language, target: Language
) -> tuple[TimedText, ...]:
    room = [RoomyLine(text=line.text, characters=_room(line, source, target)) for line in lines]
    found = rewriter.rewrite(room, source=source, target=target, task=RewritingTask.NARRATE)
    return tuple(
        line.model_copy(update={"text": text[:TEXT]}) for line, text in zip(lines, found, strict=True)
    )


def _room(line: TimedText, source: Language, target: Language) -> int:
    """Characters that a bundled voice says in the line's time, but no fewer than its translation needs."""
    pace = BUNDLED.characters_per_second(language=target, voice=Voice.WARM_STORYTELLER)
    said = int(pace * (line.end_ms - line.start_ms) / 1000)
    return min(max(said, translated_characters(line.text, source, target)), MOST_CHARACTERS)


STAGE: Final[Stage[RemixDraft]] = Stage(
    name="draft_script",
    version=3,
    weight=10,
    needs=(ProjectTexts,),
    makes=Publication,
    run=run,
    cached=False,
)
