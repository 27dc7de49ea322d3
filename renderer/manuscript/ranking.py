"""Ranks the sentences of a chapter by importance, without a language model.

LexRank (Erkan and Radev, 2004): sentences vote for those they share terms with, and the stationary
distribution of that random walk is the score. It is implemented here because the available libraries support
neither Hindi nor Arabic nor terms of Chinese and Japanese. Features that editors look at are added: position
in the chapter and paragraph, words of the headings, figures, names, the author's emphasis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from renderer.contract.vocabulary import Language
from renderer.manuscript.document import Chapter, Sentence
from renderer.manuscript.terms import figures, names, terms

Vector = NDArray[np.float64]
Numbers = NDArray[np.intp]
DAMPING: Final = 0.85
ROUNDS: Final = 60
OPENS_CHAPTER: Final = 0.6
CLOSES_CHAPTER: Final = 0.3
OPENS_PASSAGE: Final = 0.3
IN_HEADING: Final = 0.35
HAS_FIGURE: Final = 0.15
HAS_NAME: Final = 0.1
STRESSED: Final = 0.3
QUESTION: Final = -0.1


class TermVectors(Struct, frozen=True, kw_only=True, eq=False):
    """A sparse matrix of `count` rows by `width` terms: row, column and weight of each non-zero entry.

    A small class is used because importing scipy takes a fifth of a second and nothing else here needs it.
    """

    count: int
    width: int
    rows: Numbers
    columns: Numbers
    weights: Vector

    @property
    def squares(self) -> Vector:
        """The squared length of each row."""
        return _summed(self.rows, self.weights**2, self.count)

    def times(self, by_term: Vector) -> Vector:
        """The product of each row with a vector over the terms."""
        return _summed(self.rows, self.weights * by_term[self.columns], self.count)

    def by_term(self, by_row: Vector) -> Vector:
        """For each term, the sum over all rows of its weight times the row's number."""
        return _summed(self.columns, self.weights * by_row[self.rows], self.width)

    def row(self, number: int) -> Vector:
        """One row as a dense vector over all terms."""
        own = slice(*np.searchsorted(self.rows, (number, number + 1)))
        found = np.zeros(self.width)
        found[self.columns[own]] = self.weights[own]
        return found


def _summed(places: Numbers, values: Vector, count: int) -> Vector:
    """The sum of the values at each of `count` places."""
    return np.asarray(np.bincount(places, values, minlength=count), np.float64)


def term_vectors(sentences: Sequence[Sentence], language: Language) -> TermVectors:
    """Unit-length tf-idf rows, one per sentence given; a sentence without terms has a zero row."""
    counted = [Counter(terms(sentence.text, language)) for sentence in sentences]
    spread = Counter(term for counts in counted for term in counts)
    column = {term: at for at, term in enumerate(sorted(spread))}
    rows = np.array([row for row, counts in enumerate(counted) for _ in counts], np.intp)
    columns = np.array([column[term] for counts in counted for term in counts], np.intp)
    weights = np.array(
        [
            count * np.log1p(len(counted) / spread[term])
            for counts in counted
            for term, count in counts.items()
        ]
    )
    lengths = np.sqrt(_summed(rows, weights**2, len(counted)))
    return TermVectors(
        count=len(counted),
        width=max(1, len(column)),
        rows=rows,
        columns=columns,
        weights=weights / lengths[rows],
    )


def centrality(vectors: TermVectors) -> Vector:
    """LexRank scores of the rows, scaled so that the highest is 1.

    The matrix of all pairs is never built: votes are passed on through the terms.
    """
    count, own = vectors.count, vectors.squares
    totals = vectors.times(vectors.by_term(np.ones(count))) - own
    weight = np.divide(1.0, totals, out=np.zeros(count), where=totals > 1e-9)  # noqa: PLR2004 - rounding
    scores = np.full(count, 1 / count)
    for _ in range(ROUNDS):
        votes = scores * weight
        lone = scores[weight == 0].sum() / count
        scores = (1 - DAMPING) / count + DAMPING * (
            vectors.times(vectors.by_term(votes)) - own * votes + lone
        )
    return np.asarray(scores / scores.max(), dtype=np.float64)


def importance(chapter: Chapter, *, title: str, language: Language) -> Vector:
    """A positive score for each sentence of the chapter, in order; only order and ratios are meaningful."""
    sentences = chapter.sentences
    scores = centrality(term_vectors(sentences, language))
    headings = {*terms(chapter.title, language), *terms(title, language)}
    openings = {passage.sentences[0].id for passage in chapter.passages}
    for at, sentence in enumerate(sentences):
        scores[at] += _bonus(sentence, headings, language)
        scores[at] += OPENS_PASSAGE * (sentence.id in openings)
    scores[0] += OPENS_CHAPTER
    scores[-1] += CLOSES_CHAPTER
    return np.asarray(np.maximum(scores, 0.01), dtype=np.float64)


def _bonus(sentence: Sentence, headings: set[str], language: Language) -> float:
    found = set(terms(sentence.text, language))
    shared = len(found & headings) / len(headings) if headings else 0.0
    return (
        IN_HEADING * shared
        + HAS_FIGURE * bool(figures(sentence.text))
        + HAS_NAME * bool(names(sentence.text))
        + STRESSED * bool(sentence.stressed)
        + QUESTION * sentence.text.endswith(("?", "？", "؟"))
        - 0.3 * (len(found) == 0)
    )
