"""Finds which words of an English topic are names, as far as its capitals show.

A topic that begins in lower case shows nothing, nor does one in which every content word is capitalised,
unless it begins with "The".
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.text.topical import stem, stop_stems

_MARKS: Final = ".,:;!?()“”\"'"
_ENDS: Final = tuple(".,:;!?)")


class TopicNames(Struct, frozen=True, kw_only=True):
    """Words as written: capitalised words, names of several words, and words that are not names.

    The first word is in none of them, as it is always capitalised.
    """

    names: frozenset[str]
    within: frozenset[tuple[str, ...]]
    common: frozenset[str]

    def is_part(self, written: str) -> bool:
        """Whether a noun is only a part of a longer name ("Berlin" in "the Berlin Wall")."""
        words = tuple(written.split())
        return any(set(words) < set(run) for run in self.within)


def topic_names(text: str) -> TopicNames:
    """The names in a topic; all empty where its capitals show nothing."""
    parts = text.split()
    words = [part.strip(_MARKS).removesuffix("'s").removesuffix("’s") for part in parts]
    if not text[:1].isupper() or _tells_nothing(words):
        return TopicNames(names=frozenset(), within=frozenset(), common=frozenset())
    inner = words[1:]
    return TopicNames(
        names=frozenset(word for word in inner if _is_capital(word) and not word.isupper()),
        within=frozenset(run for run in _runs(parts, words) if len(run) > 1),
        common=frozenset(word for word in inner if not _is_capital(word)),
    )


def _tells_nothing(words: list[str]) -> bool:
    """Whether every content word is capitalised, as in a title; "The ..." may be one name."""
    meant = [word for word in words[1:] if not _is_stop(word)]
    small = [word for word in words[1:] if _is_stop(word)]
    is_name = words[0] == "The" and not any(_is_capital(word) for word in small)
    return not is_name and all(_is_capital(word) for word in meant)


def _runs(parts: list[str], words: list[str]) -> list[tuple[str, ...]]:
    """Runs of capitalised words, ended by punctuation and possessives; the first word is in none."""
    runs: list[tuple[str, ...]] = [()]
    for part, word in zip(parts[1:], words[1:], strict=True):
        if not _is_capital(word):
            runs.append(())
            continue
        runs[-1] += (word,)
        if part.endswith((*_ENDS, "'s", "’s")):
            runs.append(())
    return runs


def _is_capital(word: str) -> bool:
    return word[:1].isupper()


def _is_stop(word: str) -> bool:
    return stem(word, Language.EN) in stop_stems(Language.EN)
