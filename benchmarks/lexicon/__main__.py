"""Which meanings the lexicon explains, over 262 labelled topics.

    python -m benchmarks.lexicon [--list seen|unseen|last|all] [--json FILE]

Prints for each part: how many terms are explained, the share of them explained in a wrong sense, the share of
topics with a right explanation and with a wrong one, and the number of topics with no explanation. Topics and
labels are in benchmarks/lexicon/explained.toml. A topic belongs to `last` where that file says so, else to
`unseen` if the first byte of its SHA-256 is odd, else to `seen`. `--list` prints the wrong explanations, and
the topics without any. The exit status is 1 when more than 3 % of the explained terms of the unseen part are
wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from renderer.backends.knowledge.lexicon import Explained, explained

LABELS: Final = Path(__file__).parent / "explained.toml"
HALVES: Final = ("seen", "unseen", "last")
MOST_WRONG: Final = 0.03


@dataclass(frozen=True, kw_only=True)
class Judged:
    """The explanations of one topic, divided into right and wrong by its labels."""

    topic: str
    half: str
    right: tuple[Explained, ...]
    wrong: tuple[Explained, ...]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", choices=(*HALVES, "all"), default="")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    halves = {name: [one for one in judged() if one.half == name] for name in HALVES}
    figures = {name: summary(half) for name, half in halves.items()}
    print(json.dumps(figures, indent=1))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    for name, half in halves.items():
        if options.list in {name, "all"}:
            listed(name, half)
    return int(figures["unseen"]["wrong"] > MOST_WRONG)


def judged() -> list[Judged]:
    """Every labelled topic."""
    rows = tomllib.loads(LABELS.read_text("utf-8"))["topic"]
    return [of(row["text"], half_of(row), row["meant"]) for row in rows]


def half_of(row: Mapping[str, Any]) -> str:
    """The part a topic belongs to: `last` if it is marked so, else by the hash of its text."""
    if row.get("last"):
        return "last"
    return "unseen" if hashlib.sha256(row["text"].encode()).digest()[0] % 2 else "seen"


def of(topic: str, half: str, meant: Mapping[str, Sequence[str]]) -> Judged:
    """Judge one topic by its labels; an explained term without a label counts as wrong."""
    told = explained(topic)
    right = tuple(one for one in told if one.meaning.gloss.startswith(tuple(meant.get(one.noun.noun, ()))))
    return Judged(topic=topic, half=half, right=right, wrong=tuple(one for one in told if one not in right))


def summary(half: Sequence[Judged]) -> dict[str, float]:
    """Shares of terms and of topics."""
    wrong = sum(len(one.wrong) for one in half)
    terms = wrong + sum(len(one.right) for one in half)
    return {
        "topics": len(half),
        "terms": terms,
        "wrong_terms": wrong,
        "wrong": round(wrong / max(terms, 1), 3),
        "topics_right": round(sum(bool(one.right) for one in half) / len(half), 3),
        "topics_wrong": round(sum(bool(one.wrong) for one in half) / len(half), 3),
        "topics_silent": sum(not one.right and not one.wrong for one in half),
    }


def listed(name: str, half: Sequence[Judged]) -> None:
    for one in half:
        for term in one.wrong:
            print(f"{name}: {one.topic}: {term.noun.noun}: {term.meaning.gloss}")
        if not one.right and not one.wrong:
            print(f"{name}: {one.topic}: nothing")


if __name__ == "__main__":
    sys.exit(main())
