"""Names of seas, rivers, deserts and states as atlases write them: letters apart, across what they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Place
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve
from renderer.painters.drawing.canvas import Mask
from renderer.painters.drawing.lettering import advance_of, lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.geography.features import FeatureKind, feature_of
from renderer.painters.geography.outlines import Degrees
from renderer.painters.geography.projection import MapView, projected

_JOINED: Final = frozenset({Language.AR, Language.HI})
"""Languages whose letters hang together."""

_UNSPACED: Final = frozenset({Language.ZH, Language.JA})
_LARGEST, _SMALLEST = 84.0, 50.0
"""Sizes of the letters, pixels in a frame 1080 wide."""

_BESIDE: Final = 64.0
"""The same for a name that stands beside a river."""

_AT_SIDE: Final = 0.5
"""How much of the frame's width such a name may take."""

_MARGIN: Final = 0.05
_SHARE: Final = 0.8
_WIDEST: Final = 0.86
"""How much of the feature, and of the frame, a name may take in width."""

_POINTS: Final = frozenset({FeatureKind.SPOT, FeatureKind.STATE, FeatureKind.ISLE})


def is_point(place: Place) -> bool:
    """Whether one can set out from the place or arrive there: not a sea, a river or a range."""
    feature = feature_of(place.code)
    return feature is None or feature.kind in _POINTS


def is_spot(place: Place) -> bool:
    """Whether the place is a point on the map: a city, a strait, a summit."""
    feature = feature_of(place.code)
    return place.city or (feature is not None and feature.kind is FeatureKind.SPOT)


def is_spread(place: Place) -> bool:
    """Whether its name is written across what it names."""
    feature = feature_of(place.code)
    return feature is not None and feature.kind is not FeatureKind.SPOT


def is_river(place: Place) -> bool:
    """Whether its name stands beside its course."""
    feature = feature_of(place.code)
    return feature is not None and feature.kind is FeatureKind.RIVER


def spread_letters(request: PaintRequest, view: MapView, place: Place, face: LetteringFace) -> Mask:
    """The name, letters apart where the script has letters that stand alone, no wider than what it names."""
    language, unit = request.language, request.unit
    if is_river(place):
        text = spaced(place.name, language, gaps=1)
        return lettering(
            text, size=_BESIDE * unit, face=face, language=language, widest=_AT_SIDE * request.width
        )
    room = min(_SHARE * width_on_map(place, view), _WIDEST * request.width)
    for gaps in (2, 1, 0):
        text = spaced(place.name, language, gaps=gaps)
        wide = advance_of(text, size=_LARGEST * unit, face=face, language=language)
        if wide * _SMALLEST <= room * _LARGEST or gaps == 0:
            break
    size = _LARGEST * unit * min(1.0, max(room / wide, _SMALLEST / _LARGEST))
    return lettering(text, size=size, face=face, language=language, widest=_WIDEST * request.width)


def spaced(name: str, language: Language, *, gaps: int) -> str:
    """The name in capitals with `gaps` spaces between its letters; joined scripts stay as they are."""
    if language in _JOINED:
        return name
    between = " " * gaps
    capitals = name if language in _UNSPACED else name.upper()
    return (between * 3 or " ").join(between.join(word) for word in capitals.split())


def width_on_map(place: Place, view: MapView) -> float:
    """How wide the feature is on the map, pixels."""
    feature = feature_of(place.code)
    if feature is None:
        return 0.0
    pixels, cosine = projected(np.concatenate(feature.lines), view)
    seen = pixels[cosine > 0]
    return float(np.ptp(seen[:, 0])) if len(seen) else 0.0


def off_course(
    place: Place, view: MapView, size: tuple[int, int], *, frame: tuple[int, int], clear: float
) -> list[tuple[float, float]]:
    """Where a river's name of `size` pixels may stand, `clear` of its course, in the frame, the best first.

    The best are beside the middle of the course; with no room beside it anywhere the name goes upon it.
    """
    feature = feature_of(place.code)
    if feature is None:
        return []
    course = np.concatenate([curve.evenly(projected(line, view)[0], 300) for line in feature.lines])
    main = curve.evenly(projected(longest(feature.lines), view)[0], 41)
    half_width, half_height = size[0] / 2 + clear, size[1] / 2 + clear
    found = []
    for stop in sorted(range(len(main)), key=lambda stop: abs(stop - len(main) // 2)):
        x, y = main[stop].tolist()
        for across, down in ((half_width, 0.0), (-half_width, 0.0), (0.0, half_height), (0.0, -half_height)):
            middle = (x + 1.15 * across, y + 1.15 * down)
            far = np.abs(course - middle) > (half_width, half_height)
            if far.any(axis=1).all() and _in_frame(middle, size, frame):
                found.append(middle)
    return found or [(float(main[20, 0]), float(main[20, 1]))]


def longest(lines: Sequence[Degrees]) -> Degrees:
    """The line that goes farthest."""
    return max(lines, key=lambda line: float(np.hypot(*np.diff(line, axis=0).T).sum()))


def _in_frame(middle: tuple[float, float], size: tuple[int, int], frame: tuple[int, int]) -> bool:
    return all(
        at - side / 2 >= _MARGIN * whole and at + side / 2 <= (1 - _MARGIN) * whole
        for at, side, whole in zip(middle, size, frame, strict=True)
    )
