"""translate_cues: every caption in another language, with its times unchanged."""

from __future__ import annotations

from typing import Final

from pipelines.documents import Publication
from pipelines.project.delivering import delivered_text
from pipelines.project.documents import ProjectTexts
from pipelines.project.languages import language_of
from pipelines.project.texts import given_cues
from renderer.backends.translation.base import SourceLine, Translator
from renderer.contract.orders.remix import RemixTranslate
from renderer.contract.remix.timed_text import TEXT, CueList, TimedText
from renderer.contract.vocabulary import Language
from renderer.runtime.stage import Stage, StageContext
from renderer.text.reading_speed import readable_characters, translated_characters

NAME: Final = "cues.json"
MOST_CHARACTERS: Final = int(TEXT / 1.1)
"""The most characters that a cue is given: an answer may be a tenth longer."""


def run(context: StageContext[RemixTranslate]) -> Publication:
    """Translate and deliver.

    Raises:
        ClipwrightError: `input_missing`, `provider_unconfigured`, and what the translator raises.
    """
    listed, target = given_cues(context), context.order.target_language
    source = language_of(listed.language, "\n".join(cue.text for cue in listed.cues))
    lines = [_line(cue, source, target) for cue in listed.cues]
    found = context.engine(Translator).translate(lines, source=source, target=target) if lines else ()
    cues = tuple(
        cue.model_copy(update={"text": text[:TEXT]}) for cue, text in zip(listed.cues, found, strict=True)
    )
    document = CueList(language=target.value, cues=cues)
    return delivered_text(context, NAME, document, end_ms=cues[-1].end_ms if cues else 0)


def _line(cue: TimedText, source: Language, target: Language) -> SourceLine:
    """The cue with as much room as can be read in its time, but no less than its translation needs."""
    readable = readable_characters((cue.end_ms - cue.start_ms) / 1000, target)
    room = max(readable, translated_characters(cue.text, source, target))
    return SourceLine(text=cue.text, characters=min(room, MOST_CHARACTERS))


STAGE: Final[Stage[RemixTranslate]] = Stage(
    name="translate_cues",
    version=2,
    weight=10,
    needs=(ProjectTexts,),
    makes=Publication,
    run=run,
    cached=False,
)
