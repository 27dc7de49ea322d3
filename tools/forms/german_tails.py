"""German nouns recognised at the end of compounds: "Goldmünze" has "Münze", "Sammlungen" no "Lungen".

A tail is trusted if most of the longer words that end in it have another word before it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Final

LINKS: Final = ("", "s", "es", "n", "en", "er", "e", "-")
"""Linking elements between the two words of a compound."""

ENDINGS: Final = ("", "e", "en", "n")
"""Endings that a first word may have lost: "Schul(e)buch", "Schreib(en)tisch"."""

SHORTEST_HEAD: Final = 3
SHORTEST_TAIL: Final = 5
MOST_WRONG: Final = 0.45


def trusted_tails(tails: Collection[str], table: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The trusted ones among `tails`, and the longer words that only seem to end in one of them.

    Both are in lower case; `table` maps German forms to their lemmas.
    """
    wanted = {tail for tail in tails if len(tail) >= SHORTEST_TAIL}
    known = {word.casefold() for word in (*table, *table.values())}
    nouns = {word.casefold() for word in (*table, *table.values()) if word[:1].isupper()}
    right: Counter[str] = Counter()
    wrong: dict[str, list[str]] = defaultdict(list)
    for noun in nouns - wanted:
        cut = next((at for at in range(SHORTEST_HEAD, len(noun)) if noun[at:] in wanted), 0)
        if cut and is_word(noun[:cut], known):
            right[noun[cut:]] += 1
        elif cut:
            wrong[noun[cut:]].append(noun)
    trusted = [tail for tail in wanted if len(wrong[tail]) <= MOST_WRONG * (right[tail] + len(wrong[tail]))]
    return sorted(trusted), sorted(noun for tail in trusted for noun in wrong[tail])


def is_word(head: str, known: Collection[str]) -> bool:
    """Whether the first part of a compound is a word, possibly with a link after it or without its ending."""
    bases = (head.removesuffix(link) for link in LINKS if head.endswith(link))
    return any(base + ending in known for base in bases if len(base) >= SHORTEST_HEAD for ending in ENDINGS)
