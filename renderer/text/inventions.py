"""Finds numbers, names and quotations in a sentence that a source does not contain: typical model inventions.

The check is deliberately strict: in German every noun is capitalised and therefore treated as a name, as is a
first word that carries meaning. A false alarm costs a sentence, never the truth. Names in Hindi and Arabic
have no mark of their own; there, and everywhere else, `is_supported` requires that most of a sentence's words
occur in the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.languages import CASED, is_spaced
from renderer.text.normalization.cardinals import say_whole
from renderer.text.normalization.number_words import spoken_words
from renderer.text.topical import akin, mentioned, stem, stop_stems, topic_words

SUPPORT: Final = 0.5
"""Share of a sentence's meaningful words that must occur in the source."""
LEAST_PART: Final = 5
"""Fewest letters of a word that may be one part of a German compound."""
FIGURE: Final = regex.compile(r"\p{Nd}+(?:[.,\u00a0\u202f']\p{Nd}+)*")
"""A number as written, with its separators."""
NOT_DIGITS: Final = regex.compile(r"\P{Nd}+")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*")
_CAPITAL: Final = regex.compile(r"\p{Lu}[\p{L}\p{M}'’]*")
_UNCASED_NAME: Final = regex.compile(
    r"\p{Katakana}[\p{Katakana}ー・]{2,}|\p{Han}{1,6}(?:·\p{Han}{1,8})+|\p{Latin}{2,}"
)
_IDEOGRAPHIC_NUMBER: Final = regex.compile(r"[〇零一二三四五六七八九十百千万亿萬億兆两]{2,}")
_QUOTATION: Final = regex.compile(r"[“„«「『\"]([^“”„«»「」『』\"]{3,})[”“»」』\"]")
_SAID_ALOUD: Final = (*range(2, 101), 200, 300, 500, 1000, 1_000_000, 1_000_000_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """A text that sentences are checked against; made by `grounding.source_text`."""

    language: Language
    text: str
    digits: frozenset[str]
    spoken: frozenset[str]
    stems: frozenset[str]
    known: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def holds(self, word: str) -> bool:
        """Whether the word, or a form of it, occurs in the text."""
        one = stem(word, self.language)
        if one not in self.known:
            self.known[one] = one in self.stems or any(akin(one, each, self.language) for each in self.stems)
        return self.known[one]


def inventions(sentence: str, source: SourceText) -> tuple[str, ...]:
    """Numbers, names and quotations of a sentence that the source does not contain, each once."""
    found = (*_new_figures(sentence, source), *_new_number_words(sentence, source))
    return tuple(dict.fromkeys((*found, *_new_names(sentence, source), *_new_quotations(sentence, source))))


def is_supported(sentence: str, source: SourceText) -> bool:
    """Whether at least `SUPPORT` of the sentence's meaningful words occur in the source."""
    language = source.language
    words = topic_words(sentence, language)
    if not words:
        return True
    if is_spaced(language):
        return sum(map(source.holds, words)) >= SUPPORT * len(words)
    return len(mentioned(words, source.text, language)) >= SUPPORT * len(words)


def _new_figures(sentence: str, source: SourceText) -> Iterator[str]:
    """Figures that the source contains neither in digits nor in words."""
    for written in FIGURE.findall(sentence):
        digits = NOT_DIGITS.sub("", written)
        said = parts_of(say_whole(digits, source.language)) if digits.isascii() else [written]
        if digits not in source.digits and not {*said} <= source.spoken:
            yield written


def _new_number_words(sentence: str, source: SourceText) -> Iterator[str]:
    if not is_spaced(source.language):
        numerals = _IDEOGRAPHIC_NUMBER.findall(sentence)
        spoken = "".join(source.spoken) + source.text
        yield from (each for each in numerals if each not in spoken)
        return
    pattern = _number_words(source.language)
    for word in parts_of(sentence):
        if pattern.fullmatch(word) and word not in source.spoken:
            yield word


def _new_names(sentence: str, source: SourceText) -> Iterator[str]:
    language = source.language
    if language not in CASED:
        yield from (each for each in _UNCASED_NAME.findall(sentence) if each.casefold() not in source.text)
        return
    stops = stop_stems(language)
    for word in _CAPITAL.findall(" ".join(_WORD.findall(sentence))):
        bare = word.removesuffix("'s").removesuffix("’s")
        known = stem(bare, language) in stops or source.holds(bare)
        if not known and not (language is Language.DE and _is_compound(bare, source)):
            yield word


def _is_compound(word: str, source: SourceText) -> bool:
    """Whether a German word contains one of the source's words, or is part of one."""
    one = stem(word, source.language)
    return len(one) >= LEAST_PART and any(
        one in each or (len(each) >= LEAST_PART and each in one) for each in source.stems
    )


def _new_quotations(sentence: str, source: SourceText) -> Iterator[str]:
    for quoted in _QUOTATION.findall(sentence):
        if " ".join(quoted.split()).casefold().rstrip(".,;:!?。，") not in source.text:
            yield quoted


def parts_of(text: str) -> list[str]:
    """Words in lower case; hyphenated compounds are split."""
    return [word.casefold() for word in regex.findall(r"[\p{L}\p{M}]+", text)]


@cache
def _number_words(language: Language) -> regex.Pattern[str]:
    """Matches a single word for a number from two up, including compounds written as one word."""
    scales = " ".join(spoken_words(language).scale_words)
    said = " ".join(say_whole(str(number), language) for number in _SAID_ALOUD)
    one = {*parts_of(say_whole("1", language))}
    words = {word for word in parts_of(f"{said} {scales}") if len(word) > 1} - one - stop_stems(language)
    listed = "|".join(regex.escape(word) for word in sorted(words, key=len, reverse=True))
    joints = "(?:und|ein)?" if language is Language.DE else ""
    return regex.compile(f"(?:{joints}(?:{listed}))+")
