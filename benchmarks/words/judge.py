"""Agreement with independently written labels: words of Chinese and Japanese, and nouns of topics.

`chinese_*.txt` and `japanese_*.txt` have a sentence per line: `|` marks a border that every reader expects,
`/` an optional one; anywhere else is inside a word. `topics_*.toml` has topics in nine languages with the
nouns that can be looked up in them; equally good forms are separated by `=`. The sets named `tuned` were
examined to find causes of errors, those named `unseen` were only counted.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from renderer.contract.vocabulary import Language
from renderer.text.nouns.written import written_nouns
from renderer.text.segmentation.tokens import tokenise

FOLDER: Final = Path(__file__).parent
SETS: Final = ("tuned", "unseen")
CUT: Final = {
    "chinese_tuned": Language.ZH,
    "chinese_unseen": Language.ZH,
    "japanese_tuned": Language.JA,
}
"""The sets of sentences that are cut into words, and their languages."""
_WANTED, _EITHER = "|", "/"


class Cuts(NamedTuple):
    """The number of `tokens`, of borders inside a word (`torn`), and of missing borders (`joined`)."""

    tokens: int
    torn: int
    joined: int


class Nouns(NamedTuple):
    """The number of words `offered`, of those that were `right`, of words `wanted`, and of those `found`."""

    offered: int
    right: int
    wanted: int
    found: int

    def __add__(self, other: object) -> Nouns:
        """Add the counts."""
        if not isinstance(other, Nouns):
            return NotImplemented
        return Nouns(*map(sum, zip(self, other, strict=True)))


def cuts_of(name: str) -> Cuts:
    """Count how captions cut the sentences of a set."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    found = [_cuts(line, CUT[name]) for line in lines if line]
    return Cuts(*map(sum, zip(*found, strict=True)))


def topic_nouns_of(name: str) -> dict[Language, Nouns]:
    """Count the nouns offered for the topics of a set, by language."""
    topics = tomllib.loads((FOLDER / f"topics_{name}.toml").read_text("utf-8"))
    return {
        Language(code): sum(
            (_nouns(topic, wanted, Language(code)) for topic, wanted in each.items()), Nouns(0, 0, 0, 0)
        )
        for code, each in topics.items()
    }


def _cuts(labelled: str, language: Language) -> Cuts:
    text, wanted, either = "", set[int](), set[int]()
    for sign in labelled:
        if sign in {_WANTED, _EITHER}:
            (wanted if sign == _WANTED else either).add(len(text))
        else:
            text += sign
    pieces = tokenise(text, language)
    borders = set(accumulate(len(piece.display) for piece in pieces)) - {len(text)}
    return Cuts(len(pieces), len(borders - wanted - either), len(wanted - borders))


def _nouns(topic: str, labels: list[str], language: Language) -> Nouns:
    wanted = [frozenset(label.split("=")) for label in labels]
    offered = written_nouns(topic, language)
    right = sum(any(word in forms for forms in wanted) for word in offered)
    return Nouns(len(offered), right, len(wanted), sum(not forms.isdisjoint(offered) for forms in wanted))


def lines() -> Iterator[str]:
    """The table of `python -m benchmarks.words`."""
    for name in CUT:
        cuts = cuts_of(name)
        yield f"{name}: of {cuts.tokens} tokens {cuts.torn} torn, {cuts.joined} joined"
    for name in SETS:
        found = topic_nouns_of(name)
        for language, each in found.items():
            yield f"{language.value}, {name}: {_shares(each)}"
        yield f"nouns, {name}: {_shares(sum(found.values(), Nouns(0, 0, 0, 0)))}"


def _shares(nouns: Nouns) -> str:
    return f"{nouns.right} of {nouns.offered} right, {nouns.found} of {nouns.wanted} found"
