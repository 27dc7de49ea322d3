"""Scores how well an article fits a topic that is another name of its subject: "high blood pressure"."""

from __future__ import annotations

from typing import Final

from renderer.backends.knowledge.summaries.collection import Collection
from renderer.backends.knowledge.summaries.occurrences import TopicWords, opening_words

NEAR: Final = 8
"""Words at the beginning of an article that are searched for other names of its subject."""
FEWEST_WORDS: Final = 2


def opened_worth(number: int, about: TopicWords, collection: Collection) -> float:
    """1 where the article opens with all of the topic's words as one term, else 0; 0 for people."""
    if len(about.words) < FEWEST_WORDS or collection.summaries[number].is_person:
        return 0.0
    called = " ".join(opening_words(number, collection)[:NEAR])
    return float(" ".join(about.words) in called)
