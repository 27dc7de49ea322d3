"""What an adapted chapter must respect: its source, its length, its order, and what can be spoken."""

from __future__ import annotations

import pytest

from renderer.backends.adapting.base import ChapterText
from renderer.backends.adapting.checks import LONGEST_SENTENCE, MOST_PROBLEMS, kept_to_source, problems
from renderer.contract.vocabulary import Language
from renderer.text.grounding import source_text

PARAGRAPHS = (
    "The iron bridge over the river was built in 1874 by the engineer Harlan Crowe. It carried heavy trains.",
    "In the winter of 1879 a storm broke the bridge. The train fell into the river, and nobody survived.",
    "The city built a stronger bridge of steel. Its stone piers still stand beside the old ones.",
)
SOURCE = source_text(" ".join(PARAGRAPHS), Language.EN)


def chapter(characters: int = 0) -> ChapterText:
    return ChapterText(
        work="condense",
        language=Language.EN,
        film="The bridge",
        title="One",
        paragraphs=PARAGRAPHS,
        characters=characters or sum(map(len, PARAGRAPHS)),
        seconds=30.0,
    )


def found(*paragraphs: str, characters: int = 0) -> str:
    length = characters or sum(map(len, paragraphs))
    return "\n".join(problems(paragraphs, chapter(length), SOURCE))


def test_the_source_itself_has_no_problems() -> None:
    assert problems(PARAGRAPHS, chapter(), SOURCE) == []


@pytest.mark.parametrize(
    ("paragraph", "told"),
    [
        ("The iron bridge over the river was built in 1901.", "'1901' is not in the chapter"),
        ("The iron bridge was built by the engineer Marlowe.", "'Marlowe' is not in the chapter"),
        ("Elephants juggle purple melons under tropical moonlight.", "The chapter does not say this"),
        ("The iron bridge **carried** heavy trains.", "This cannot be read aloud"),
        (
            "Die Brücke aus Eisen stürzte in den Fluss, und niemand überlebte den Sturm.",
            "not written in the language",
        ),
    ],
)
def test_a_model_is_told_what_to_put_right(paragraph: str, told: str) -> None:
    assert told in found(paragraph)


def test_a_chapter_must_fill_its_room() -> None:
    room = sum(map(len, PARAGRAPHS))
    assert "characters together" not in found(*PARAGRAPHS, characters=round(room * 1.1))
    assert f"have {room} characters together; they should have about {room * 2}" in found(
        *PARAGRAPHS, characters=room * 2
    )
    assert "characters together" in found(*PARAGRAPHS, characters=room // 2)


def test_paragraphs_keep_the_order_of_the_chapter() -> None:
    assert "order" in found(*reversed(PARAGRAPHS))
    assert "order" not in found(PARAGRAPHS[0], PARAGRAPHS[2])


def test_a_model_is_told_of_so_many_problems_and_no_more() -> None:
    wrong = [
        f"The iron bridge over the river fell in {year}." for year in range(1900, 1900 + 2 * MOST_PROBLEMS)
    ]
    assert len(problems(wrong, chapter(), SOURCE)) == MOST_PROBLEMS


def test_sentences_that_break_a_rule_are_taken_out_and_counted() -> None:
    kept, gone = kept_to_source(
        [
            "The iron bridge carried heavy trains. The iron bridge fell in 1901.",
            "Elephants juggle purple melons under tropical moonlight.",
            "The train fell into the river.",
        ],
        chapter(),
        SOURCE,
    )
    assert kept == ("The iron bridge carried heavy trains.", "The train fell into the river.")
    assert gone == 2


def test_what_is_said_twice_is_said_once() -> None:
    twice = "It carried heavy trains."
    assert kept_to_source([twice, f"{twice} {twice}"], chapter(), SOURCE) == ((twice,), 2)


@pytest.mark.parametrize(
    "sentence", ["…", "<b>The iron bridge</b> carried heavy trains.", "river " * LONGEST_SENTENCE]
)
def test_what_nobody_can_say_goes(sentence: str) -> None:
    told = "It carried heavy trains."
    assert kept_to_source([sentence, told], chapter(), SOURCE)[0] == (told,)
