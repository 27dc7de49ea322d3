"""Outlines are those of the Earth, projections keep their properties, maps show what the text names."""

from __future__ import annotations

import hashlib
import tomllib

import numpy as np
import pytest

from renderer.assets import ASSETS
from renderer.painters.geography.outlines import Detail, outlines
from renderer.painters.geography.projection import MapView, fitted, great_circle, projected
from renderer.painters.geography.shapes import map_shapes
from tests.support.painted import filmed, luma_at, spec_of

FOLDER = ASSETS / "geography"
KILOMETRES = 6371.0


def area_of(code: str, detail: Detail) -> float:
    """Square kilometres, by Lambert's cylindrical projection."""
    total = 0.0
    for ring in outlines(detail).rings_of(code):
        x, y = np.radians(ring[:, 0].astype(float)), np.sin(np.radians(ring[:, 1].astype(float)))
        total += abs(float(np.dot(x, np.roll(y, -1)) - np.dot(np.roll(x, -1), y))) / 2
    return total * KILOMETRES**2


@pytest.mark.parametrize(
    ("code", "size"),
    [("PT", 92_000), ("JP", 378_000), ("BR", 8_510_000), ("EG", 1_002_000), ("FR", 641_000)],
)
def test_countries_have_their_area(code: str, size: float) -> None:
    assert area_of(code, Detail.FINE) == pytest.approx(size, rel=0.04)
    assert area_of(code, Detail.COARSE) == pytest.approx(size, rel=0.12)


def test_neighbours_share_their_border() -> None:
    world = outlines(Detail.FINE)
    spain, portugal = (
        {tuple(point) for ring in world.rings_of(code) for point in ring} for code in ("ES", "PT")
    )
    assert len(spain & portugal) > 30


@pytest.mark.parametrize("globe", [True, False])
def test_the_middle_of_a_map_is_where_it_should_be(*, globe: bool) -> None:
    view = MapView(east=139.7, north=35.7, x=100.0, y=200.0, scale=500.0, globe=globe)
    pixels, cosine = projected(np.array([[139.7, 35.7], [-40.3, -35.7]], np.float32), view)
    assert pixels[0] == pytest.approx([100, 200], abs=0.01)
    assert cosine == pytest.approx([1, -1], abs=1e-4)


def test_north_is_up_and_a_degree_has_its_length() -> None:
    view = MapView(east=10.0, north=50.0, x=0.0, y=0.0, scale=1000.0)
    pixels, _ = projected(np.array([[10.0, 51.0]], np.float32), view)
    assert pixels[0] == pytest.approx([0, -1000 * np.radians(1)], rel=0.01, abs=0.02)


def test_points_fill_their_room_across_the_date_line() -> None:
    points = np.array([[175.0, -40.0], [-170.0, -10.0], [178.0, -20.0]], np.float32)
    view = fitted(points, (300.0, 300.0), (400.0, 400.0), least=1.0)
    pixels, _ = projected(points, view)
    low, high = pixels.min(axis=0), pixels.max(axis=0)
    assert max(high - low) == pytest.approx(400, rel=0.02)
    assert (low + high) / 2 == pytest.approx([300, 300], abs=8)


def test_the_shortest_way_from_frankfurt_to_tokyo_runs_far_north() -> None:
    way = great_circle([(8.7, 50.1), (139.7, 35.7)])
    assert way[:, 1].max() > 60
    assert way[0] == pytest.approx([8.7, 50.1], abs=0.01)
    assert way[-1] == pytest.approx([139.7, 35.7], abs=0.01)


def test_land_is_land_and_sea_is_sea() -> None:
    view = MapView(east=-9.0, north=38.0, x=200.0, y=200.0, scale=1200.0)
    shapes = map_shapes(view, (400, 400), ["PT"], detail=Detail.FINE)
    spots = {"Lisbon": (-9.14, 38.74), "Madrid": (-3.7, 40.4), "Atlantic": (-13.0, 38.0)}
    at = projected(np.array(list(spots.values()), np.float32), view)[0].astype(int)
    assert [shapes.land[y, x] > 0 for x, y in at] == [True, True, False]
    assert [shapes.chosen[y, x] > 0 for x, y in at] == [True, False, False]


@pytest.mark.parametrize("name", ["atlas_plate", "night_map", "war_map", "wall_map", "globe"])
@pytest.mark.parametrize("size", [(180, 320), (320, 180)])
def test_a_map_moves_to_its_place_and_then_stands(name: str, size: tuple[int, int]) -> None:
    picture = filmed(spec_of(name), size)
    first, arrived, end = (luma_at(picture, at, size).astype(np.float32).copy() for at in (0.0, 1.35, 3.0))
    assert np.abs(arrived - first).mean() > 4
    assert np.abs(end - arrived).mean() < np.abs(arrived - first).mean()


def test_the_catalogue_names_origin_licence_and_digest() -> None:
    catalogue = tomllib.loads((FOLDER / "catalog.toml").read_text(encoding="utf-8"))
    for entry in catalogue["file"]:
        assert hashlib.sha256((FOLDER / entry["name"]).read_bytes()).hexdigest() == entry["sha256"]
    for entry in catalogue["package"]:
        assert (FOLDER / entry["licence_file"]).is_file()
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000
