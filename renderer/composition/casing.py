"""Gives a topic that was typed in lower case the capitals that its sources write: "nikola tesla"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final

import regex

from renderer.composition.joining import load_joining, pattern
from renderer.composition.question import WHO
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage
from renderer.text.languages import CASED
from renderer.text.normalization.number_words import spoken_words

_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_INSIDE: Final = regex.compile(r"(?<=[\p{L}\p{N},;)»”’]\s)[\p{L}\p{M}]+")
_NAME: Final = regex.compile(r"\p{Lu}\p{Ll}+")
_SHORT: Final = 3
_VERB_ENDING: Final = "en"
"""German words with this ending may be verbs, whose nouns are the same with a capital ("schlafen")."""


def as_written(topic: str, passages: Sequence[TextPassage], language: Language) -> str:
    """The topic, with capitals for its words in lower case that the passages write only with one.

    A word counts inside a sentence. Titles that are names count as a whole, and those of one word where the
    topic asks who that is. Stop words stay as they are.
    """
    if language not in CASED:
        return topic
    seen = Counter(word for passage in passages for word in _INSIDE.findall(passage.text))
    stops = frozenset(spoken_words(language).stop_words.split())

    def written(found: regex.Match[str]) -> str:
        word: str = found[0]
        capital = word[:1].upper() + word[1:]
        uncertain = language is Language.DE and word.endswith(_VERB_ENDING)
        if word in stops or uncertain or seen[word] or not seen[capital]:
            return word
        return capital

    text: str = _WORD.sub(written, topic)
    whom = _asks_whom(topic, language)
    for title in dict.fromkeys(passage.source.title for passage in passages):
        if _is_name(title, single=whom):
            common = seen[_first(title).lower()]
            name = title[:1].lower() + title[1:] if common else title
            named = regex.compile(rf"(?<!\w){regex.escape(title)}(?!\w)", regex.I)
            text = named.sub(partial(_raised, name=name), text)
    return text


def _raised(found: regex.Match[str], *, name: str) -> str:
    """The match with the name's capitals and its own."""
    return "".join(max(pair, key=str.isupper) for pair in zip(found[0], name, strict=True))


def _first(title: str) -> str:
    """The title's first word; "" if it has none."""
    return next(iter(_WORD.findall(title)), "")


def _asks_whom(topic: str, language: Language) -> bool:
    """Whether a topic asks who somebody is."""
    joining = load_joining(language)
    defines = pattern(joining.defines).search(topic)
    return bool(defines and pattern(joining.questions[WHO]).search(topic))


def _is_name(title: str, *, single: bool) -> bool:
    """Whether all words of a title but short ones have a capital, and it has several words, or one may do."""
    words = _WORD.findall(title)
    capitals = all(_NAME.fullmatch(word) for word in words if len(word) > _SHORT)
    return capitals and len(words) > (0 if single else 1)
