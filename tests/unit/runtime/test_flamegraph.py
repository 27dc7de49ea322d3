"""Flame graphs: widths are shares of time, depth is the stack, and the file is self-contained."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from renderer.runtime.profiling.flamegraph import MIN_WIDTH, ROW, WIDTH, Node, draw, tree

NAMES = st.sampled_from(["main", "draw", "encode", "a<b>&c", "wait"])
STACKS = st.dictionaries(
    st.lists(NAMES, min_size=1, max_size=5).map(tuple), st.integers(1, 1000), min_size=1, max_size=12
)
SVG = "{http://www.w3.org/2000/svg}"


def nodes(node: Node) -> list[Node]:
    return [node, *(each for child in node.children.values() for each in nodes(child))]


def boxes(text: str) -> dict[str, tuple[float, float, int]]:
    """Tooltip of each box → left edge, width, row."""
    root = ET.fromstring(text)  # noqa: S314 - our own drawing
    found = {}
    for group in root.findall(f"{SVG}g"):
        rect, hint = group.find(f"{SVG}rect"), group.find(f"{SVG}title")
        assert rect is not None
        assert hint is not None
        found[str(hint.text)] = (float(rect.get("x", 0)), float(rect.get("width", 0)), int(rect.get("y", 0)))
    return found


@given(stacks=STACKS)
def test_a_node_counts_itself_and_everything_it_called(stacks: dict[tuple[str, ...], int]) -> None:
    root = tree(stacks)
    assert root.count == sum(stacks.values())
    for node in nodes(root):
        assert sum(child.count for child in node.children.values()) <= node.count


def test_common_callers_are_merged() -> None:
    root = tree({("main", "draw"): 3, ("main", "encode"): 1, ("wait",): 4})
    assert {name: child.count for name, child in root.children.items()} == {"main": 4, "wait": 4}
    assert {name: child.count for name, child in root.children["main"].children.items()} == {
        "draw": 3,
        "encode": 1,
    }


def test_widths_are_shares_and_children_stand_above_their_caller() -> None:
    found = boxes(draw(Counter({("main", "draw"): 3, ("main",): 1, ("wait",): 4}), title="a run"))
    main, drawing = found["main: 4 samples, 50.0 %"], found["draw: 3 samples, 37.5 %"]
    assert abs(main[1] - WIDTH / 2) < 1
    assert abs(drawing[1] - WIDTH * 3 / 8) < 1
    assert main[2] - drawing[2] == ROW
    assert main[0] <= drawing[0]
    assert drawing[0] + drawing[1] <= main[0] + main[1]


@given(stacks=STACKS)
def test_any_stacks_make_a_file_that_is_xml_and_asks_for_nothing(stacks: dict[tuple[str, ...], int]) -> None:
    text = draw(Counter(stacks), title="<&>")
    assert boxes(text)
    assert "href" not in text
    assert "script" not in text


def test_what_is_too_narrow_to_see_is_left_out() -> None:
    seldom = int(WIDTH / MIN_WIDTH) * 2
    found = boxes(draw(Counter({("often",): seldom, ("seldom",): 1}), title="t"))
    assert any(hint.startswith("often") for hint in found)
    assert not any(hint.startswith("seldom") for hint in found)


def test_no_samples_draw_an_empty_graph() -> None:
    assert list(boxes(draw(Counter(), title="t"))) == ["all: 0 samples, 0.0 %"]
