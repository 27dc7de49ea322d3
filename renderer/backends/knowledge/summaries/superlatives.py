"""Scores how well an article fits a topic with a superlative: "The deepest place on Earth".

The topic means the subject of a summary that makes the claim, in a sentence with the same superlative close
to the topic's other words. A lower rank ("the fourth-longest river") does not count, nor does the kind of
thing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import regex

from renderer.backends.knowledge.summaries.collection import Collection
from renderer.backends.knowledge.summaries.occurrences import (
    TopicWords,
    prominence,
    share,
)
from renderer.contract.vocabulary import Language
from renderer.text.topical import mentioned, words_of

HELD: Final = 0.6
"""Share of the topic's other words that must be close to the superlative."""
ENOUGH: Final = 0.8
"""Least score of an article."""
CLOSE: Final = 50
"""Characters on either side of the superlative that count as close."""
TOLD: Final = 0.15
"""Bonus each for naming the article, stating the claim, and continuing as the topic does."""
LATER: Final = 0.02
"""Penalty for each sentence before the claim."""

_ALIKE: Final = (
    ("tallest", "highest"),
    ("biggest", "largest", "greatest"),
    ("smallest", "tiniest"),
    ("deadliest", "most deadly"),
    ("fastest", "quickest"),
)
_ASKED: Final = {
    Language.EN: regex.compile(r"\b(?:most \p{L}+|\p{Ll}{3,}est)\b"),
    Language.ES: regex.compile(r"\b(?:más \p{L}+|mayor|menor)\b"),
    Language.FR: regex.compile(r"\bplus \p{L}+\b"),
}
_ANYWHERE: Final = frozenset({
    "place", "point", "thing", "spot", "lugar", "sitio", "cosa", "endroit", "lieu", "chose",
})  # fmt: skip
_WORLD: Final = frozenset(
    {"world", "earth", "planet", "mundo", "tierra", "planeta", "monde", "terre", "planete"}
)
_WORD: Final = re.compile(r"\w+")
_NO_SUPERLATIVES: Final = frozenset(
    {"forest", "harvest", "interest", "conquest", "tempest", "honest", "modest", "rest"}
)
_SAID: Final = regex.compile(
    r"\b(?:is|was|are|being|making it|es|era|fue|siendo|est|était|étant)\s"
    r"(?:(?:the|el|la|le|earth's|\w+'s)\s)?(?P<other>\p{L}+ (?:and|y|et) )?(?:the |el |la |le )?$"
)
"""The words before the superlative in a claim about the subject; `other` if it names a second quality."""
_NO_LONGER: Final = regex.compile(r"\b(?:until|hasta|jusqu)")
_BEFORE: Final = regex.compile(
    r"(?:-|(?:\d(?:st|nd|rd|th)|\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|(?:one|some|two|three) of the|among the|other|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]"
    r"|una? de l[oa]s|deuxième|troisième|quatrième|cinquième|l[’']une? des|parmi les))(?:\s\p{L}+){0,2}\s?)$"
)
"""Words before a superlative that make it a lower rank or one of several."""


def superlative(topic: str, language: Language) -> str:
    """The topic's superlative in lower case ("deepest", "más largo"); empty when it has none."""
    wording = _ASKED.get(language)
    found = wording.findall(topic.lower()) if wording else []
    return next((one for one in found if one not in _NO_SUPERLATIVES), "")


def extremes(about: TopicWords, collection: Collection) -> dict[int, float]:
    """Scores of the articles that claim the topic's superlative, by number; empty without a superlative."""
    asked = superlative(about.topic, collection.language)
    if not asked:
        return {}
    possible = {number for word in about.words for number in about.found[word].anywhere if word not in asked}
    possible -= {number for number in possible if collection.summaries[number].is_person}
    found: dict[int, float] = {}
    for match in re.finditer(_pattern(asked), collection.text):
        number = collection.number_at(match.start())
        start = collection.starts[number]
        if match.start() < collection.titled[number] or number not in possible:
            continue
        before, after = collection.text[start : match.start()], collection.text[match.end() :][:CLOSE]
        found[number] = max(found.get(number, 0.0), _claimed(before, after, asked, about, collection))
    sure = {number: worth for number, worth in found.items() if worth >= ENOUGH}
    return {number: worth + prominence(number, collection) for number, worth in sure.items()}


def _claimed(before: str, after: str, asked: str, about: TopicWords, collection: Collection) -> float:
    """How well a summary's text around a superlative fits the topic; 0 where it does not."""
    others = tuple(word for word in about.words if word not in asked.split() and word not in _ANYWHERE)
    weights = {word: about.weights[word] for word in others}
    scope = {word for word in others if word in _WORLD or word in about.names}
    close = before[-CLOSE:] + after
    if _BEFORE.search(before[-CLOSE:]) or _NO_LONGER.search(after):
        return 0.0
    if close.isascii() and not any(word[:4] in close for word in others):
        return 0.0  # a quick check, before the slower one word by word
    words = frozenset(_held(others, close, collection.language))
    held = share(weights, words)
    if held < HELD or not scope <= words:
        return 0.0
    wanted = about.topic.lower().partition(asked)[2]
    straight = after.split()[:1] == wanted.split()[:1]
    if not straight and _is_narrower(after, wanted, about.words):
        return 0.0
    named = before.partition("\n")[0] in before[before.rfind(". ") + 1 :]
    ends_alike = " ".join(wanted.split()[-2:]) in close
    said = _SAID.search(before[-CLOSE:])
    told = straight + named + ends_alike / 2 + (0.0 if said is None else 0.5 if said["other"] else 1.0)
    return held + TOLD * told - LATER * before.count(". ")


def _held(words: tuple[str, ...], text: str, language: Language) -> Iterator[str]:
    """The words that a text contains; Earth and the world count as the same."""
    everywhere = bool(_WORLD & set(words_of(text, language)))
    yield from mentioned(words, text, language)
    if everywhere:
        yield from (word for word in words if word in _WORLD)


def _is_narrower(text: str, after: str, words: tuple[str, ...]) -> bool:
    """Whether the claim is narrower: it has another noun, or words before the noun that the topic lacks."""
    nouns = [one for one in _WORD.findall(after) if one in words and one not in _ANYWHERE][:1]
    said = _WORD.findall(text)
    if not nouns or nouns[0] in _WORLD:
        return False
    if nouns[0] not in said:
        return True
    return any(one not in words for one in said[: said.index(nouns[0])])


def _pattern(asked: str) -> str:
    """A pattern for the superlative and its synonyms, in any gender and number."""
    alike = next((one for one in _ALIKE if asked in one), (asked,))
    return "|".join(rf"\b{re.escape(one.rstrip('os') if ' ' in one else one)}\w{{0,2}}\b" for one in alike)
