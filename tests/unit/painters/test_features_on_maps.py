"""Rivers run where they should, seas and deserts are tinted, states lit, and names are clear of captions."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import PictureFacts, Place
from renderer.painters.drawing.lettering import spaced
from renderer.painters.geography.features import FeatureKind, feature_of
from renderer.painters.geography.outlines import Detail
from renderer.painters.geography.projection import MapView, projected
from renderer.painters.geography.shapes import map_shapes
from renderer.painters.layered_picture import LayeredPicture
from renderer.visuals.matching.features.names import feature_names, feature_rows
from tests.support.painted import filmed, luma_at, scene_of, spec_of

MAPS = ("atlas_plate", "night_map", "wall_map", "globe")
CAPTIONS = 0.5
"""Where captions are when the subject is in the upper third, as in these tests."""

NILE = {"Aswan": (32.9, 24.09), "Cairo": (31.22, 30.05), "Khartoum": (32.55, 15.75)}


def place_of(code: str) -> Place:
    number = next(number for number, row in enumerate(feature_rows()) if row.code == code)
    row = feature_rows()[number]
    return Place(
        code=code, text=code, name=feature_names(Language.EN).names[number], east=row.east, north=row.north
    )


def scene(name: str, code: str, size: tuple[int, int] = (270, 480)) -> LayeredPicture:
    facts = PictureFacts(places=(place_of(code),))
    return scene_of(structs.replace(spec_of(name, artwork=()), facts=facts), size)


def test_a_river_runs_where_its_towns_are() -> None:
    view = MapView(east=31.0, north=22.0, x=200.0, y=300.0, scale=1000.0)
    shapes = map_shapes(view, (400, 600), ["Nile"], detail=Detail.COARSE)
    course = np.concatenate(shapes.courses)
    for town in NILE.values():
        spot = projected(np.array([town], np.float32), view)[0][0]
        assert float(np.hypot(*(course - spot).T).min()) < 12


def test_a_sea_is_water_alone() -> None:
    view = MapView(east=34.0, north=43.0, x=200.0, y=200.0, scale=1400.0)
    shapes = map_shapes(view, (400, 400), ["Black Sea"], detail=Detail.FINE)
    spots = {"sea": (34.0, 43.3), "Ankara": (32.9, 39.9), "Kyiv": (33.0, 48.0)}
    at = projected(np.array(list(spots.values()), np.float32), view)[0].astype(int)
    assert shapes.water is not None
    assert [bool(shapes.water[y, x] > 128) for x, y in at] == [True, False, False]
    assert not (shapes.water[shapes.land == 255] > 0).any()


def test_a_lake_is_no_land() -> None:
    view = MapView(east=33.0, north=-1.0, x=200.0, y=200.0, scale=3000.0)
    dry = map_shapes(view, (400, 400), ["TZ"], detail=Detail.FINE)
    wet = map_shapes(view, (400, 400), ["TZ", "Lake Victoria"], detail=Detail.FINE)
    assert (dry.land[200, 200], wet.land[200, 200], wet.chosen[200, 200]) == (255, 0, 0)
    assert wet.water is not None
    assert wet.water[200, 200] == 255


def test_a_state_is_chosen_and_its_neighbours_are_not() -> None:
    view = MapView(east=-99.0, north=31.5, x=200.0, y=200.0, scale=900.0)
    shapes = map_shapes(view, (400, 400), ["US-TX"], detail=Detail.COARSE)
    spots = {"Austin": (-97.7, 30.3), "Santa Fe": (-105.9, 35.7), "Monterrey": (-100.3, 25.7)}
    at = projected(np.array(list(spots.values()), np.float32), view)[0].astype(int)
    assert [bool(shapes.chosen[y, x]) for x, y in at] == [True, False, False]


def test_without_features_a_map_has_none() -> None:
    view = MapView(east=0.0, north=45.0, x=100.0, y=100.0, scale=500.0)
    shapes = map_shapes(view, (200, 200), ["FR"], detail=Detail.COARSE)
    assert (shapes.water, shapes.area, shapes.courses) == (None, None, ())


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("code", ["Nile", "Black Sea", "Sahara", "US-TX", "Lake Baikal", "Alps"])
def test_a_map_shows_what_is_named(name: str, code: str) -> None:
    """The map with the named feature differs from the same map without it."""
    place = place_of(code)
    plain = replace(place, code="")
    with_it, without = (
        scene_of(structs.replace(spec_of(name, artwork=()), facts=PictureFacts(places=(each,))), (270, 480))
        for each in (place, plain)
    )
    assert with_it.base.shape == without.base.shape
    pictures = [each.layers[-1].image if name == "globe" else each.base for each in (with_it, without)]
    assert pictures[0].shape != pictures[1].shape or bool((pictures[0] != pictures[1]).any())


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("code", ["Nile", "Pacific Ocean", "Sahara", "DE-BY", "Strait of Hormuz"])
@pytest.mark.parametrize("size", [(270, 480), (480, 270)])
def test_its_name_is_drawn_in_the_frame_and_off_the_captions(
    name: str, code: str, size: tuple[int, int]
) -> None:
    picture = scene(name, code, size)
    label = picture.layers[-1]
    at = label.motion(60.0)
    height, width = label.image.shape[:2]
    assert label.image[..., 3].max() == 255
    assert at.x - width / 2 >= 0
    assert at.x + width / 2 <= size[0]
    assert at.y - height / 2 >= 0
    assert at.y + height / 2 <= size[1]
    assert abs(at.y / size[1] - CAPTIONS) >= 0.11


@pytest.mark.parametrize("name", MAPS)
def test_a_map_of_a_sea_moves_to_it_and_then_stands(name: str) -> None:
    facts = PictureFacts(places=(place_of("Baltic Sea"),))
    picture = filmed(structs.replace(spec_of(name, artwork=()), facts=facts), (180, 320))
    first, arrived, end = (
        luma_at(picture, at, (180, 320)).astype(np.float32).copy() for at in (0.0, 1.4, 3.0)
    )
    assert np.abs(arrived - first).mean() > 2
    assert np.abs(end - arrived).mean() < np.abs(arrived - first).mean()


@pytest.mark.parametrize(
    ("name", "language", "written"),
    [
        ("Nil", Language.DE, "N I L"),
        ("Red Sea", Language.EN, "R E D   S E A"),
        ("黑海", Language.ZH, "黑 海"),
        ("البحر الأسود", Language.AR, "البحر الأسود"),
        ("काला सागर", Language.HI, "काला सागर"),
    ],
)
def test_letters_stand_apart_where_the_script_allows(name: str, language: Language, written: str) -> None:
    assert spaced(name, language, gaps=1) == written


def test_every_feature_has_a_shape_of_its_kind() -> None:
    for row in feature_rows():
        feature = feature_of(row.code)
        assert feature is not None
        assert all(len(line) > 1 for line in feature.lines)
        assert (feature.kind is FeatureKind.STATE) == bool(row.country)
