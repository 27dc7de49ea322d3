"""How much each sentence matters: by the sentences around it, its place, and what it contains."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.manuscript.document import Chapter, PassageKind, ScriptPassage, Sentence
from renderer.manuscript.ranking import centrality, importance, term_vectors

WORDS = st.sampled_from(
    ["plague", "harbour", "ship", "doctor", "bread", "silver", "angel", "the", "of", "and", "ran", "1348"]
)
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=8).map(" ".join), min_size=1, max_size=12)


def sentences_of(*texts: str, stressed: tuple[str, ...] = ()) -> tuple[Sentence, ...]:
    return tuple(Sentence(id=f"c1.s{at}", text=text, stressed=stressed) for at, text in enumerate(texts))


def chapter_of(*texts: str, title: str = "") -> Chapter:
    passages = (ScriptPassage(kind=PassageKind.PARAGRAPH, sentences=sentences_of(*texts)),)
    return Chapter(id="c1", title=title, passages=passages, found=False)


@given(texts=TEXTS)
def test_rows_have_unit_length_or_no_term_at_all(texts: list[str]) -> None:
    vectors = term_vectors(sentences_of(*texts), Language.EN)
    lengths = [np.linalg.norm(vectors.row(number)) for number in range(vectors.count)]
    assert lengths == pytest.approx(np.sqrt(vectors.squares))
    assert all(length == pytest.approx(1) or length == 0 for length in lengths)
    assert vectors.count == len(texts)


@settings(deadline=None)
@given(texts=TEXTS)
def test_scores_lie_between_nothing_and_one_and_the_best_has_one(texts: list[str]) -> None:
    scores = centrality(term_vectors(sentences_of(*texts), Language.EN))
    assert scores.max() == pytest.approx(1)
    assert (scores > 0).all()


@settings(deadline=None)
@given(texts=TEXTS, seed=st.integers(0, 99))
def test_a_score_does_not_depend_on_where_the_others_stand(texts: list[str], seed: int) -> None:
    order = np.random.Generator(np.random.PCG64(seed)).permutation(len(texts))
    scores = centrality(term_vectors(sentences_of(*texts), Language.EN))
    turned = centrality(term_vectors(sentences_of(*(texts[at] for at in order)), Language.EN))
    assert turned == pytest.approx(scores[order], abs=1e-9)


def test_a_sentence_that_shares_its_terms_outranks_one_that_stands_alone() -> None:
    scores = centrality(
        term_vectors(
            sentences_of(
                "Plague ships reached the harbour.",
                "The harbour master saw the plague ships.",
                "Ships with plague lay in the harbour.",
                "Quilts are warm.",
            ),
            Language.EN,
        )
    )
    assert scores[3] == scores.min()


PLAIN = "Ships came into the quiet harbour again."


@pytest.mark.parametrize(
    ("better", "title"),
    [
        ("Ships came into the quiet harbour in 1348.", ""),
        ("Ships came into the quiet harbour of Messina.", ""),
        ("Ships came into the quiet harbour again plague.", "Plague"),
    ],
)
def test_figures_names_and_words_of_the_heading_add_to_a_sentence(better: str, title: str) -> None:
    filler = "Nothing at all was written down."
    with_it = importance(chapter_of(filler, better, filler, title=title), title="", language=Language.EN)
    without = importance(chapter_of(filler, PLAIN, filler, title=title), title="", language=Language.EN)
    assert with_it[1] > without[1]


def test_a_chapters_first_and_last_sentence_are_worth_more() -> None:
    found = importance(chapter_of(*[PLAIN] * 5), title="", language=Language.EN)
    assert found[0] > found[-1] > found[1]
    assert found[1] == pytest.approx(found[2])


@settings(deadline=None)
@given(texts=TEXTS)
def test_every_sentence_has_some_worth(texts: list[str]) -> None:
    found = importance(chapter_of(*texts), title="Plague", language=Language.EN)
    assert (found >= 0.01).all()
    assert len(found) == len(texts)
