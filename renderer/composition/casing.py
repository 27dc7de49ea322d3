"""Gives a topic that was typed in lower case the capitals that its sources write: "nikola tesla"."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import regex

from renderer.composition.joining import load_joining, pattern
from renderer.composition.question import WHO
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextPassage
from renderer.text.languages import CASED
from renderer.text.normalization.number_words import spoken_words

_ACCENT: Final = regex.compile(r"\p{Mn}")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]++(?![’']t\b)")
_INSIDE: Final = regex.compile(r"(?<=[\p{L}\p{N},;)»”’]\s)[\p{L}\p{M}]+")
_NAME: Final = regex.compile(r"\p{Lu}\p{Ll}+")
_PHRASE: Final = regex.compile(r"(?<=[\p{L}\p{N},;)»”’]\s)\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)+")
"""Two or more words inside a sentence that all have a capital ("the First World War")."""
_ABBREVIATION: Final = regex.compile(r"\b[b-df-hj-np-tv-xz]{2,3}\d\b")
"""Consonants and a digit, which nobody reads as a word ("ww2", "mp3")."""
_SHORT: Final = 3
_VERB_ENDING: Final = "en"
"""German words with this ending may be verbs, whose nouns are the same with a capital ("schlafen")."""


def as_written(topic: str, passages: Sequence[TextPassage], language: Language) -> str:
    """The topic, with capitals for its words in lower case that the passages write only with one.

    A word counts inside a sentence. Titles that are names and several words with capitals count only as a
    whole, and titles of one word where the topic asks who that is. Stop words stay as they are.
    """
    if language not in CASED:
        return topic
    texts = [passage.text for passage in passages]
    phrases = [phrase for text in texts for phrase in _PHRASE.findall(text)]
    seen = Counter(word for text in texts for word in _INSIDE.findall(text))
    seen -= Counter(word for phrase in phrases for word in phrase.split())
    stops = frozenset(spoken_words(language).stop_words.split())

    def written(found: regex.Match[str]) -> str:
        word: str = found[0]
        capital = word[:1].upper() + word[1:]
        uncertain = language is Language.DE and word.endswith(_VERB_ENDING)
        if word in stops or uncertain or seen[word]:
            return word
        return next((form for form in (capital, word.upper()) if seen[form]), word)

    text: str = _ABBREVIATION.sub(lambda found: found[0].upper(), _WORD.sub(written, topic))
    whom = _asks_whom(topic, language)
    for title in dict.fromkeys((*(passage.source.title for passage in passages), *phrases)):
        if _is_name(title, single=whom):
            text = _with_name(text, _inside(title, seen, language))
    return text


def _inside(title: str, seen: Mapping[str, int], language: Language) -> str:
    """A title as it is written inside a sentence: "canal de Suez", "Buddha", "ice age"."""
    title = title.removeprefix("The ") if language is Language.EN else title
    first, *others = title.split()
    common = seen[_first(title).lower()] > 0
    if common and language is Language.EN:
        common = any(word.islower() and len(word) <= _SHORT for word in others[-1:])
    if common and language is Language.ES and not any(word.islower() for word in others):
        return title.lower()
    return " ".join((first[:1].lower() + first[1:] if common else first, *others))


def _with_name(text: str, name: str) -> str:
    """The text with the name's capitals wherever it has the name, with accents or without."""
    bare, sought = (_ACCENT.sub("", unicodedata.normalize("NFD", one)) for one in (text, name))
    if (len(bare), len(sought)) != (len(text), len(name)):
        return text
    named = regex.compile(rf"(?<!\w){regex.escape(sought)}(?!\w)", regex.I)
    for found in named.finditer(bare):
        raised = "".join(
            max(pair, key=str.isupper) for pair in zip(text[slice(*found.span())], sought, strict=True)
        )
        text = text[: found.start()] + raised + text[found.end() :]
    return text


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
