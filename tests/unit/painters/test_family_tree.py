"""Family trees: everyone has a place, lines join plates, names are drawn, captions stay free."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Kin, PainterSpec, Region, Relation
from renderer.painters.base import Need, PaintRequest
from renderer.painters.props.family_layout import FamilyTree, Person, family_tree
from renderer.painters.props.scale_layout import band
from renderer.painters.registry import PAINTERS
from renderer.visuals.style_pack_files import load_pack
from tests.support.painted import DURATION, FACTS, Luma, filmed, luma_at, pack_of, scene_of, spec_of

TREES = sorted(name for name, painter in PAINTERS.items() if Need.KIN in painter.needs)
UPRIGHT, WIDE = (360, 640), (640, 360)
MIDDLE: Region = (0.1, 0.43, 0.9, 0.57)
BOTTOM: Region = (0.15, 0.74, 0.85, 0.9)


def kin(relation: Relation, one: str, other: str) -> Kin:
    return Kin(names=(one, other), relation=relation)


FAMILIES = {
    "child": (kin("parent", "Edward III", "Henry"),),
    "couple": (kin("spouse", "Napoleon", "Josephine"),),
    "siblings": (kin("sibling", "Cleopatra", "Ptolemy XIII"),),
    "parents": FACTS.kin,
    "line": (
        kin("parent", "Philip II of Macedon", "Alexander the Great"),
        kin("parent", "Alexander the Great", "Ivo"),
    ),
    "children": tuple(kin("parent", "Henry", name) for name in ("Mary", "Elizabeth", "Edward")),
}
SCRIPTS = {
    Language.AR: ("عبد الله", "محمد"),
    Language.HI: ("हुमायूँ", "जहाँगीर"),
    Language.ZH: ("拿破仑", "约瑟芬·德博阿尔内"),
    Language.JA: ("徳川家康", "徳川秀忠"),
    Language.RU: ("Иван Грозный", "Фёдор Иванович"),
}


def spec(
    name: str,
    family: tuple[Kin, ...],
    *,
    size: tuple[int, int] = UPRIGHT,
    language: Language = Language.EN,
    artwork: tuple[str, ...] = (),
) -> PainterSpec:
    captions, focus = (MIDDLE, (0.5, 0.27)) if size == UPRIGHT else (BOTTOM, (0.35, 0.4))
    plain = spec_of(name, artwork=artwork, focus=focus, captions=captions)
    return structs.replace(plain, facts=replace(FACTS, kin=family), language=language)


def request(
    family: tuple[Kin, ...], *, size: tuple[int, int] = UPRIGHT, language: Language = Language.EN
) -> PaintRequest:
    asked = spec(TREES[0], family, size=size, language=language)
    return PaintRequest(
        width=3 * size[0],
        height=3 * size[1],
        duration=DURATION,
        seed=1,
        palette=load_pack(pack_of(TREES[0])).palettes[0],
        focus=asked.focus,
        captions=asked.captions,
        language=language,
        facts=asked.facts,
    )


def small(
    family: tuple[Kin, ...], *, size: tuple[int, int] = UPRIGHT, language: Language = Language.EN
) -> FamilyTree:
    """The tree in the pixels of a filmed frame."""
    asked = request(family, size=size, language=language)
    return family_tree(replace(asked, width=size[0], height=size[1]))


def touches(person: Person, point: tuple[float, float]) -> bool:
    """Whether a line that ends at `point` meets the person's place."""
    x, y = point
    inside = person.left - 1 <= x <= person.left + person.width + 1
    return inside and person.top - 1 <= y <= person.bottom + 1


def by_name(tree: FamilyTree) -> dict[str, Person]:
    return {person.name: person for person in tree.people}


def test_two_packs_have_a_tree() -> None:
    assert len({pack_of(name) for name in TREES}) == 2


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
@pytest.mark.parametrize("size", [UPRIGHT, WIDE])
def test_everybody_stands_apart_and_clear_of_captions(family: tuple[Kin, ...], size: tuple[int, int]) -> None:
    asked = request(family, size=size)
    tree, area = family_tree(asked), band(asked)
    assert {person.name for person in tree.people} == {name for one in family for name in one.names}
    for person in tree.people:
        assert area.left <= person.left < person.left + person.width <= area.right
        assert area.top <= person.top < person.bottom <= area.bottom
        assert person.bottom < asked.captions[1] * asked.height
    for one, other in combinations(tree.people, 2):
        beside = one.left + one.width < other.left or other.left + other.width < one.left
        assert beside or one.bottom < other.top or other.bottom < one.top


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
@pytest.mark.parametrize("size", [UPRIGHT, WIDE])
def test_lines_join_the_plates_of_those_who_are_kin(family: tuple[Kin, ...], size: tuple[int, int]) -> None:
    tree = family_tree(request(family, size=size))
    for branch in tree.branches:
        people = [tree.people[place] for place in branch.after]
        ends = [point for line in branch.lines for point in (line[0], line[-1])]
        if branch.tie == "descent":
            child = people[-1]
            assert all(line[-1] == child.head for line in branch.lines)
            assert all(line[0][1] < line[-1][1] for line in branch.lines)
        else:
            assert all(any(touches(person, point) for person in people) for point in ends)
    assert len(tree.branches) >= len(tree.people) - 1


def test_parents_stand_above_their_children_and_couples_side_by_side() -> None:
    people = by_name(family_tree(request(FAMILIES["parents"])))
    henry, anne, elizabeth = (people[name] for name in ("Henry VIII", "Anne Boleyn", "Elizabeth"))
    assert henry.top == anne.top
    assert henry.left < anne.left
    assert max(henry.bottom, anne.bottom) < elizabeth.top
    assert elizabeth.middle[0] == pytest.approx((henry.middle[0] + anne.middle[0]) / 2)
    line = by_name(family_tree(request(FAMILIES["line"])))
    assert line["Philip II of Macedon"].row < line["Alexander the Great"].row < line["Ivo"].row


def test_a_couple_has_two_lines_and_their_child_hangs_from_them() -> None:
    tree = family_tree(request(FAMILIES["parents"]))
    couple = next(branch for branch in tree.branches if branch.tie == "couple")
    descent = next(branch for branch in tree.branches if branch.tie == "descent")
    assert len(couple.lines) == 2
    (left, y), (right, _) = couple.lines[1]
    start = descent.lines[0][0]
    assert left < start[0] < right
    assert start[1] == pytest.approx(y)


def test_in_arabic_the_first_stands_on_the_right() -> None:
    family = FAMILIES["couple"]
    here, there = (
        by_name(family_tree(request(family, language=each))) for each in (Language.EN, Language.AR)
    )
    assert here["Napoleon"].left < here["Josephine"].left
    assert there["Napoleon"].left > there["Josephine"].left


def test_a_brother_of_somebody_whose_parent_is_drawn_stays_out() -> None:
    family = (kin("parent", "Ada", "Ben"), kin("sibling", "Ben", "Cleo"))
    assert set(by_name(family_tree(request(family)))) == {"Ada", "Ben"}


def test_a_fifth_person_has_no_place() -> None:
    family = tuple(kin("parent", "Ada", name) for name in ("Ben", "Cleo", "Dan", "Eve"))
    assert len(family_tree(request(family)).people) == 4


def _within(person: Person) -> tuple[slice, slice]:
    """The person's pixels, without the edge at which lines end."""
    rows = slice(int(person.top) + 4, int(person.bottom) - 4)
    return rows, slice(int(person.left) + 4, int(person.left + person.width) - 4)


def last(asked: PainterSpec, size: tuple[int, int] = UPRIGHT) -> Luma:
    return luma_at(filmed(asked, size), DURATION, size).copy()


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("size", [UPRIGHT, WIDE])
def test_each_name_is_drawn_on_its_plate_and_nowhere_else(name: str, size: tuple[int, int]) -> None:
    family = FAMILIES["parents"]
    other = (
        kin("spouse", "Henry VIII", "Anne Boleyn"),
        kin("parent", "Henry VIII", "Wilhelmina"),
        kin("parent", "Anne Boleyn", "Wilhelmina"),
    )
    asked = spec(name, family, size=size)
    changed = np.abs(
        last(asked, size).astype(int) - last(structs.replace(asked, facts=replace(FACTS, kin=other)), size)
    )
    people = by_name(small(family, size=size))
    plate = people["Elizabeth"]
    inside = changed[
        int(plate.bottom - plate.plate) : int(plate.bottom), int(plate.left) : int(plate.left + plate.width)
    ]
    assert (inside > 40).sum() > 60
    spots = np.argwhere(changed > 40)
    top, bottom = int(size[1] * asked.captions[1]), int(size[1] * asked.captions[3])
    assert not ((spots[:, 0] >= top) & (spots[:, 0] < bottom)).any()


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("language", SCRIPTS)
def test_names_of_every_script_fit_their_plates(name: str, language: Language) -> None:
    names = SCRIPTS[language]
    asked = spec(name, (kin("parent", *names),), language=language)
    bare = spec(name, (kin("parent", "-", "–"),), language=language)
    written = np.abs(last(asked).astype(int) - last(bare)) > 40
    for person in small(asked.facts.kin, language=language).people:
        left, right = int(person.left), int(person.left + person.width)
        top, bottom = int(person.bottom - person.plate), int(person.bottom)
        assert written[top:bottom, left:right].sum() > 40
        written[top:bottom, left:right] = False
        edge = np.r_[top : top + 4, bottom - 4 : bottom]
        assert not written[edge, left:right].any()
    assert not written.any()


@pytest.mark.parametrize("name", TREES)
def test_people_come_in_order_and_then_rest(name: str) -> None:
    picture = filmed(spec(name, FAMILIES["children"]), UPRIGHT)
    people = small(FAMILIES["children"]).people
    end = luma_at(picture, DURATION, UPRIGHT).astype(int).copy()
    here = []
    for seconds in np.arange(0, DURATION, 0.1):
        frame = luma_at(picture, float(seconds), UPRIGHT).astype(int)
        change = np.abs(frame - end)
        same = [change[_within(one)].max() < 12 for one in people]
        here.append(same)
    first = [next(place for place, row in enumerate(here) if row[number]) for number in range(len(people))]
    assert first[0] == 0
    assert first == sorted(first)
    assert len(set(first)) == len(people)
    rested = luma_at(picture, 0.8 * DURATION, UPRIGHT).astype(int).copy()
    assert np.array_equal(rested, end)


@pytest.mark.parametrize("name", TREES)
def test_lines_are_drawn_between_the_plates(name: str) -> None:
    picture = filmed(spec(name, FAMILIES["child"]), UPRIGHT)
    start, end = (luma_at(picture, at, UPRIGHT).astype(int).copy() for at in (0.0, DURATION))
    upper, lower = family_tree(
        replace(request(FAMILIES["child"]), width=UPRIGHT[0], height=UPRIGHT[1])
    ).people
    x = int(upper.middle[0])
    gap = np.abs(end - start)[int(upper.bottom) + 1 : int(lower.top), x - 3 : x + 4]
    assert (gap.max(axis=1) > 25).mean() > 0.9
    assert len(scene_of(spec(name, FAMILIES["child"]), UPRIGHT).layers) == 3
