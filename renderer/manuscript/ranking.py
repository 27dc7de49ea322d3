"""How much each sentence of a chapter matters, without a language model.

LexRank (Erkan and Radev, 2004): sentences vote for those they share terms with, and the stationary
distribution of that walk is the score. Our own sixty lines instead of a library, since the libraries for it
know neither Hindi nor Arabic nor the terms of Chinese and Japanese. Added to it are what editors look at:
the place in the chapter and the paragraph, words of the headings, figures, names, the author's emphasis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from renderer.contract.vocabulary import Language
from renderer.manuscript.document import Chapter, Sentence
from renderer.manuscript.terms import figures, names, terms

Vector = NDArray[np.float64]
Matrix = Any
"""A sparse matrix of scipy, which has no types."""
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


def term_vectors(sentences: Sequence[Sentence], language: Language) -> Matrix:
    """Sparse rows of unit length, one a sentence: tf-idf over the sentences given; no terms, a zero row."""
    from scipy.sparse import csr_matrix, diags  # noqa: PLC0415  slow to load, needed once a film is fitted

    counted = [Counter(terms(sentence.text, language)) for sentence in sentences]
    spread = Counter(term for counts in counted for term in counts)
    column = {term: at for at, term in enumerate(sorted(spread))}
    rows = [row for row, counts in enumerate(counted) for _ in counts]
    columns = [column[term] for counts in counted for term in counts]
    weights = [
        count * np.log1p(len(counted) / spread[term]) for counts in counted for term, count in counts.items()
    ]
    vectors = csr_matrix((weights, (rows, columns)), shape=(len(counted), max(1, len(column))))
    lengths = np.sqrt(vectors.multiply(vectors).sum(axis=1)).A1
    return diags(np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)) @ vectors


def centrality(vectors: Matrix) -> Vector:
    """LexRank scores of the rows, scaled so that the highest is 1.

    The matrix of all pairs is never made: a vote goes through the terms.
    """
    count, turned = vectors.shape[0], vectors.T
    own = vectors.multiply(vectors).sum(axis=1).A1
    totals = vectors @ (turned @ np.ones(count)) - own
    weight = np.divide(1.0, totals, out=np.zeros(count), where=totals > 1e-9)  # noqa: PLR2004 - rounding
    scores = np.full(count, 1 / count)
    for _ in range(ROUNDS):
        votes = scores * weight
        lone = scores[weight == 0].sum() / count
        scores = (1 - DAMPING) / count + DAMPING * (vectors @ (turned @ votes) - own * votes + lone)
    return np.asarray(scores / scores.max(), dtype=np.float64)


def importance(chapter: Chapter, *, title: str, language: Language) -> Vector:
    """A score above 0 for each sentence of the chapter, in order; only its order and ratios mean anything."""
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
