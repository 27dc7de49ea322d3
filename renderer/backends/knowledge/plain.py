"""Makes text of others safe to read aloud: removes footnotes, formulas, direction marks and markup.

Text that is not prose (tables, lists of names, repetitions by vandals, instructions to a machine) is left
out instead of repaired.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.speakable import is_speakable

LONGEST_PARAGRAPH: Final = 6_000
LONGEST_ARTICLE: Final = 80_000
"""Most characters read of one article; a short video seldom has room for what follows."""
FEWEST_LETTERS: Final = 12
MOST_BARS: Final = 2
SHOUTED: Final = 30
"""Letters from which a text is checked for capitals and repetitions."""
SMALL: Final = 3
"""Longest words, in letters, that may be repeated freely."""
_DROPPED: Final = (
    regex.compile(r"\[(?:\d{1,3}|[a-z]|[Nn]ote \d+|citation needed|when\?|who\?|clarification needed)\]"),
    regex.compile(r"\{\\[a-z]+style.*?\}\}?", regex.S),
    regex.compile(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad\u200b]"),
    regex.compile(r"[\p{Cc}--[\n\t]]", flags=regex.VERSION1),
)
_BEFORE_MARK: Final = regex.compile(r"\s+(?=[,.;:!?。，、।](?:\s|$))")
_EMPTY_BRACKETS: Final = regex.compile(r"\s*[(\[（]\s*[,;:、·/\-–]*\s*[)\]）]")
_MARKUP: Final = regex.compile(
    r"\{\{|\}\}|\[\[|\]\]|\{\||\|\}|\|\||'''|<ref|</?[a-z]+[ >/]|&[a-z]+;|https?://|www\.|=\s*=|__[A-Z]+__"
    r"|style\s*=|colspan|rowspan|\\[a-z]+\{|\bthumb\||#REDIRECT",
    regex.I,
)
_ORDERS: Final = regex.compile(
    r"(?:ignore|disregard|forget)\s+(?:all\s+|any\s+|the\s+|your\s+)*(?:previous|prior|above|earlier|preceding)"
    r"|\b(?:system|developer) prompt\b|\bas an ai\b|\byou are now\b|\blanguage model\b.{0,40}\b(?:must|should)\b"  # noqa: E501 - one text
    r"|\bjailbreak\b|<\|[a-z_]+\|>|\[/?INST\]|^(?:system|assistant|user)\s*:"
    r"|ignor(?:a|e|ez|iere|ieren sie)\s+(?:todas?|toutes?|alle)\s"
    r"|игнориру\w+\s+(?:все\s+)?предыдущ|忽略(?:之前|以上|前面|所有)|以前の指示|これまでの指示|上記の指示"
    r"|تجاهل\s+(?:كل\s+|جميع\s+)?(?:ال)?تعليمات|पिछले\s+(?:सभी\s+)?निर्देश",
    regex.I,
)
_RUN: Final = regex.compile(r"([^\s.\-_=0])\1{4,}")
_LETTER: Final = regex.compile(r"\p{L}")
_DIGIT: Final = regex.compile(r"\p{N}")
_UPPER: Final = regex.compile(r"\p{Lu}")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_OTHER_DIRECTION: Final = regex.compile(r"[\p{Arabic}\p{Hebrew}]")


def cleaned(text: str, language: Language) -> str:
    """One line of normalised text without footnote marks, formulas and invisible characters."""
    plain: str = unicodedata.normalize("NFC", text)
    for pattern in _DROPPED:
        plain = pattern.sub("", plain)
    plain = _EMPTY_BRACKETS.sub("", plain)
    plain = regex.sub(r"[^\S\u00a0\u202f]+", " ", plain).strip()
    if language is Language.FR:
        return plain
    tight: str = _BEFORE_MARK.sub("", plain)
    return tight


def is_prose(text: str, language: Language) -> bool:
    """Whether a paragraph can be read aloud as it stands."""
    letters = len(_LETTER.findall(text))
    if letters < (FEWEST_LETTERS if is_spaced(language) else FEWEST_LETTERS // 3) or not is_speakable(text):
        return False
    if _MARKUP.search(text) or _ORDERS.search(text) or _RUN.search(text):
        return False
    if len(_DIGIT.findall(text)) > letters or text.count("|") + text.count("\t") > MOST_BARS:
        return False
    if language is not Language.AR and len(_OTHER_DIRECTION.findall(text)) > letters / 5:
        return False
    if letters > SHOUTED and len(_UPPER.findall(text)) > letters / 2:
        return False
    return not _is_chant(text, language)


def _is_chant(text: str, language: Language) -> bool:
    """Whether a text repeats one word again and again, as vandals do."""
    words = (
        [word.casefold() for word in _WORD.findall(text)]
        if is_spaced(language)
        else list(_WORD.findall(text))
    )
    long = [word for word in words if len(word) > SMALL]
    if len(long) >= SHOUTED // 5 and Counter(long).most_common(1)[0][1] > len(long) / 3:
        return True
    if is_spaced(language):
        return False
    pairs = Counter(text[at : at + 2] for at in range(len(text) - 1))
    return len(text) >= SHOUTED // 2 and pairs.most_common(1)[0][1] * 2 > len(text) / 3


def paragraphs(lines: Iterable[tuple[str, str]], language: Language) -> Iterator[tuple[str, str]]:
    """Pairs of heading and paragraph for the lines that are prose, within the limits, without repeats."""
    room, seen = LONGEST_ARTICLE, set()
    for heading, line in lines:
        text = cleaned(line[:LONGEST_PARAGRAPH], language)
        if room <= 0:
            return
        if text in seen or not is_prose(text, language):
            continue
        seen.add(text)
        room -= len(text)
        yield heading, text
