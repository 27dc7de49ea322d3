"""What of a script is shown on screen: its tables, and lists that can be read at a glance."""

from __future__ import annotations

import pytest

from pipelines.film.directing import ITEMS, LONGEST_ITEM, tables_of
from renderer.contract.vocabulary import Language
from renderer.manuscript.document import Chapter, PassageKind, ScriptPassage, Sentence, WrittenTable
from renderer.manuscript.reading import read_manuscript
from tests.unit.pipelines.film.films import manuscript

YEARS = WrittenTable(header=("Year", "Sea"), rows=(("1848", "2 m"), ("1900", "3 m")))
EMPTY = WrittenTable(header=("x",), rows=())


def passage(name: str, *tables: WrittenTable) -> ScriptPassage:
    sentence = Sentence(id=name, text="So.")
    return ScriptPassage(kind=PassageKind.PARAGRAPH, sentences=(sentence,), tables=tables)


def test_the_tables_behind_a_passage_are_found_by_its_scene() -> None:
    text = manuscript(
        Chapter(id="c1", title="I", passages=(passage("a"), passage("b", YEARS, EMPTY))),
        Chapter(id="c2", title="II", passages=(passage("c", EMPTY),)),
    )
    assert tables_of(text) == {
        "c1.p2": ((("Year", "Sea"), ("1848", "2 m"), ("1900", "3 m")), (("x",),)),
        "c2.p1": ((("x",),),),
    }


@pytest.mark.parametrize(
    ("before", "heading"),
    [
        ("## Ships\n\nThree ships left:\n\n", "Three ships left:"),
        ("## Ships\n\nThree ships left.\n\n### Their names\n\n", "Their names"),
        ("## Ships\n\nThree ships left.\n\n", "Ships"),
        ("## Ships\n\n### Their names\n\nThree ships left.\n\n", "Their names"),
        (f"## Ships\n\n{'Three ships left, ' * 5}they say:\n\n", "Ships"),
    ],
)
def test_a_list_is_one_column_under_what_introduces_it(before: str, heading: str) -> None:
    text = read_manuscript(f"{before}- The *Niña*\n- The Pinta.\n- The Santa María", language=Language.EN)
    (rows,) = tables_of(text).values()
    assert rows == (((heading,), ("The Niña",), ("The Pinta",), ("The Santa María",)),)


def test_the_items_of_an_ordered_list_stand_behind_their_numbers() -> None:
    steps = "3. Open it\n4. Wait. Then stir\n   - slowly\n5. Close it"
    (rows,) = tables_of(read_manuscript(f"## Steps\n\n{steps}", language=Language.EN)).values()
    assert rows == (
        (
            ("", "Steps"),
            ("3", "Open it"),
            ("4", "Wait"),
            ("", "Then stir"),
            ("", "slowly"),
            ("5", "Close it"),
        ),
    )


@pytest.mark.parametrize(
    "items",
    [["One"] * (ITEMS[0] - 1), ["One"] * (ITEMS[1] + 1), ["One", "Two", "o" * LONGEST_ITEM]],
    ids=["few", "many", "long"],
)
def test_a_list_that_is_not_read_at_a_glance_is_said_alone(items: list[str]) -> None:
    listed = "\n".join(f"- {item}" for item in items)
    assert tables_of(read_manuscript(f"## Ships\n\nThey left:\n\n{listed}", language=Language.EN)) == {}


def test_a_list_and_the_table_behind_it_are_both_shown() -> None:
    listed = "- One\n- Two\n- Three\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    text = read_manuscript(f"## 船\n\n{listed}", language=Language.EN)
    assert tables_of(text) == {"c1.p1": ((("船",), ("One",), ("Two",), ("Three",)), (("a", "b"), ("1", "2")))}
