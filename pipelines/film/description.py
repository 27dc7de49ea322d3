"""The description of a film, ready to paste: summary, chapters with their times, links, credits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Final

from pipelines import manifest
from pipelines.described import caution as caution_of
from pipelines.film.documents import Film
from renderer.contract.orders.long_form import ChapterStyle, LongFormOrder
from renderer.contract.results import DESCRIPTION
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.manuscript.document import Chapter
from renderer.runtime.pipeline import Documents

SUMMARY_CHARACTERS: Final = 400
PASTED: Final = 5_000
"""The most characters that a video's description may have where the video is shown."""
_BETWEEN: Final = "\n\n"


def described(documents: Documents, order: LongFormOrder) -> str:
    """The description of the film, from the documents of its run."""
    script: Script = documents[Script]
    storyboard: Storyboard = documents[Storyboard]
    credit = manifest.credits_section(script, documents[Narration], storyboard, documents[Mix])
    return description(
        documents[Film],
        credits=credit,
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

    Chapters are listed if the film is `divided` into them, and as many links as can be pasted with the rest.
    Credits that are too long for any description are cut after the last whole line that fits.
    """
    manuscript = film.fit.manuscript
    chapters = "\n".join(f"{clock(chapter.span.start)} {chapter.title}" for chapter in film.timeline.chapters)
    before = (manuscript.title, _summary(manuscript.chapters), caution, chapters if divided else "")
    credit = "\n".join(credits)
    room = PASTED - len(_joined(*before, "", credit)) - len(_BETWEEN)
    text = _joined(*before, _links(manuscript.links, room), credit)
    return text if len(text) <= DESCRIPTION else text[: text.rindex("\n", 0, DESCRIPTION) + 1]


def _joined(*parts: str) -> str:
    return _BETWEEN.join(part for part in parts if part) + "\n"


def _links(links: Sequence[str], room: int) -> str:
    """The first links, one per line, that fit into `room` characters."""
    ends = accumulate(len(link) + 1 for link in links)
    return "\n".join(link for link, end in zip(links, ends, strict=True) if end - 1 <= room)


def clock(moment: Fraction) -> str:
    """M:SS, as players read chapter lists."""
    minutes, seconds = divmod(int(moment), 60)
    return f"{minutes}:{seconds:02d}"


def _summary(chapters: Sequence[Chapter]) -> str:
    """The film's first sentences, as many as are visible before "more" is clicked."""
    taken = ""
    for sentence in chapters[0].sentences:
        if taken and len(taken) + 1 + len(sentence.text) > SUMMARY_CHARACTERS:
            break
        taken = f"{taken} {sentence.text}".strip()
    return taken
