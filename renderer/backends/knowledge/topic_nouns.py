"""Finds the nouns of an English topic that are in the lexicon, and how the topic uses them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.backends.knowledge.lexicon_file import base_form, is_seldom_noun, senses
from renderer.contract.vocabulary import Language
from renderer.text.topical import stop_stems, topic_words


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LONGEST_PHRASE: Final = 3
_MARKS: Final = ".,:;!?()“”\"'"
_BEFORE_NOUN: Final = _words(
    "the a an its their his her this these those our your my of in on with by under for from at into between "
    "why how what two three four five six seven eight nine ten hundred thousand million many"
)
_AFTER_NOUN: Final = _words("is are was were do does did has have had can could will would")
_BEFORE_VERB: Final = frozenset({"that", "which", "who"})
_ASKS: Final = frozenset({"why", "how"})
_ARTICLES: Final = frozenset({"the", "a", "an"})
_DETERMINERS: Final = _ARTICLES | _words("its their his her this our your my every each no any")
_NOT_NOUNS: Final = _words(
    "one two three four five six seven eight nine ten hundred thousand million billion fell saw "
    "left lost found felt "
    "rose bit bore lay spoke thought shot cut built sank won made took began let set put get got "
    "way time thing lot "
    "kind part reason day make makes use uses work works need needs leaves eats dark long big old "
    "great black white hot cold first "
    "last "
    "nutshell beginner minute word introduction guide basics overview history story fact secret truth upside "
    "red blue green yellow brown gray grey pink east west north south top bottom side middle end"
)
"""Numbers, verb forms spelt like nouns, nouns that are too general, and words such as "story" or "guide"."""


class TopicNoun(Struct, frozen=True, kw_only=True):
    """A noun in its base form; `written` is its form in the topic, `article` the article before it or "".

    `is_bare` is true of a singular without any determiner ("why inflation eats savings").
    """

    noun: str
    written: str
    article: str
    is_bare: bool

    @property
    def is_plural(self) -> bool:
        """Whether the topic uses the plural."""
        return self.written.casefold() != self.noun and not self.written.endswith(("'s", "’s"))


def topic_nouns(text: str) -> tuple[TopicNoun, ...]:
    """The topic's nouns in order, preferring longer phrases, without repeats."""
    words = topic_words(text, Language.EN)
    written = [part.strip(_MARKS) for part in text.split()]
    parts = [part.casefold() for part in written]
    found: dict[int, TopicNoun] = {}
    taken: set[int] = set()
    for size in range(LONGEST_PHRASE, 0, -1):
        for at in range(len(parts) - size + 1):
            places = set(range(at, at + size))
            phrase = " ".join(parts[at : at + size])
            if places & taken or (size == 1 and phrase.removesuffix("'s").removesuffix("’s") not in words):
                continue
            noun = _base_form(phrase)
            if not noun or (size == 1 and not _is_noun(noun, parts, at)):
                continue
            if size > 1 and not _is_phrase(parts[at : at + size]):
                continue
            taken |= places
            before = parts[at - 1] if at else ""
            form = " ".join(written[at : at + size])
            found[at] = TopicNoun(
                noun=noun,
                written=form,
                article=before if before in _ARTICLES else "",
                is_bare=form.casefold() == noun and not _is_determined(parts[max(0, at - 3) : at]),
            )
    for at, one in found.items():  # "tulip" in "tulip bulbs" is an attribute
        if at + len(one.written.split()) in found:
            found[at] = replace(one, is_bare=False)
    unique = {found[at].noun: found[at] for at in sorted(found, reverse=True)}
    return tuple(sorted(unique.values(), key=lambda one: text.find(one.written)))


def _is_phrase(parts: list[str]) -> bool:
    """Whether a phrase that is in the lexicon is a noun here, unlike "so long"."""
    ends = _BEFORE_NOUN | stop_stems(Language.EN)
    return parts[0] not in ends and parts[-1] not in ends


def _base_form(phrase: str) -> str:
    """The base form; the word itself where texts mean that more often ("species", not "specie").

    Empty where a word in "-s" is used as a plural and as a noun of its own equally often ("jeans").
    """
    noun = base_form(phrase)
    own = senses(phrase) if noun != phrase else ()
    if not noun or not own:
        return noun
    as_plural, as_one = (sum(count for _, count in found) for found in (senses(noun), own))
    if as_plural == as_one:
        return ""
    return noun if as_plural > as_one else phrase


def _is_determined(before: list[str]) -> bool:
    return any(word in _DETERMINERS or word.endswith(("'s", "’s")) for word in before)


def _is_noun(noun: str, parts: list[str], at: int) -> bool:
    """Whether a single word is in the position of a noun.

    A word that is seldom a noun must be marked by the words next to it.
    """
    if noun in _NOT_NOUNS or parts[at] in _NOT_NOUNS or noun.isdigit():
        return False
    if at and parts[at - 1] in _BEFORE_VERB:
        return False
    marked = at == 0 or parts[at - 1] in _BEFORE_NOUN or parts[at - 1].endswith(("'s", "’s"))
    marked = marked or (parts[at + 1 : at + 2] != [] and parts[at + 1] in _AFTER_NOUN)
    before = base_form(parts[at - 1]) if at else ""
    asked = at > 1 and parts[at - 2] in _ASKS
    if not marked and before and (asked or not is_seldom_noun(before)):
        after_plural = before != parts[at - 1]
        if asked and at == len(parts) - 1 and (after_plural or parts[at] != noun or noun.endswith("s")):
            return False  # "why time flies", "how matches light"
        if after_plural and parts[at] == noun:  # "bulbs cost"
            return False
        if (
            at > 1 and not after_plural and parts[at] != noun and parts[at - 2] in {"a", "an"}
        ):  # "a battery stores"
            return False
    return marked or not is_seldom_noun(noun)
