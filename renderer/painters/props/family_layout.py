"""Layout of a family tree: people and their lines, parents above, couples side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Kin
from renderer.painters.base import PaintRequest
from renderer.painters.props.scale_layout import Band, band
from renderer.painters.props.subject import is_wide

MOST_PEOPLE: Final = 4

_GAP: Final = {1: 0.0, 2: 0.17, 3: 0.13}
"""Height between rows, by their number, as a share of the band."""

_TALLEST: Final = 330.0
_WIDEST: Final = 520.0
_APART, _CLOSE = 80.0, 34.0
"""Greatest height and width of a person's box, and the least gap beside it (also for long rows), in units."""

_FULLEST: Final = 0.72
"""Largest share of the band for one row, which leaves room for a bar above it."""

_BESIDE, _ASIDE = 2, 0.36
"""The longest row with which a wide frame has a separate part for the emblem, and the share of that part."""

_TWIN: Final = 10.0
"""Half the distance between the two lines of a couple, in units."""

_PORTRAIT: Final = 210.0
_PLATE: Final = 0.5
"""Smallest height in units of a box with a portrait, and the share of it that remains for the name."""

_BRACKET: Final = 0.16
"""Height of the bar above siblings without parents, as a share of their height."""

_LIFT: Final = 0.16
"""Distance between the bars of two families, as a share of the gap."""

Point = tuple[float, float]
Tie = Literal["descent", "couple", "siblings"]


class Person(Struct, frozen=True, kw_only=True):
    """A named person's rectangle in pixels; `row` 0 is the oldest generation's.

    `plate`: height of the name's plate at the foot; above it is a portrait, unless the plate fills the
    rectangle.
    """

    name: str
    row: int
    left: float
    top: float
    width: float
    height: float
    plate: float

    @property
    def middle(self) -> Point:
        """Centre of the rectangle."""
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def head(self) -> Point:
        """Where the line from its parents ends."""
        return self.left + self.width / 2, self.top

    @property
    def side(self) -> float:
        """Height at which a couple's lines meet the plate."""
        return self.bottom - self.plate / 2

    @property
    def bottom(self) -> float:
        """Where a line to a child begins."""
        return self.top + self.height


class Branch(Struct, frozen=True, kw_only=True):
    """Polylines that join people; they are drawn once all people in `after` (indices) have appeared."""

    tie: Tie
    lines: tuple[tuple[Point, ...], ...]
    after: tuple[int, ...]


class FamilyTree(Struct, frozen=True, kw_only=True):
    """People, oldest generation first, and the lines that join them."""

    people: tuple[Person, ...]
    branches: tuple[Branch, ...]


def family_tree(request: PaintRequest) -> FamilyTree:
    """The tree of `request.facts.kin`: its first family, with at most `MOST_PEOPLE`."""
    kin = connected(request.facts.kin)
    rows = _ordered(_rows(kin), kin)
    people = tuple(_placed(rows, request))
    return FamilyTree(people=people, branches=tuple(_branches(people, kin, request)))


def connected(kin: Sequence[Kin]) -> tuple[Kin, ...]:
    """The relations that connect the first person to others, as far as there is room.

    Siblings of someone whose parents are drawn are included only as children of the same parents: a bar
    without those parents would say less than the text, and one with them more.
    """
    raised = {one.names[1] for one in kin if one.relation == "parent"}
    left = [one for one in kin if one.relation != "sibling" or len(raised & set(one.names)) != 1]
    if not left:
        return ()
    known = set(left[0].names)
    kept: list[Kin] = []
    while True:
        near = [one for one in left if known & set(one.names) and len(known | set(one.names)) <= MOST_PEOPLE]
        if not near:
            return tuple(kept)
        kept.append(near[0])
        known |= set(near[0].names)
        left.remove(near[0])


def _rows(kin: Sequence[Kin]) -> list[list[str]]:
    """Names by generation, oldest first, each row in the order of the text."""
    names = list(dict.fromkeys(name for one in kin for name in one.names))
    depth = {names[0]: 0} if names else {}
    for _ in names:
        for one in kin:
            step = 1 if one.relation == "parent" else 0
            first, second = one.names
            if first in depth:
                depth.setdefault(second, depth[first] + step)
            elif second in depth:
                depth[first] = depth[second] - step
    return [[name for name in names if depth[name] == level] for level in sorted(set(depth.values()))]


def _ordered(rows: list[list[str]], kin: Sequence[Kin]) -> list[list[str]]:
    """Each row in the order with the shortest lines; among equals, in that of the text."""

    def length(chosen: Sequence[Sequence[str]]) -> float:
        at = {name: (place + 0.5) / len(row) for row in chosen for place, name in enumerate(row)}
        return sum(abs(at[one.names[0]] - at[one.names[1]]) for one in kin)

    orders = product(*(permutations(row) for row in rows))
    return [list(row) for row in min(orders, key=lambda chosen: round(length(chosen), 6))]


def room(request: PaintRequest) -> tuple[Band, Band]:
    """The areas of the tree and of the emblem.

    They share the band where rows are long. Otherwise the emblem has its own part of a wide frame, on the
    side of the focus, or the space beyond the captions of an upright one.
    """
    area = band(request)
    if is_wide(request):
        if max(map(len, _rows(connected(request.facts.kin))), default=1) > _BESIDE:
            return area, area
        if request.focus[0] > 1 / 2:
            border = area.right - _ASIDE * area.width
            return replace(area, right=border), replace(area, left=border)
        border = area.left + _ASIDE * area.width
        return replace(area, left=border), replace(area, right=border)
    top, bottom = (edge * request.height for edge in request.shelf)
    return area, replace(area, top=top, bottom=bottom) if top > area.bottom else area


def _placed(rows: Sequence[Sequence[str]], request: PaintRequest) -> Iterator[Person]:
    (area, _), u = room(request), request.unit
    count = max(len(rows), 1)
    gap = _GAP[min(count, max(_GAP))] * area.height
    tall = min((area.height - gap * (count - 1)) / count, _TALLEST * u, _FULLEST * area.height)
    most = max((len(row) for row in rows), default=1)
    apart = (_APART if most <= _BESIDE else _CLOSE) * u
    wide = min(area.width / most - apart, _WIDEST * u, 3.2 * tall)
    slot = min(area.width / most, wide + 2.4 * _APART * u)
    top = area.top + (area.height - count * tall - gap * (count - 1)) / 2
    for level, row in enumerate(rows):
        names = list(reversed(row)) if request.language is Language.AR else row
        start = (area.left + area.right - slot * len(row)) / 2
        for place, name in enumerate(names):
            yield Person(
                name=name,
                row=level,
                left=start + slot * (place + 0.5) - wide / 2,
                top=top + level * (tall + gap),
                width=wide,
                height=tall,
                plate=_PLATE * tall if tall >= _PORTRAIT * u else tall,
            )


def _branches(people: tuple[Person, ...], kin: Sequence[Kin], request: PaintRequest) -> Iterator[Branch]:
    number = {person.name: place for place, person in enumerate(people)}
    pairs = [(number[one.names[0]], number[one.names[1]], one.relation) for one in kin]
    couples = [{one, other} for one, other, relation in pairs if relation == "spouse"]
    for couple in couples:
        yield _couple(people, sorted(couple), request)
    parents: dict[int, set[int]] = {}
    for one, other, relation in pairs:
        if relation == "parent":
            parents.setdefault(other, set()).add(one)
    families = list(dict.fromkeys(frozenset(above) for above in parents.values()))
    for child, above in parents.items():
        lift = _LIFT * families.index(frozenset(above))
        twin = _TWIN * request.unit if above in couples else 0.0
        yield _descent(people, sorted(above), child, twin=twin, lift=lift)
    for group in _groups({one, other} for one, other, relation in pairs if relation == "sibling"):
        if not group & parents.keys():
            yield from _siblings(people, sorted(group))


def _couple(people: tuple[Person, ...], pair: Sequence[int], request: PaintRequest) -> Branch:
    """Two lines from the first person to the second."""
    one, other = (people[place] for place in pair)
    rightward = one.left < other.left
    start = one.left + (one.width if rightward else 0.0)
    end = other.left + (0.0 if rightward else other.width)
    y, apart = one.side, _TWIN * request.unit
    lines = tuple(((start, y + shift), (end, y + shift)) for shift in (-apart, apart))
    return Branch(tie="couple", lines=lines, after=tuple(pair))


def _descent(
    people: tuple[Person, ...], above: Sequence[int], child: int, *, twin: float, lift: float
) -> Branch:
    """From the parents, or the lower line between them, down to a bar, along it, and down to the child."""
    upper, (x, top) = [people[place] for place in above], people[child].head
    bar = top - (0.5 + lift) * (top - max(person.bottom for person in upper))
    starts: list[Point] = [(person.middle[0], person.bottom) for person in upper]
    if twin:
        starts = [(sum(person.middle[0] for person in upper) / len(upper), upper[0].side + twin)]
    lines = [(start, (start[0], bar), (x, bar), (x, top)) for start in starts]
    straight = [(line[0], line[-1]) if abs(line[0][0] - x) < 1 else line for line in lines]
    return Branch(tie="descent", lines=tuple(straight), after=(*above, child))


def _groups(pairs: Iterable[set[int]]) -> list[set[int]]:
    """Groups of people who are siblings of each other."""
    groups: list[set[int]] = []
    for pair in pairs:
        near = [group for group in groups if group & pair]
        groups = [group for group in groups if group not in near] + [pair.union(*near)]
    return groups


def _siblings(people: tuple[Person, ...], group: Sequence[int]) -> Iterator[Branch]:
    """A bar above siblings whose parents are not drawn, from the first to each of the others."""
    first = people[group[0]]
    x, top = first.head
    bar = top - _BRACKET * first.height
    for place in group[1:]:
        end, foot = people[place].head
        yield Branch(
            tie="siblings", lines=(((x, top), (x, bar), (end, bar), (end, foot)),), after=(group[0], place)
        )
