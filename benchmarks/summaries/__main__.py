"""Whether topics find the right article among the fetched summaries.

    clipwright models fetch summaries
    python -m benchmarks.summaries [--verbose]

The labels were written without knowledge of the search. Printed for each set: the topics that have an article
("known"), and those that found any article ("told"); of the latter, the share whose first article is allowed
by the labels ("right"); and of the known ones, the share that found an allowed one ("found"). A wrong article
is worse than a missed one, after which the next source is asked. "Nearest" are the topics without a sure
article, for which the nearest one is told.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, Final

from renderer.backends.knowledge.summaries.collection import Collection, collection_path, load_collection
from renderer.backends.knowledge.summaries.source import nearest_of, subjects_of
from renderer.contract.vocabulary import Language
from renderer.worker.composition.engine_settings import EngineSettings

FOLDER: Final = Path(__file__).parent
SETS: Final = {"seen": FOLDER / "topics.toml", "second": FOLDER / "unseen.toml"}


def main() -> None:
    """Judge both sets and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--verbose", action="store_true", help="Print what is wrong or missed, too.")
    verbose = parser.parse_args().verbose
    models = EngineSettings().models
    print(f"{'set':8} {'':7} {'topics':>6} {'known':>6} {'told':>5} {'right':>6} {'found':>6}")
    for name, path in SETS.items():
        counts: dict[str, Counter[str]] = {}
        for topic in tomllib.loads(path.read_text("utf-8"))["topic"]:
            language = Language(topic["language"])
            collection = load_collection(collection_path(models, language), language)
            found = titles(subjects_of(topic["text"], collection)[1], collection)
            outcome = judged(topic, found, verbose=verbose)
            for group in (language.value, "all"):
                counts.setdefault(group, Counter()).update(outcome)
            if not found:
                found = titles(nearest_of(topic["text"], collection)[1], collection)
                counts.setdefault("nearest", Counter()).update(judged(topic, found, verbose=verbose))
        for group, count in sorted(counts.items()):
            print(_row(name, group, count))


def titles(numbers: tuple[int, ...], collection: Collection) -> list[str]:
    """The titles of the articles with these numbers."""
    return [collection.summaries[number].title for number in numbers]


def judged(topic: dict[str, Any], found: list[str], *, verbose: bool) -> tuple[str, ...]:
    """The counters of the table to which one topic and the articles found for it add."""
    text, right = topic["text"], topic["right"]
    is_right = bool(found) and found[0] in right
    if verbose and not is_right and (found or right):
        print(f"  {topic['language']} {text!r}: {found or 'nothing'}, not {right}")
    outcome = ("topics", "known" if right else "", "told" if found else "", "right" if is_right else "")
    return tuple(one for one in outcome if one)


def _row(name: str, group: str, count: Counter[str]) -> str:
    right, found = count["right"] / max(1, count["told"]), count["right"] / max(1, count["known"])
    numbers = f"{count['topics']:6} {count['known']:6} {count['told']:5}"
    return f"{name:8} {group:7} {numbers} {right:6.0%} {found:6.0%}"


if __name__ == "__main__":
    main()
