"""The context of a token: the token and its neighbours, split as the reading rules need them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import regex
from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.text.normalization.number_words import SpokenWords, spoken_words

_CLAUSE: Final = {
    "。": "。", "，": "，", "、": "、", "！": "！", "？": "？", "；": "；", "：": "：",
    "،": "،", "؛": "؛", "؟": "؟", "।": "।", "॥": "।",
    ".": ".", ",": ",", "!": "!", "?": "?", ";": ";", ":": ":", "…": ".", "‥": ".",
    "—": ",", "–": ",", "―": ",", "｡": "。", "､": "、", "⁇": "?", "⁈": "?", "⁉": "!", "〜": "、", "～": "、",
}  # fmt: skip
_ARABIC_SEPARATORS: Final = {"٫": ".", "٬": ","}
_TAIL: Final = regex.compile(r"(?:[^\p{L}\p{N}\p{M}\p{Sc}%‰٪°+=&#@§№℃²³ªº/×]|(?<!\p{N})[/×])+$")
_HEAD: Final = regex.compile(
    r"^(?:(?!'\d0s)[^\p{L}\p{N}\p{Sc}%‰٪°+=&#@§№±≈<>×÷−.\-])+|^(?:\.|-(?!\p{Sc}))(?!\p{N})"
)
"""Quotes and brackets before a word; the apostrophe of "'90s" is kept, since "90s" could be seconds."""
LONGEST_ERA: Final = 4
"""Most words in the name of an era."""
_ALONE: Final = frozenset("±≈<>×÷−")
"""Signs that are spoken when they stand alone; at the end of a word they are dropped."""
_SILENT: Final = regex.compile(
    r"[\p{Extended_Pictographic}--[\p{Nd}#*©®™]]|[\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0e\ufe0f\u20e3]"
    r"|[\p{Cc}\p{Co}\p{Cs}\p{Cn}]|[\p{Cf}--[\u200c\u200d]]",
    flags=regex.VERSION1,
)
_ABOUT: Final = regex.compile(r"^~(?=\p{Nd})")
_REMEMBERED: Final = 4096
"""Number of split words kept in the cache, since a text repeats its words."""
BEFORE_YEAR: Final = frozenset({"AD", "A.D."})
"""Eras that may precede their year."""


class WrittenWord(Struct, frozen=True, kw_only=True):
    """A word taken apart.

    `core` has no quotes, brackets or clause marks; `tail` is the clause mark that shapes the intonation.
    """

    core: str
    tail: str
    dotted: str
    """The core with its final full stop, if it has one; used to look up abbreviations."""
    after_dot: str = ""
    """The mark after this full stop: a comma in "etc., …"."""


class Context(Struct, frozen=True, kw_only=True):
    """The word at `index` among its neighbours."""

    items: Sequence[WrittenWord]
    index: int
    language: Language

    @property
    def core(self) -> str:
        """The word itself."""
        return self.items[self.index].core

    @property
    def words(self) -> SpokenWords:
        """The language's word tables."""
        return spoken_words(self.language)

    def at(self, offset: int) -> WrittenWord:
        """The word `offset` places on; an empty word beyond the ends."""
        place = self.index + offset
        return self.items[place] if 0 <= place < len(self.items) else WrittenWord(core="", tail="", dotted="")

    def before(self) -> Iterator[str]:
        """The words before this one in lower case, nearest first."""
        return (self.items[place].core.lower() for place in range(self.index - 1, -1, -1))

    def is_month(self, offset: int) -> bool:
        """Whether the word `offset` places on is a month, in full or abbreviated."""
        word, words = self.at(offset), self.words
        months = words.month_words or words.months
        return word.core in months or words.abbreviations.get(word.dotted, "") in months

    def has_era(self, offset: int) -> bool:
        """Whether an era begins `offset` places on: "BC", "v. Chr.", "до н. э."."""
        if any(self.at(between).tail for between in range(offset - 1)):
            return False
        words = [self.at(offset + place) for place in range(LONGEST_ERA)]
        some = (words[: count + 1] for count in range(len(words)))
        return any(
            " ".join((*(word.dotted for word in few[:-1]), last)) in self.words.eras
            for few in some
            for last in (few[-1].dotted, few[-1].core)
        )

    def joined_to(self, offset: int) -> bool:
        """Whether no clause mark separates this word from the one `offset` places after it."""
        return all(not self.at(step).tail for step in range(offset)) and bool(self.at(offset).core)


@lru_cache(maxsize=_REMEMBERED)
def as_word(display: str) -> WrittenWord:
    """Take a displayed token apart."""
    text = unicodedata.normalize("NFC", _SILENT.sub("", _western_digits(display))).strip("\u00a0\u202f ")
    text = text.replace("’", "'").replace("\u2011", "-").replace("\ufe63", "-")
    text = _ABOUT.sub("≈", text)
    head = _HEAD.match(text)
    text = text[head.end() :] if head else text
    ending = _TAIL.search(text)
    tail = ending.group() if ending and text not in _ALONE else ""
    core = text[: len(text) - len(tail)]
    marks = "".join(dict.fromkeys(_CLAUSE[mark] for mark in tail if mark in _CLAUSE))
    dotted = core + "." if tail.startswith(".") else core
    return WrittenWord(core=core, tail=marks[:1], dotted=dotted, after_dot=marks[1:2])


def _western_digits(text: str) -> str:
    """The text with all decimal digits in ASCII and full-width letters and signs as ordinary ones."""
    return "".join(
        str(unicodedata.digit(letter))
        if unicodedata.category(letter) == "Nd"
        else unicodedata.normalize("NFKC", letter)
        if "\uff01" <= letter <= "\uff5e" and letter not in "！，？；："
        else _ARABIC_SEPARATORS.get(letter, letter)
        for letter in text
    )


def instead(context: Context, core: str) -> Context:
    """The context with another word at this position."""
    items = list(context.items)
    items[context.index] = WrittenWord(core=core, tail=context.at(0).tail, dotted=core)
    return Context(items=items, index=context.index, language=context.language)
