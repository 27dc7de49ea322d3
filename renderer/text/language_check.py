"""Checks whether a text is in the expected language: by script, and for Latin script by function words."""

from __future__ import annotations

from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.normalization.number_words import spoken_words

SHARE: Final = 0.5
"""Share of the letters that must belong to the language's own script."""
FEWEST_WORDS: Final = 12
"""Shorter Latin texts are not judged: names and figures could outweigh the function words."""
_LATIN: Final = (Language.EN, Language.ES, Language.PT, Language.FR, Language.DE)
_LETTER: Final = regex.compile(r"\p{L}")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_OWN: Final[dict[Language, regex.Pattern[str]]] = {
    Language.ZH: regex.compile(r"\p{Han}"),
    Language.JA: regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]"),
    Language.HI: regex.compile(r"\p{Devanagari}"),
    Language.AR: regex.compile(r"\p{Arabic}"),
    Language.RU: regex.compile(r"\p{Cyrillic}"),
}
_KANA: Final = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_LATIN_LETTER: Final = regex.compile(r"\p{Latin}")


def seems_written_in(text: str, language: Language) -> bool:
    """Whether the text may be in this language: False only if it is plainly in another."""
    letters = len(_LETTER.findall(text))
    if not letters:
        return True
    own = len(_OWN.get(language, _LATIN_LETTER).findall(text))
    if own < SHARE * letters:
        return False
    if language in {Language.ZH, Language.JA}:
        kana = len(_KANA.findall(text))
        return kana == 0 if language is Language.ZH else kana > 0 or letters < FEWEST_WORDS
    return language not in _LATIN or _most_small_words(text, language)


def _most_small_words(text: str, language: Language) -> bool:
    words = [word.lower() for word in _WORD.findall(text)]
    if len(words) < FEWEST_WORDS:
        return True
    hits = {other: _small_words(words, other) for other in _LATIN}
    return hits[language] >= 0.8 * max(hits.values())


def _small_words(words: list[str], language: Language) -> int:
    small = frozenset(spoken_words(language).stop_words.split())
    return sum(word in small for word in words)
