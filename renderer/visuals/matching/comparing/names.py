"""What a number in a sentence belongs to: the names of things beside it, never a verb or a unit.

A name is something that the picture index knows, that is capitalised if the script has capitals, or that
precedes the possessive particle in Hindi or follows a noun of measure in Arabic. In Chinese and Japanese it
is the beginning of its clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.comparing.measures import LONGEST_NAME, Name, begins, cleaned, measures
from renderer.visuals.matching.comparing.units import SYMBOLS
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.stemming import normalised
from renderer.visuals.matching.subjects import match_subjects

BREAKS: Final = tuple(",;:.!?،؛。，；")
_OF: Final = ("का", "की", "के", "से")
_LINKS: Final = frozenset({"of", "de", "del", "da", "do", "du"})
_OPENERS: Final = ("compar", "imagin", "while", "only", "almost", "nearly")
"""Beginnings of words that open a sentence but never a name."""

_COMPARING: Final = frozenset({"اثقل", "اكبر", "اطول", "اعلي"})
_ARTICLES: Final[dict[Language, frozenset[str]]] = {
    Language.EN: frozenset({"a", "an", "the"}),
    Language.ES: frozenset({"un", "una", "el", "la", "los", "las"}),
    Language.PT: frozenset({"um", "uma", "o", "a", "os", "as"}),
    Language.FR: frozenset({"un", "une", "le", "la", "les", "qu'un", "qu'une"}),
    Language.DE: frozenset({"ein", "eine", "der", "die", "das"}),
}
_UNCASED: Final = frozenset({Language.HI, Language.AR})


def names_in(words: Sequence[str], language: Language) -> tuple[Name, ...]:
    """The names of a text in a spaced language, in order."""
    marked = _marked(words, language)
    starts = {span.start for span in _known(words, language)} if language in _UNCASED else set()
    found: list[Name] = []
    start = 0
    while start < len(words):
        end = start
        while end < len(words) and marked[end] and not (end > start and _ends(words, end, starts)):
            end += 1
            linked = end + 1 < len(words) and marked[end + 1]
            if linked and normalised(words[end], language) in _LINKS and not words[end - 1].endswith(BREAKS):
                end += 1
        text = " ".join(cleaned(word) for word in words[start:end])
        if text and len(text) <= LONGEST_NAME:
            found.append(Name(text=_without_article(text, language), start=start, end=end))
        start = max(end, start + 1)
    return tuple(found)


def _ends(words: Sequence[str], place: int, starts: set[int]) -> bool:
    """Whether a name ends before this word."""
    return words[place - 1].endswith(BREAKS) or place in starts


def _marked(words: Sequence[str], language: Language) -> list[bool]:
    """For each word whether it is part of a name."""
    plain = [normalised(word, language) for word in words]
    free = [
        is_content(word, language) and not measures(own, language) and not _numeral(own)
        for word, own in zip(words, plain, strict=True)
    ]
    known = {place for span in _known(words, language) for place in span}
    marks, led = [False] * len(words), False
    for place in range(len(words)):
        after = place > 0 and (plain[place - 1] in _ARTICLES.get(language, ()) or led)
        named = _cased(words, place, language) or _definite(plain, place, language)
        led = after and place not in known and not named and not words[place - 1].endswith(BREAKS)
        marks[place] = (place in known and plain[place] not in SYMBOLS) or (free[place] and (named or led))
    return marks


def _numeral(word: str) -> bool:
    return any(map(str.isdigit, word))


def _cased(words: Sequence[str], place: int, language: Language) -> bool:
    """Whether its capital marks a name; for the first word, unless it is a typical opener of a sentence."""
    if not cleaned(words[place])[:1].isupper():
        return False
    return place > 0 or not begins(normalised(words[0], language), _OPENERS)


def _known(words: Sequence[str], language: Language) -> Iterator[range]:
    """Ranges of words that the picture index knows."""
    for subject in match_subjects(words, language):
        parts = subject.word.split()
        for start in range(len(words) - len(parts) + 1):
            if list(words[start : start + len(parts)]) == parts:
                yield range(start, start + len(parts))


def _definite(plain: Sequence[str], place: int, language: Language) -> bool:
    """Whether it precedes का in Hindi, or has an article or follows a noun of measure in Arabic."""
    if language is Language.HI:
        return place + 1 < len(plain) and plain[place + 1] in _OF
    if language is not Language.AR or len(plain[place]) < len("الفيل") - 1:
        return False
    before = plain[place - 1] if place else ""
    return plain[place].removeprefix("و").startswith("ال") or (
        measures(before, language) and before not in _COMPARING
    )


def _without_article(text: str, language: Language) -> str:
    """The text without Arabic conjunction and French elision."""
    if language is Language.AR and text.startswith("و") and len(text) > len("وادي"):
        return text.removeprefix("و")
    if language is Language.FR:
        return re.sub(r"^(?i:[dl]|qu)['’]", "", text)
    return text
