"""Which meanings the lexicon explains: 196 labelled topics, half of them kept unseen.

    python -m benchmarks.explained [--list seen|unseen|all] [--json FILE]

Prints, for each half: how many terms are explained, the share of them in a wrong sense, the share of topics
with something explained right, with something explained wrong, and with nothing explained. Topics and labels
are in benchmarks/explained.toml; a topic belongs to the unseen half where the first byte of its SHA-256 is
odd. `--list` prints what is explained wrong in a half, and topics of which nothing is explained.
Exit code 1 when more than 3 % of the unseen half's explained terms are wrong.
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
from typing import Final

from renderer.backends.knowledge.lexicon import Explained, explained

LABELS: Final = Path(__file__).parent / "explained.toml"
MOST_WRONG: Final = 0.03


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What is explained of one topic, parted by its labels."""

    topic: str
    right: tuple[Explained, ...]
    wrong: tuple[Explained, ...]

    @property
    def is_unseen(self) -> bool:
        """Whether the topic is of the half that the rules were not tuned on."""
        return hashlib.sha256(self.topic.encode()).digest()[0] % 2 == 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", choices=("seen", "unseen", "all"), default="")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    every = judged()
    halves = {
        "seen": [one for one in every if not one.is_unseen],
        "unseen": [one for one in every if one.is_unseen],
    }
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
    return [of(row["text"], row["meant"]) for row in tomllib.loads(LABELS.read_text("utf-8"))["topic"]]


def of(topic: str, meant: Mapping[str, Sequence[str]]) -> Judged:
    """One topic by its labels; a term without a label is wrong."""
    told = explained(topic)
    right = tuple(one for one in told if one.meaning.gloss.startswith(tuple(meant.get(one.noun.noun, ()))))
    return Judged(topic=topic, right=right, wrong=tuple(one for one in told if one not in right))


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
