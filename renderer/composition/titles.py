"""Makes a title that is read at a glance: a short topic, else its source's title, else part of the topic."""

from __future__ import annotations

from typing import Final

import regex

from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextSource
from renderer.text.languages import is_spaced
from renderer.text.normalization.number_words import spoken_words

TITLE_WORDS: Final = 6
TITLE_IDEOGRAPHS: Final = 14
LONGEST_BREATH: Final = 120
"""Characters of a topic that can be said in one breath."""
TITLE_BRACKET: Final = regex.compile(r"\s*[(（][^)）]*[)）]$")
_HAPPENED_TO: Final = regex.compile(r"^what happened (?:in|to|at|on|with) (?=\w+ \w+ \w)", regex.I)


def story_title(topic: str, source: TextSource, *, language: Language, quotable: bool = True) -> str:
    """The topic if it can be read at a glance, else its source's title (if `quotable`), else clipped."""
    asked = topic.strip().rstrip(".。")
    bare: str = _HAPPENED_TO.sub("", asked)
    text = with_capital(bare)
    if is_short(text, language):
        return text
    title: str = TITLE_BRACKET.sub("", source.title)
    if source.publisher and quotable and is_short(title, language):
        return title
    return _clipped(text, language)


def with_capital(title: str) -> str:
    """The title with a capital first letter, unless its first word has capitals of its own ("iPhone")."""
    first = title.split(maxsplit=1)[:1]
    return title[:1].upper() + title[1:] if first and first[0].islower() else title


def is_short(text: str, language: Language) -> bool:
    """Whether the text can be read at a glance."""
    return len(text.split()) <= TITLE_WORDS if is_spaced(language) else len(text) <= TITLE_IDEOGRAPHS


def _clipped(text: str, language: Language) -> str:
    part = clause(text)
    if is_short(part, language):
        return part
    if not is_spaced(language):
        return part[:TITLE_IDEOGRAPHS]
    words = part.split()[:TITLE_WORDS]
    stops = spoken_words(language).stop_words.split()
    while len(words) > 2 and words[-1].casefold() in stops:  # noqa: PLR2004 - something must be left
        words.pop()
    return " ".join(words)


def clause(topic: str) -> str:
    """The topic, or where it is long its part before the first inner punctuation mark."""
    text = " ".join(topic.split())
    if len(text) <= LONGEST_BREATH:
        return text
    head, *rest = regex.split(r"[.;:,。；：，、،؛—–]\s*|\s-\s", text[:LONGEST_BREATH], maxsplit=1)
    if rest and len(head) > 15:  # noqa: PLR2004 - characters; less is no topic
        return str(head)
    return text[:LONGEST_BREATH].rpartition(" ")[0] or text[:LONGEST_BREATH]
