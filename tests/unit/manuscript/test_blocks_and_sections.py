"""Markdown's blocks, and the sections that headings make of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.manuscript.blocks import Heading, LeftOut, Prose, ProseBlock
from renderer.manuscript.document import PassageKind, WrittenTable
from renderer.manuscript.markdown import MOST_COLUMNS, MOST_ROWS, blocks
from renderer.manuscript.sections import dividing_level, sections

TABLE = WrittenTable(header=("a", "b"), rows=(("1", "2"),))


def items(text: str) -> list[tuple[str, list[str]]]:
    """Kind and texts of each block of prose."""
    found = blocks(text, LeftOut())
    return [
        (block.kind.value, [item.text for item in block.items])
        for block in found
        if isinstance(block, ProseBlock)
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("- a\n- b\n  1. c\n  2. d", [("list", ["a", "b", "c", "d"])]),
        ("1. one\n2. two", [("list", ["one", "two"])]),
        ("> one\n>\n> two", [("quote", ["one", "two"])]),
        ("- [ ] open\n- [x] done\n- [X] done", [("list", ["open", "done", "done"])]),
        ("[x] no list", [("paragraph", ["[x] no list"])]),
        ("> - in a list", [("quote", ["in a list"])]),
        ("    indented by habit", [("paragraph", ["indented by habit"])]),
        (
            "one\r\n\r\ntwo\r\rthree",
            [("paragraph", ["one"]), ("paragraph", ["two"]), ("paragraph", ["three"])],
        ),
        ("\ufeffone\0", [("paragraph", ["one"])]),
        ("***", []),
        ("![only](a.png)", []),
        ("", []),
    ],
)
def test_prose_is_read_by_its_kind(text: str, wanted: list[tuple[str, list[str]]]) -> None:
    assert items(text) == wanted


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("```\ncode\n```", "code block"),
        ("<div>raw</div>", "HTML block"),
        ("---\nauthor: me\n---\ntext", "front matter"),
        ("- x\n\n  ```\n  code\n  ```", "code block"),
        ("> | a | b |\n> |---|---|\n> | 1 | 2 |", "table inside a list or quotation"),
    ],
)
def test_blocks_that_nobody_says_are_counted(text: str, what: str) -> None:
    left_out = LeftOut()
    blocks(text, left_out)
    assert left_out.counts == {what: 1}


def test_headings_of_both_styles_have_their_level_and_no_marks() -> None:
    found = blocks("One\n===\n\n### *Three* `x`\n\n# ", LeftOut())
    assert found == (Heading(level=1, text="One"), Heading(level=3, text="Three x"))


def table(rows: int, columns: int) -> str:
    line = "| " + " | ".join("x" * columns) + " |"
    return "\n".join([line, "|" + "---|" * columns, *[line] * rows])


def test_a_table_is_shown_where_it_can_be_read_on_a_screen() -> None:
    (found,) = blocks(table(MOST_ROWS, MOST_COLUMNS), LeftOut())
    assert isinstance(found, WrittenTable)
    assert (len(found.rows), len(found.header)) == (MOST_ROWS, MOST_COLUMNS)
    assert {len(row) for row in found.rows} == {MOST_COLUMNS}


@pytest.mark.parametrize(("rows", "columns"), [(MOST_ROWS + 1, 2), (2, MOST_COLUMNS + 1)])
def test_a_larger_table_is_left_out_with_its_size(rows: int, columns: int) -> None:
    left_out = LeftOut()
    assert blocks(table(rows, columns), left_out) == ()
    assert left_out.counts == {f"table of {rows} rows and {columns} columns": 1}


def test_a_table_without_rows_shows_nothing_and_is_counted() -> None:
    left_out = LeftOut()
    assert blocks("| a | b |\n|---|---|", left_out) == ()
    assert left_out.counts == {"table without rows": 1}


@pytest.mark.parametrize(
    ("levels", "divides"),
    [
        ([], 0),
        ([1], 1),
        ([2, 2], 2),
        ([1, 2, 2], 2),
        ([1, 2, 1], 1),
        ([2, 1, 2], 1),
        ([1, 3, 2], 2),
        ([1, 1, 2], 1),
    ],
)
def test_a_single_first_heading_above_all_others_divides_nothing(levels: list[int], divides: int) -> None:
    assert dividing_level([Heading(level=level, text="x") for level in levels]) == divides


def paragraph(text: str) -> ProseBlock:
    return ProseBlock(kind=PassageKind.PARAGRAPH, items=(Prose(text=text),))


def test_sections_stand_under_their_headings_and_empty_ones_are_none() -> None:
    read = (
        paragraph("Before."),
        Heading(level=2, text="Empty"),
        Heading(level=2, text="One"),
        paragraph("First. Second."),
        Heading(level=3, text="Within"),
        paragraph("Third."),
    )
    left_out = LeftOut()
    found = sections(read, Language.EN, left_out)
    assert [section.title for section in found] == ["", "One"]
    assert left_out.counts == {"heading with nothing to say under it": 1}
    assert [passage.heading for passage in found[1].passages] == ["", "Within"]
    assert found[1].length == len("First.") + len("Second.") + len("Third.")


def test_a_table_belongs_to_the_passage_before_it_and_one_above_all_of_them_to_the_first() -> None:
    other = WrittenTable(header=("c", "d"), rows=(("3", "4"),))
    read = (Heading(level=2, text="One"), other, paragraph("One."), TABLE, TABLE, paragraph("Two."))
    (found,) = sections(read, Language.EN, LeftOut())
    assert [passage.tables for passage in found.passages] == [(other, TABLE, TABLE), ()]


def test_a_table_with_nothing_to_say_beside_it_is_counted() -> None:
    left_out = LeftOut()
    read = (Heading(level=1, text="All"), paragraph("One."), Heading(level=2, text="Empty"), TABLE)
    assert len(sections(read, Language.EN, left_out)) == 1
    assert left_out.counts == {
        "heading with nothing to say under it": 1,
        "table with nothing to say beside it": 1,
    }


def test_the_heading_of_the_whole_is_not_missed_where_nothing_stands_under_it() -> None:
    left_out = LeftOut()
    read = (Heading(level=1, text="All"), Heading(level=2, text="One"), paragraph("First."))
    assert [section.title for section in sections(read, Language.EN, left_out)] == ["One"]
    assert left_out.counts == {}


def test_items_of_a_list_are_closed_and_paragraphs_are_not() -> None:
    listed = ProseBlock(kind=PassageKind.LIST, items=(Prose(text="Rivers froze"), Prose(text="鸟落下")))
    (found,) = sections((listed, paragraph("No end")), Language.EN, LeftOut())
    assert [sentence.text for passage in found.passages for sentence in passage.sentences] == [
        "Rivers froze.",
        "鸟落下。",
        "No end",
    ]


@given(text=st.text(st.sampled_from("ab *_`#>-|1.\n[]()!~"), max_size=60))
@settings(max_examples=50, deadline=None)
def test_any_text_has_blocks_with_something_in_them(text: str) -> None:
    for block in blocks(text, LeftOut()):
        if isinstance(block, ProseBlock):
            assert all(item.text for item in block.items)
        elif isinstance(block, Heading):
            assert block.text
            assert 1 <= block.level <= 6
        else:
            assert {len(row) for row in block.rows} == {len(block.header)}
