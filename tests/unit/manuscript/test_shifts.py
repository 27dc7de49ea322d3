"""Chapter borders found in the text: nothing is lost, chapters are sensible, borders are where it turns."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.manuscript.document import PassageKind, ScriptPassage, Sentence, WrittenTable
from renderer.manuscript.shifts import FEWEST, LONGEST_SHARE, MOST, SHORTEST_SHARE, divided

SUBJECTS = (
    "The harbour was full of ships and sailors who unloaded grain from the holds.",
    "Doctors examined the fever and wrote down the symptoms of every patient they met.",
    "Bread grew dear, the market closed, and merchants hid their silver coins in cellars.",
    "Painters covered the chapel walls with angels in blue and gold for the bishop.",
)


def passages_of(groups: Sequence[Sequence[str]], **first: object) -> list[ScriptPassage]:
    made = [
        ScriptPassage(
            kind=PassageKind.PARAGRAPH,
            sentences=tuple(Sentence(id=f"p{at}.s{place}", text=text) for place, text in enumerate(texts)),
        )
        for at, texts in enumerate(groups)
    ]
    if first:
        head = made[0]
        made[0] = ScriptPassage(kind=head.kind, sentences=head.sentences, **first)  # type: ignore[arg-type]
    return made


def ids(groups: Sequence[Sequence[ScriptPassage]]) -> list[list[str]]:
    return [[sentence.id for passage in group for sentence in passage.sentences] for group in groups]


def test_borders_lie_where_the_subject_changes() -> None:
    groups = [[subject] for subject in SUBJECTS for _ in range(3)]
    found = divided(passages_of(groups), count=4, language=Language.EN)
    assert [len(group) for group in found] == [3, 3, 3, 3]


@settings(max_examples=40, deadline=None)
@given(
    lengths=st.lists(st.integers(1, 5), min_size=1, max_size=24),
    count=st.integers(0, 15),
    seed=st.integers(0, 3),
)
def test_every_sentence_stands_in_one_chapter_in_its_order(lengths: list[int], count: int, seed: int) -> None:
    groups = [[SUBJECTS[(at + place + seed) % 4] for place in range(each)] for at, each in enumerate(lengths)]
    passages = passages_of(groups)
    found = divided(passages, count=count, language=Language.EN)
    told = [name for chapter in ids(found) for name in chapter]
    assert told == [sentence.id for passage in passages for sentence in passage.sentences]
    assert 1 <= len(found) <= MOST
    assert all(chapter for chapter in found)
    if sum(lengths) >= MOST:
        assert len(found) == min(max(count, FEWEST), MOST)


def test_chapters_are_neither_snippets_nor_half_the_film() -> None:
    groups = [[SUBJECTS[at % 4]] * 2 for at in range(40)]
    found = divided(passages_of(groups), count=6, language=Language.EN)
    lengths = [sum(len(s.text) for passage in group for s in passage.sentences) for group in found]
    mean = sum(lengths) / len(lengths)
    assert all(SHORTEST_SHARE * mean <= length <= LONGEST_SHARE * mean for length in lengths)


def test_a_passage_that_is_divided_keeps_its_heading_in_front_and_its_table_behind() -> None:
    table = WrittenTable(header=("a",), rows=(("1",),))
    texts = [SUBJECTS[at // 5] for at in range(20)]
    passages = passages_of([texts], heading="Of everything", tables=(table,))
    found = [group[0] for group in divided(passages, count=4, language=Language.EN)]
    assert [passage.heading for passage in found] == ["Of everything", "", "", ""]
    assert [bool(passage.tables) for passage in found] == [False, False, False, True]


@pytest.mark.parametrize("count", [1, 4])
def test_fewer_sentences_than_chapters_make_fewer_chapters(count: int) -> None:
    found = divided(passages_of([["One."], ["Two."]]), count=count, language=Language.EN)
    assert ids(found) == [["p0.s0"], ["p1.s0"]]
