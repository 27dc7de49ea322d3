"""The subject of a script's sources is what its words mean, without further cues."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.subjects import concepts_titled, match_subjects

LINE = ["Bears", "were", "the", "first", "species", "to", "be", "domesticated"]


def test_what_an_article_is_about_is_meant_without_cues() -> None:
    known = concepts_titled(["Bear"], Language.EN)
    assert not match_subjects(LINE, Language.EN)
    assert [one.artwork for one in match_subjects(LINE, Language.EN, known=known)] == [("bear",)]


@pytest.mark.parametrize("title", ["Bear (film)", "Nothing that is drawn", ""])
def test_other_titles_make_nothing_sure(title: str) -> None:
    known = concepts_titled([title], Language.EN)
    assert not match_subjects(LINE, Language.EN, known=known)


def test_a_word_that_says_another_meaning_still_does() -> None:
    known = concepts_titled(["Wave"], Language.EN)
    assert not match_subjects(["a", "radio", "wave", "in", "the", "air"], Language.EN, known=known)
