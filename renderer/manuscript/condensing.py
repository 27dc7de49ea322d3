"""Extractive condensing: keeps whole sentences of the source, in order, within a number of seconds.

Nothing is rewritten: every sentence kept is in the source word for word. Each chapter keeps its share of the
length. Within a chapter, sentences are chosen by importance for the time they take, discounted where they
repeat those already chosen (maximal marginal relevance, Carbonell and Goldstein, 1998). A sentence that leans
on the one before it is kept together with it or not at all.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.manuscript.document import Chapter, Manuscript, ScriptPassage
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.ranking import TermVectors, Vector, importance, term_vectors

REPETITION: Final = 0.7
"""Share of its importance that a sentence loses when it says the same as one already kept."""
_CHAPTERS_KEPT: Final = 64


def condensed(
    manuscript: Manuscript, lengths: Lengths, *, seconds: float, carried: bool = False
) -> Manuscript:
    """The manuscript with as many sentences as fit into `seconds`, pauses included.

    Every chapter keeps at least its opening sentence; the first and the last sentence of the whole stay. With
    `carried`, a chapter's budget is adjusted by what earlier chapters left unused or overran. Long sentences
    in short chapters then still fill the whole, but an edit may affect later chapters.
    """
    whole = sum(lengths.chapter(chapter) for chapter in manuscript.chapters)
    share = min(1.0, seconds / whole)
    chapters: list[Chapter] = []
    over = 0.0
    for chapter in manuscript.chapters:
        budget = share * lengths.chapter(chapter) + (over if carried else 0.0)
        chapters.append(condensed_chapter(chapter, manuscript, lengths, budget=budget))
        over = budget - lengths.chapter(chapters[-1])
    return replace(manuscript, chapters=tuple(chapters))


def condensed_chapter(
    chapter: Chapter, manuscript: Manuscript, lengths: Lengths, *, budget: float
) -> Chapter:
    """One chapter of the manuscript with as many sentences as fit into `budget` seconds."""
    chains = _chains(chapter)
    scores, vectors = _ranked(chapter, manuscript.title, manuscript.language)
    selection = _Selection(
        chains=chains,
        chained=[at for at, chain in enumerate(chains) if len(chain) > 1],
        seconds=np.array([lengths.sentence(sentence) for sentence in chapter.sentences]),
        scores=scores,
        vectors=vectors,
    )
    count = len(chapter.sentences)
    ends = chapter.id == manuscript.chapters[-1].id
    chosen = selection.within(budget, wanted=(0, count - 1) if ends else (0,))
    return keeping(chapter, {chapter.sentences[at].id for at in chosen})


@lru_cache(maxsize=_CHAPTERS_KEPT)
def _ranked(chapter: Chapter, title: str, language: Language) -> tuple[Vector, TermVectors]:
    """Scores and terms of a chapter's sentences; cached because a film is tried with several budgets."""
    scores = importance(chapter, title=title, language=language)
    scores.flags.writeable = False
    return scores, term_vectors(chapter.sentences, language)


def keeping(chapter: Chapter, ids: AbstractSet[str]) -> Chapter:
    """The chapter with only these sentences; a sub-heading moves to the first passage left under it."""
    kept: list[ScriptPassage] = []
    heading = ""
    for passage in chapter.passages:
        heading = passage.heading or heading
        said = tuple(sentence for sentence in passage.sentences if sentence.id in ids)
        if said:
            kept.append(replace(passage, sentences=said, heading=heading))
            heading = ""
    return replace(chapter, passages=tuple(kept))


def _chains(chapter: Chapter) -> list[tuple[int, ...]]:
    """For each sentence, the sentences before it that it leans on, and itself."""
    chains: list[tuple[int, ...]] = []
    for at, sentence in enumerate(chapter.sentences):
        chains.append((*chains[at - 1], at) if sentence.leans and at else (at,))
    return chains


class _Selection(Struct, frozen=True, kw_only=True):
    """A chapter's sentences by index: their chains, seconds, scores and terms.

    `chained` holds the indices of sentences that need others.
    """

    chains: list[tuple[int, ...]]
    chained: list[int]
    seconds: Vector
    scores: Vector
    vectors: TermVectors

    def within(self, budget: float, *, wanted: tuple[int, ...]) -> list[int]:
        """Indices of the sentences kept, in order; the first of `wanted` is kept whatever it costs."""
        chosen = set(self.chains[wanted[0]])
        for at in wanted[1:]:
            if self._cost({*self.chains[at]} - chosen) <= budget - self._cost(chosen):
                chosen |= {*self.chains[at]}
        likeness = self._likeness(chosen)
        while (best := self._best(chosen, likeness, room=budget - self._cost(chosen))) >= 0:
            added = {*self.chains[best]} - chosen
            chosen |= added
            likeness = np.maximum(likeness, self._likeness(added))
        return sorted(chosen)

    def _cost(self, numbers: set[int]) -> float:
        return float(self.seconds[sorted(numbers)].sum()) if numbers else 0.0

    def _likeness(self, numbers: set[int]) -> Vector:
        """For each sentence, its similarity to the most similar of `numbers`, in [0, 1]."""
        return np.asarray(
            np.maximum.reduce([self.vectors.times(self.vectors.row(number)) for number in sorted(numbers)]),
            dtype=np.float64,
        )

    def _best(self, chosen: set[int], likeness: Vector, *, room: float) -> int:
        """The sentence whose chain gains most for its seconds and fits into `room`; -1 when none does."""
        worth = np.where(self.seconds <= room, self._worth(likeness), 0.0)
        worth[sorted(chosen)] = 0.0
        for at in self.chained:
            added = [number for number in self.chains[at] if number not in chosen]
            cost = self._cost({*added})
            gain = float((self.scores[added] * (1 - REPETITION * likeness[added])).sum())
            worth[at] = gain / cost**0.5 if added and cost <= room else 0.0
        best = int(worth.argmax())
        return best if worth[best] > 0 else -1

    def _worth(self, likeness: Vector) -> Vector:
        """The gain of each sentence alone, divided by the square root of its seconds."""
        gain = self.scores * (1 - REPETITION * likeness)
        return np.asarray(gain / np.sqrt(self.seconds), dtype=np.float64)
