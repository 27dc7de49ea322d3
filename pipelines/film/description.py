"""The description of a film, ready to paste: summary, chapters with their times, links, credits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from pipelines import manifest
from pipelines.described import caution as caution_of
from pipelines.film.documents import Film
from renderer.contract.orders.long_form import ChapterStyle, LongFormOrder
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.manuscript.document import Chapter
from renderer.runtime.pipeline import Documents

SUMMARY_CHARACTERS: Final = 400


def described(documents: Documents, order: LongFormOrder) -> str:
    """The description of the film that these documents are of."""
    script: Script = documents[Script]
    storyboard: Storyboard = documents[Storyboard]
    credit = manifest.credits_section(script, documents[Narration], storyboard, documents[Mix])
    shown = (note for note in storyboard.notes if note.startswith("picture for "))
    return description(
        documents[Film],
        credits=(*credit, *shown),
        caution=caution_of(script, mode=order.settings.video_mode),
        divided=order.settings.chapters is not ChapterStyle.NONE,
    )


def description(
    film: Film,
    *,
    credits: Sequence[str],  # noqa: A002 - what they are called
    caution: str = "",
    divided: bool = True,
) -> str:
    """Plain text with an empty line between its parts; the summary is in the script's own sentences.

    Chapters are listed where the film is `divided` into them.
    """
    manuscript = film.fit.manuscript
    chapters = "\n".join(f"{clock(chapter.span.start)} {chapter.title}" for chapter in film.timeline.chapters)
    parts = (
        manuscript.title,
        _summary(manuscript.chapters),
        caution,
        chapters if divided else "",
        "\n".join(manuscript.links),
        "\n".join(credits),
    )
    return "\n\n".join(part for part in parts if part) + "\n"


def clock(moment: Fraction) -> str:
    """M:SS, as players read chapter lists."""
    minutes, seconds = divmod(int(moment), 60)
    return f"{minutes}:{seconds:02d}"


def _summary(chapters: Sequence[Chapter]) -> str:
    """The film's first sentences, as many as are read before "more"."""
    taken = ""
    for sentence in chapters[0].sentences:
        if taken and len(taken) + 1 + len(sentence.text) > SUMMARY_CHARACTERS:
            break
        taken = f"{taken} {sentence.text}".strip()
    return taken
