"""Rewriting of chapters: the text to send out, and an answer's paragraphs turned into a chapter again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.manuscript.blocks import Prose
from renderer.manuscript.breaths import said
from renderer.manuscript.document import Chapter, PassageKind, ScriptPassage, Sentence, numbered
from renderer.text.languages import is_spaced

LONGEST_PIECE: Final = 8_000
"""Most characters of a chapter sent in one request."""


class ChapterPiece(Struct, frozen=True, kw_only=True):
    """Consecutive passages of a chapter as paragraphs of text."""

    paragraphs: tuple[str, ...]

    @property
    def characters(self) -> int:
        """Number of characters in all paragraphs."""
        return sum(map(len, self.paragraphs))


def pieces(chapter: Chapter, language: Language) -> list[ChapterPiece]:
    """The chapter in pieces of at most `LONGEST_PIECE` characters; a longer passage is a piece of its own."""
    joint = " " if is_spaced(language) else ""
    held: list[list[str]] = [[]]
    for passage in chapter.passages:
        text = joint.join(sentence.text for sentence in passage.sentences)
        if held[-1] and sum(map(len, held[-1])) + len(text) > LONGEST_PIECE:
            held.append([])
        held[-1].append(text)
    return [ChapterPiece(paragraphs=tuple(each)) for each in held]


def retold(chapter: Chapter, paragraphs: Sequence[str], language: Language) -> Chapter:
    """The chapter with these paragraphs as its text; unchanged if they contain nothing to say.

    Sentences found in the chapter word for word keep their emphasis; all others are marked `rewritten`.
    Sub-headings and tables keep their order and relative position in the chapter.
    """
    known = {sentence.text: sentence for sentence in chapter.sentences}
    told = [tuple(_sentences(text, known, language)) for text in paragraphs]
    passages = [
        ScriptPassage(kind=PassageKind.PARAGRAPH, sentences=sentences) for sentences in told if sentences
    ]
    if not passages:
        return chapter
    for at, passage in enumerate(chapter.passages):
        to = round(at * (len(passages) - 1) / max(1, len(chapter.passages) - 1))
        passages[to] = replace(
            passages[to],
            heading=passages[to].heading or passage.heading,
            tables=(*passages[to].tables, *passage.tables),
        )
    return replace(chapter, passages=numbered(passages, chapter=chapter.id))


def _sentences(text: str, known: dict[str, Sentence], language: Language) -> Iterator[Sentence]:
    for sentence in said(Prose(text=text), language, ends=True):
        source = known.get(sentence.text)
        if source is None:
            yield replace(sentence, rewritten=True)
        else:
            yield replace(sentence, stressed=source.stressed)
