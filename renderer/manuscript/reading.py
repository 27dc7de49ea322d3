"""The reader of long scripts: text in, `Manuscript` out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.manuscript.blocks import Block, Heading, LeftOut
from renderer.manuscript.document import Chapter, Manuscript, numbered
from renderer.manuscript.markdown import blocks
from renderer.manuscript.sections import ScriptSection, sections
from renderer.manuscript.shifts import divided
from renderer.manuscript.titles import titles

MOST_CHAPTERS: Final = 16
"""With more headings than that, the shortest sections join the one before them."""
CHAPTERS_FOUND: Final = 6
TITLE_CHARACTERS: Final = 120


def read_manuscript(
    text: str,
    *,
    language: Language,
    title: str = "",
    chapters: int = CHAPTERS_FOUND,
    drawable: Callable[[str], str] = str,
) -> Manuscript:
    """Read the manuscript of a script in Markdown or plain text.

    `title` takes precedence over the first heading; `chapters` (4 to 9) is how many to look for where the
    author gave no heading. `drawable` removes or replaces characters that no font face can draw.

    Raises:
        ClipwrightError: `script_empty` when there is nothing to say.
    """
    left_out = LeftOut(drawable=drawable)
    read = blocks(text, left_out)
    found = sections(read, language, left_out)
    if not found:
        raise ClipwrightError("script_empty")
    heading = _first_heading(read)
    parts = _merged(found) if any(part.title for part in found) else _found(found, chapters, language)
    shown = " ".join(drawable(title).split()) or heading
    named = _chapters(parts, opening=shown, language=language)
    return Manuscript(
        language=language,
        title=_short(shown or named[0].title),
        chapters=named,
        notes=left_out.notes(),
        links=tuple(left_out.links),
    )


def _short(title: str) -> str:
    return title if len(title) <= TITLE_CHARACTERS else title[: TITLE_CHARACTERS - 1].rstrip() + "…"


def _first_heading(read: Iterable[Block]) -> str:
    return next((block.text for block in read if isinstance(block, Heading)), "")


def _found(parts: Sequence[ScriptSection], count: int, language: Language) -> list[ScriptSection]:
    """Divide the text into chapters where its subject changes."""
    passages = [passage for part in parts for passage in part.passages]
    return [
        ScriptSection(title="", passages=group) for group in divided(passages, count=count, language=language)
    ]


def _merged(parts: Sequence[ScriptSection]) -> list[ScriptSection]:
    kept = list(parts)
    while len(kept) > MOST_CHAPTERS:
        at = min(range(1, len(kept)), key=lambda index: kept[index].length)
        gone = kept.pop(at)
        first = replace(gone.passages[0], heading=gone.passages[0].heading or gone.title)
        before = kept[at - 1]
        kept[at - 1] = replace(before, passages=(*before.passages, first, *gone.passages[1:]))
    return kept


def _chapters(parts: Sequence[ScriptSection], *, opening: str, language: Language) -> tuple[Chapter, ...]:
    """Chapters with titles; text before the author's first heading takes the title of the whole."""
    written = titles([part.passages for part in parts], language)
    has_headings = any(part.title for part in parts)
    chapters: list[Chapter] = []
    for number, (part, own) in enumerate(zip(parts, written, strict=True), start=1):
        title = part.title or (opening if has_headings else "") or own
        chapters.append(
            Chapter(
                id=f"c{number}",
                title=_short(title),
                passages=numbered(part.passages, chapter=f"c{number}"),
                found=not part.title,
            )
        )
    return tuple(chapters)
