"""Checks of an adapted chapter: it must follow its source and its order, and have the length asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from renderer.backends.adapting.base import ChapterText
from renderer.backends.providers.chat_text import holds_markup
from renderer.text.inventions import SourceText, inventions, is_supported
from renderer.text.language_check import seems_written_in
from renderer.text.languages import is_spaced
from renderer.text.normalization.speakable import is_speakable
from renderer.text.segmentation.sentences import sentences
from renderer.text.topical import topic_words

GOOD: Final = 0.15
"""Relative deviation from the length asked for above which a chapter is sent back."""
MOST_PROBLEMS: Final = 20
"""Most problems that the model is told about in one reply."""
OUT_OF_ORDER: Final = 0.25
"""Largest share of pairs of paragraphs that may be in the opposite order to the source."""
LONGEST_SENTENCE: Final = 400
"""Most characters of a sentence, which has to be spoken in one breath."""


def problems(paragraphs: Sequence[str], chapter: ChapterText, source: SourceText) -> list[str]:
    """The problems to repair, worded for the model; empty when there are none."""
    found = [*_content(paragraphs, chapter, source)]
    length = sum(map(len, paragraphs))
    if abs(length - chapter.characters) > GOOD * chapter.characters:
        found.append(
            f"The paragraphs have {length} characters together; they should have about {chapter.characters}."
        )
    if _disorder(paragraphs, chapter) > OUT_OF_ORDER:
        found.append("The paragraphs do not keep the order of the chapter.")
    return found[:MOST_PROBLEMS]


def _content(paragraphs: Sequence[str], chapter: ChapterText, source: SourceText) -> Iterator[str]:
    if not seems_written_in(" ".join(paragraphs), chapter.language):
        yield f"The paragraphs are not written in the language '{chapter.language.value}'."
    for sentence in _sentences(paragraphs, chapter):
        for word in inventions(sentence, source):
            yield f"{word!r} is not in the chapter: take it out of {sentence[:80]!r}."
        if not is_supported(sentence, source):
            yield f"The chapter does not say this: {sentence[:80]!r}."
        if not _is_sayable(sentence):
            yield f"This cannot be read aloud as it stands: {sentence[:80]!r}."


def kept_to_source(
    paragraphs: Sequence[str], chapter: ChapterText, source: SourceText
) -> tuple[tuple[str, ...], int]:
    """The paragraphs without sentences that break a rule or are repeated, and the number of those removed."""
    gone = 0
    said: set[str] = set()
    kept: list[str] = []
    joint = " " if is_spaced(chapter.language) else ""
    for paragraph in paragraphs:
        told: list[str] = []
        for sentence in sentences(paragraph, chapter.language):
            is_true = _is_sayable(sentence) and is_supported(sentence, source)
            if is_true and sentence not in said and not inventions(sentence, source):
                told.append(sentence)
                said.add(sentence)
            else:
                gone += 1
        if told:
            kept.append(joint.join(told))
    return tuple(kept), gone


def _is_sayable(sentence: str) -> bool:
    return is_speakable(sentence) and not holds_markup(sentence) and len(sentence) <= LONGEST_SENTENCE


def _sentences(paragraphs: Sequence[str], chapter: ChapterText) -> Iterator[str]:
    for paragraph in paragraphs:
        yield from sentences(paragraph, chapter.language)


def _disorder(paragraphs: Sequence[str], chapter: ChapterText) -> float:
    """Share of pairs of paragraphs whose best matches in the source are in the opposite order."""
    sources = [{*topic_words(text, chapter.language)} for text in chapter.paragraphs]
    places = [_place({*topic_words(text, chapter.language)}, sources) for text in paragraphs]
    pairs = list(combinations(places, 2))
    return sum(one > other for one, other in pairs) / len(pairs) if pairs else 0.0


def _place(words: set[str], sources: Sequence[set[str]]) -> int:
    return max(range(len(sources)), key=lambda at: len(words & sources[at]) / (1 + len(sources[at])) ** 0.5)
