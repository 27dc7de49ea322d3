"""On every map a named river, sea or desert is coloured where it is, and nowhere else."""

from __future__ import annotations

import importlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from msgspec import structs

from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import PainterSpec, PictureFacts, Place
from renderer.painters.base import PaintRequest
from renderer.painters.geography.features import feature_of
from renderer.painters.geography.framing import far_view, near_view
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView, projected
from renderer.painters.geography.shapes import MapShapes, map_shapes
from renderer.visuals.matching.features.names import feature_names, feature_rows
from renderer.visuals.style_pack_files import load_pack
from tests.support.painted import DURATION, FOCUS, filmed, pack_of, spec_of

SIZE = (270, 480)
MODULES = {
    "atlas_plate": "documentary",
    "globe": "documentary",
    "night_map": "dark_finance",
    "war_map": "dramatic_explainer",
    "wall_map": "clean_educational",
}
ON_IT = {
    "Black Sea": [(34.0, 43.3), (31.0, 43.0), (37.5, 43.0)],
    "Sahara": [(5.0, 24.0), (15.0, 22.0), (25.0, 25.0)],
    "Lake Victoria": [(32.8, -1.2), (33.3, -0.6), (33.0, -1.8)],
}
BESIDE_IT = {
    "Black Sea": [(32.9, 39.0), (33.0, 49.5)],
    "Sahara": [(20.0, 5.0), (8.0, 3.0)],
    "Lake Victoria": [(36.5, -1.0), (29.5, -2.5)],
    "Nile": [(24.0, 20.0), (39.0, 17.0), (24.0, 10.0)],
}


def place_of(code: str) -> Place:
    number = next(number for number, row in enumerate(feature_rows()) if row.code == code)
    row = feature_rows()[number]
    return Place(
        code=code, text=code, name=feature_names(Language.EN).names[number], east=row.east, north=row.north
    )


def spec(name: str, place: Place) -> PainterSpec:
    return structs.replace(spec_of(name, artwork=()), facts=PictureFacts(places=(place,)))


def view_of(name: str, place: Place) -> MapView:
    request = PaintRequest(
        width=SIZE[0],
        height=SIZE[1],
        duration=DURATION,
        seed=5,
        palette=load_pack(pack_of(name)).palettes[0],
        focus=FOCUS,
        facts=PictureFacts(places=(place,)),
    )
    return (far_view if name == "globe" else near_view)(request)


def coloured(name: str, place: Place, patch: pytest.MonkeyPatch) -> npt.NDArray[np.int_]:
    """Difference of each pixel of the last frame from the same map with nothing chosen."""
    with_it = last_frame(name, place)
    module = importlib.import_module(f"renderer.painters.{MODULES[name]}.{name}")

    def unchosen(view: MapView, size: tuple[int, int], _codes: Sequence[str], *, detail: Detail) -> MapShapes:
        return map_shapes(view, size, [], detail=detail)

    patch.setattr(module, "map_shapes", unchosen)
    return np.asarray(np.abs(with_it - last_frame(name, place)).max(axis=2), np.int_)


def last_frame(name: str, place: Place) -> npt.NDArray[np.int_]:
    planes = allocate(*SIZE)
    filmed(spec(name, place), SIZE).draw(planes, DURATION)
    return planes_to_rgb(planes).astype(np.int_)


def at(degrees: Sequence[tuple[float, float]], view: MapView) -> list[tuple[int, int]]:
    """Pixels of the places that are in the frame and on the visible side."""
    pixels, cosine = projected(np.array(degrees, np.float32), view)
    return [
        (round(x), round(y))
        for (x, y), near in zip(pixels.tolist(), cosine.tolist(), strict=True)
        if near > 0.1 and 4 <= x < SIZE[0] - 4 and 4 <= y < SIZE[1] - 4
    ]


def changed(apart: npt.NDArray[np.int_], spot: tuple[int, int], reach: int = 3) -> float:
    x, y = spot
    return float(np.median(apart[y - reach : y + reach + 1, x - reach : x + reach + 1]))


@pytest.mark.parametrize("name", sorted(MODULES))
@pytest.mark.parametrize("code", sorted(ON_IT))
def test_what_is_named_is_coloured_where_it_lies(
    name: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = place_of(code)
    view = view_of(name, place)
    apart = coloured(name, place, monkeypatch)
    inside = [changed(apart, spot, 1 if name == "globe" else 3) for spot in at(ON_IT[code], view)]
    beside = [changed(apart, spot) for spot in at(BESIDE_IT[code], view)]
    if code == "Lake Victoria" and name == "globe":  # a few pixels
        assert apart.max() > 10
    else:
        assert inside
        assert sorted(inside)[len(inside) // 2] >= 12
    assert beside
    assert max(beside) <= 3


@pytest.mark.parametrize("name", sorted(MODULES))
def test_a_river_is_a_line_along_its_course(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place = place_of("Nile")
    view = view_of(name, place)
    apart = coloured(name, place, monkeypatch)
    feature = feature_of("Nile")
    assert feature is not None
    course = at([tuple(point) for line in feature.lines for point in line.tolist()], view)
    lit = [apart[y - 2 : y + 3, x - 2 : x + 3].max() > 10 for x, y in course]
    assert len(lit) > 20
    assert np.mean(lit) > 0.8
    assert max(changed(apart, spot) for spot in at(BESIDE_IT["Nile"], view)) <= 3
