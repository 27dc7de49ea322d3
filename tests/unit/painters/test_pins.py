"""Marks of maps are at their cities' coordinates, names beside them; the country that is named is lit."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.core.picture_spec import PainterSpec, PictureFacts, Place
from renderer.painters.base import PaintRequest
from renderer.painters.geography.framing import far_view, near_view
from renderer.painters.geography.projection import MapView, projected
from renderer.painters.layered_picture import Layer
from renderer.visuals.style_pack_files import load_pack
from tests.support.painted import DURATION, FOCUS, filmed, pack_of, scene_of, spec_of

MAPS = ("atlas_plate", "night_map", "war_map", "wall_map", "globe")
UPRIGHT, WIDE = (270, 480), (480, 270)
CITIES = {
    "Lisbon": ("PT", -9.14, 38.72),
    "Madrid": ("ES", -3.70, 40.42),
    "Paris": ("FR", 2.35, 48.86),
    "Rome": ("IT", 12.50, 41.90),
}


def city(name: str, *, named: bool = True) -> Place:
    code, east, north = CITIES[name]
    return Place(code=code, text=name, name=name if named else "", east=east, north=north, city=True)


def spec(name: str, *places: Place, journey: bool = False, around: tuple[Place, ...] = ()) -> PainterSpec:
    facts = PictureFacts(places=places, journey=journey, around=around)
    return structs.replace(spec_of(name, artwork=()), facts=facts)


def request(name: str, *places: Place, size: tuple[int, int] = UPRIGHT) -> PaintRequest:
    return PaintRequest(
        width=size[0],
        height=size[1],
        duration=DURATION,
        seed=5,
        palette=load_pack(pack_of(name)).palettes[0],
        focus=FOCUS,
        facts=PictureFacts(places=places),
    )


def spot(layer: Layer) -> tuple[float, float]:
    at = layer.motion(60.0)
    return at.x, at.y


def pins(name: str, size: tuple[int, int], *names: str) -> list[tuple[float, float]]:
    """Places of the pins in a picture of unnamed cities; such a map has no other layers above them."""
    with_pins = scene_of(spec(name, *(city(each, named=False) for each in names)), size).layers
    return [spot(layer) for layer in with_pins[-len(names) :]]


def kilometres(one: str, other: str) -> float:
    (_, east, north), (_, far_east, far_north) = CITIES[one], CITIES[other]
    a, b = math.radians(north), math.radians(far_north)
    cosine = math.sin(a) * math.sin(b) + math.cos(a) * math.cos(b) * math.cos(math.radians(far_east - east))
    return 6371 * math.acos(cosine)


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize("name", MAPS)
def test_cities_are_as_far_apart_as_they_are(name: str, size: tuple[int, int]) -> None:
    places = dict(zip(CITIES, pins(name, size, *CITIES), strict=True))
    per_pixel = [
        kilometres(one, other) / math.dist(places[one], places[other])
        for one, other in combinations(CITIES, 2)
    ]
    assert max(per_pixel) / min(per_pixel) < 1.08
    assert sorted(places, key=lambda each: places[each][0]) == ["Lisbon", "Madrid", "Paris", "Rome"]
    assert sorted(places, key=lambda each: places[each][1]) == ["Paris", "Rome", "Madrid", "Lisbon"]
    for x, y in places.values():
        assert 0.03 < x / size[0] < 0.97
        assert 0.02 < y / size[1] < 0.98


@pytest.mark.parametrize("name", MAPS)
def test_a_pin_is_seen_in_the_frame_where_its_city_is(name: str) -> None:
    """The decoded pixels at the city's place are those of the pin."""
    asked = spec(name, city("Paris", named=False), city("Rome", named=False))
    picture, planes = filmed(asked, UPRIGHT), allocate(*UPRIGHT)
    picture.draw(planes, DURATION)
    frame = planes_to_rgb(planes).astype(np.float64)
    pin = scene_of(asked, UPRIGHT).layers[-1]
    side = pin.image.shape[0]
    shown = pin.image[..., :3].astype(np.float64)
    view = (far_view if name == "globe" else near_view)(request(name, *asked.facts.places))
    x, y = projected(np.array([CITIES["Rome"][1:]], np.float32), view)[0][0].tolist()
    core, ring = shown[side // 2, side // 2], shown[side // 2, round(side * 0.76)]
    assert np.abs(core - ring).max() > 60
    # Sub-pixel places blur the core: the ring is read where it is widest, the core in contrast to it.
    around = [
        frame[round(y + 0.26 * side * math.sin(turn)), round(x + 0.26 * side * math.cos(turn))]
        for turn in np.linspace(0, 2 * math.pi, 8, endpoint=False)
    ]
    assert np.abs(np.mean(around, axis=0) - ring).max() < 50


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize(("cities", "least"), [(("Lisbon", "Rome"), 2), (tuple(CITIES), 1)], ids=["2", "4"])
def test_names_stand_by_their_pins_apart_and_whole(
    name: str, cities: tuple[str, ...], least: int, size: tuple[int, int]
) -> None:
    """A name without room is left out; the first always has room."""
    unnamed = scene_of(spec(name, *(city(each, named=False) for each in cities)), size).layers
    first, side = len(unnamed) - len(cities), unnamed[-1].image.shape
    boxes, pin = [], (0.0, 0.0)
    for layer in scene_of(spec(name, *map(city, cities)), size).layers[first:]:
        (x, y), (tall, wide) = spot(layer), layer.image.shape[:2]
        if layer.image.shape == side:
            pin = x, y
            continue
        box = (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
        assert abs(y - pin[1]) < 2.5 * tall
        assert box[0] - 2 <= pin[0] <= box[2] + 2
        assert min(box) >= 0
        assert box[2] <= size[0]
        assert box[3] <= size[1]
        boxes.append(box)
    assert len(boxes) >= (least if size == UPRIGHT else 1)  # in a wide frame captions are across the map
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("name", MAPS)
def test_a_journey_runs_from_the_first_city_to_the_second(name: str) -> None:
    """The traveller starts on one pin and ends on the other."""
    still = len(scene_of(spec(name, city("Lisbon", named=False), city("Rome", named=False)), UPRIGHT).layers)
    layers = scene_of(
        spec(name, city("Lisbon", named=False), city("Rome", named=False), journey=True), UPRIGHT
    ).layers
    first, last = (spot(layer) for layer in layers[-2:])
    traveller = layers[-3]
    assert len(layers) > still + 1
    begin, end = traveller.motion(0.0), traveller.motion(60.0)
    assert (begin.x, begin.y) == pytest.approx(first, abs=1.0)
    assert (end.x, end.y) == pytest.approx(last, abs=1.5)


@pytest.mark.parametrize("name", ["atlas_plate", "night_map", "war_map", "wall_map"])
def test_a_city_nearby_is_written_where_it_is(name: str) -> None:
    """Its dot and its letters are the only ink that a map without it lacks: the dot first, then the name."""
    here, there = city("Paris"), Place(code="GB", name="London", east=-0.13, north=51.51, city=True)
    with_it, without = (
        scene_of(spec(name, here, around=around), (540, 960)).base.astype(np.int_)
        for around in ((there,), ())
    )
    rows, columns = np.nonzero(np.abs(with_it - without).max(axis=2) > 25)
    assert len(rows) > 30
    view = near_view(request(name, here, size=(540, 960)))
    x, y = projected(np.array([[there.east, there.north]], np.float32), view)[0][0]
    dot = 7 * 0.54 + 4 * 0.54
    assert columns.min() == pytest.approx(x - dot, abs=3)
    assert (rows.min() + rows.max()) / 2 == pytest.approx(y, abs=6)
    assert columns.max() > x + 15


COUNTRIES = {
    "FR": [(2.5, 46.5), (0.5, 44.5), (5.0, 47.8)],
    "ES": [(-4.0, 40.0), (-5.5, 38.2), (-1.5, 41.5)],
    "PL": [(19.0, 52.0), (21.5, 51.0), (17.0, 53.0)],
}


@pytest.mark.parametrize("code", ["FR", "ES"])
@pytest.mark.parametrize("name", MAPS)
def test_the_named_country_is_the_one_that_is_lit(name: str, code: str) -> None:
    """Spots in it look like each other and unlike those in other countries, which look alike."""
    place = Place(code=code, east=COUNTRIES[code][0][0], north=COUNTRIES[code][0][1])
    other = "ES" if code == "FR" else "FR"
    picture, planes = filmed(spec(name, place), (540, 960)), allocate(540, 960)
    picture.draw(planes, DURATION)
    frame = planes_to_rgb(planes).astype(np.float64)
    view = (far_view if name == "globe" else near_view)(request(name, place, size=(540, 960)))
    lit = np.array([seen(frame, view_of) for view_of in spots_of(code, view)])
    plain = np.array([seen(frame, view_of) for view_of in spots_of(other, view)])
    assert len(lit) == 3
    assert len(plain) >= 1
    between = float(np.linalg.norm(lit.mean(axis=0) - plain.mean(axis=0)))
    spread = float(np.linalg.norm(lit - lit.mean(axis=0), axis=1).max())
    assert between > 25
    assert between > 1.5 * spread


def spots_of(code: str, view: MapView) -> list[tuple[int, int]]:
    pixels = projected(np.array(COUNTRIES[code], np.float32), view)[0]
    inside = [(round(float(x)), round(float(y))) for x, y in pixels]
    return [(x, y) for x, y in inside if 6 <= x < 534 and 6 <= y < 954]


def seen(frame: npt.NDArray[np.float64], at: tuple[int, int]) -> npt.NDArray[np.float64]:
    """The median colour around a pixel, so that a line passing there is ignored."""
    x, y = at
    return np.asarray(np.median(frame[y - 4 : y + 5, x - 4 : x + 5].reshape(-1, 3), axis=0), np.float64)


def test_the_views_of_a_request_have_one_middle() -> None:
    asked = request("globe", city("Rome"))
    near, far = near_view(asked), far_view(asked)
    assert (near.east, near.north, near.x, near.y) == (far.east, far.north, far.x, far.y)
    assert replace(far, globe=False, scale=near.scale) == near
