"""A family tree in a pack's look: named plates that appear in turn, and the lines between them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct

from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion
from renderer.painters.drawing.canvas import Colour, Cutout, Mask, lay
from renderer.painters.drawing.layering import drawn, pasted
from renderer.painters.drawing.lettering import advance_of, lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.pixels import plain
from renderer.painters.layered_picture import Layer
from renderer.painters.props.family_layout import Branch, FamilyTree, Person, family_tree

_LARGEST: Final = 66.0
"""Largest type size of names, in units."""

_LINE, _TALL = 1.18, 1.4
"""Line spacing of a name, and the height of one line with its marks, in ems."""

_BREAK: Final = re.compile(r"[\s·・]")

_INSIDE: Final = 0.86
"""Share of a plate that its name may fill."""

_TOLD: Final = 0.62
"""Share of the shot after which everyone is there."""

_COMES: Final = 0.45
"""Seconds in which a plate settles or a line is drawn."""


class NamePlate(Struct, frozen=True, kw_only=True):
    """A person's picture, as large as its place, and the name's box in it: left, top, right, bottom."""

    piece: Cutout
    name_box: tuple[float, float, float, float]


class FamilyLook(Struct, frozen=True, kw_only=True):
    """How a pack shows people.

    `plate` takes a size (width, height) in pixels, the height of the name's part at its foot, and the
    person's number. `line_width` is in units.
    """

    plate: Callable[[tuple[int, int], int, int], NamePlate]
    face: LetteringFace
    letters: Colour
    line: Colour
    line_width: float


def family_layers(request: PaintRequest, look: FamilyLook) -> tuple[Layer, ...]:
    """Lines below, plates above; the first person is there from the first frame."""
    tree = family_tree(request)
    plates = [
        look.plate(_whole(person), min(round(person.plate), _whole(person)[1]), place)
        for place, person in enumerate(tree.people)
    ]
    names = _names(tree.people, plates, request, look)
    times = _times(tree, request)
    branches = [
        _drawn(branch, max(times[place] for place in branch.after), request, look) for branch in tree.branches
    ]
    people: list[Layer] = []
    for person, plate, name, start in zip(tree.people, plates, names, times, strict=True):
        piece = Cutout(plate.piece.rgb.copy(), plate.piece.alpha)
        for letters, corner in name:
            lay(piece.rgb, Cutout(plain(look.letters, letters.shape), letters), corner)
        people.append(pasted(piece, motion.settling(*person.middle, start=start, length=_COMES)))
    return (*branches, *people)


def _whole(person: Person) -> tuple[int, int]:
    """Width and height of a person's plate in even pixels."""
    return max(int(person.width) // 2 * 2, 4), max(int(person.height) // 2 * 2, 4)


def _times(tree: FamilyTree, request: PaintRequest) -> list[float]:
    """Seconds at which each person begins to appear; for the first, before the shot."""
    step = _TOLD * request.duration / max(len(tree.people) - 1, 1)
    return [place * step - _COMES for place in range(len(tree.people))]


def _drawn(branch: Branch, start: float, request: PaintRequest, look: FamilyLook) -> Layer:
    """The lines of a branch on a raster of their own, each drawn from its beginning."""
    wide = look.line_width * request.unit
    points = np.array([point for line in branch.lines for point in line], np.float32)
    corner = np.floor(points.min(axis=0) - 2 * wide - 2)
    width, height = (int(side) for side in np.ceil(points.max(axis=0) + 2 * wide + 2) - corner)
    mask, order = (np.zeros((height, width), np.uint8) for _ in range(2))
    for line in branch.lines:
        own = np.array(line, np.float32) - corner
        curve.stroke(mask, [own], width=wide)
        _numbered(order, own, wide=3 * wide)
    left, top = corner.tolist()
    return drawn(
        mask,
        order,
        look.line,
        lambda x, y: motion.drawing(left + x, top + y, start=start, end=start + _COMES),
    )


def _numbered(order: Mask, line: curve.Points, *, wide: float) -> None:
    """Write values from 1 to 250 along a line and its surroundings."""
    steps = curve.evenly(line, 60)
    for place in range(len(steps) - 1, 0, -1):
        curve.stroke(order, [steps[place - 1 : place + 1]], width=wide, value=1 + place * 4)


Lettered = list[tuple[Mask, tuple[int, int]]]
"""Lines of lettering with their top left corners on a plate."""


def _names(
    people: Sequence[Person], plates: Sequence[NamePlate], request: PaintRequest, look: FamilyLook
) -> list[Lettered]:
    """Every name in one or two lines, all at the largest size at which the longest fits."""
    boxes = [plate.name_box for plate in plates]
    size = _LARGEST * request.unit
    for person, box in zip(people, boxes, strict=True):
        size = min(size, max(_fitting(lines, box, request, look) for lines in _breaks(person.name)))
    return [
        _set(
            next(lines for lines in _breaks(person.name) if _fitting(lines, box, request, look) >= size),
            box,
            size,
            request,
            look,
        )
        for person, box in zip(people, boxes, strict=True)
    ]


def _breaks(name: str) -> list[tuple[str, ...]]:
    """The name in one line and, where it can be split, in two of similar length."""
    halves = [(name[: cut.end()].strip(), name[cut.end() :].strip()) for cut in _BREAK.finditer(name.strip())]
    return [(name,), *sorted(halves, key=lambda pair: max(map(len, pair)))[:1]]


def _fitting(
    lines: tuple[str, ...], box: tuple[float, float, float, float], request: PaintRequest, look: FamilyLook
) -> float:
    """The largest type size at which the lines fit into the box."""
    left, top, right, bottom = box
    probe = 100.0
    wide = max(advance_of(line, size=probe, face=look.face, language=request.language) for line in lines)
    tall = _TALL + _LINE * (len(lines) - 1)
    return min(probe * _INSIDE * (right - left) / max(wide, 1.0), _INSIDE * (bottom - top) / tall)


def _set(
    lines: tuple[str, ...],
    box: tuple[float, float, float, float],
    size: float,
    request: PaintRequest,
    look: FamilyLook,
) -> Lettered:
    left, top, right, bottom = box
    found: Lettered = []
    for number, line in enumerate(lines):
        letters = lettering(
            line, size=size, face=look.face, language=request.language, widest=_INSIDE * (right - left)
        )
        y = (top + bottom) / 2 + (number - (len(lines) - 1) / 2) * _LINE * size
        x = (left + right) / 2
        found.append((letters, (round(x - letters.shape[1] / 2), round(y - letters.shape[0] / 2))))
    return found
