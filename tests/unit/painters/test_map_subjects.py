"""The subject on a map is shown whole, clear of captions wherever they are, and leaves room for the name."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec import structs
from msgspec.structs import replace

from renderer.contract.vocabulary import CaptionPosition
from renderer.core.picture_spec import PainterSpec, PictureFacts, Place
from renderer.painters.layered_picture import Layer
from tests.support.captioned.collisions import FORMATS, CaptionedShot
from tests.support.painted import DURATION, filmed, luma_at, scene_of

MAPS = ("atlas_plate", "night_map", "wall_map", "war_map", "globe")
LISBON = Place(code="PT", text="Lisbon", name="Lisbon", east=-9.14, north=38.72, city=True)
MOROCCO = Place(code="MA", text="Morocco", name="Morocco", east=-7.2, north=31.65)
NUUK = Place(code="GL", text="Nuuk", name="Nuuk", east=-51.7, north=64.2, city=True)

Box = tuple[float, float, float, float]


def spec_for(name: str, position: CaptionPosition, size: tuple[int, int], *places: Place) -> PainterSpec:
    shot = CaptionedShot(painter=name, position=position, size=size).spec
    return structs.replace(shot, facts=PictureFacts(places=places))


def ink(layer: Layer) -> Box:
    """Where a layer's opaque part comes to rest: left, top, right, bottom."""
    at, (tall, wide) = layer.motion(60.0), layer.image.shape[:2]
    rows, columns = np.nonzero(layer.image[..., 3] > 60)
    left, top = at.x - wide / 2, at.y - tall / 2
    return left + columns.min(), top + rows.min(), left + columns.max() + 1, top + rows.max() + 1


def apart(one: Box, other: Box) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("size", FORMATS, ids=["upright", "wide"])
@pytest.mark.parametrize("position", list(CaptionPosition))
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("places", [(LISBON, MOROCCO), (NUUK,)])
def test_the_bubble_stands_whole_in_the_frame_and_off_the_captions(
    places: tuple[Place, ...], name: str, position: CaptionPosition, size: tuple[int, int]
) -> None:
    spec = spec_for(name, position, size, *places)
    left, top, right, bottom = ink(scene_of(spec, size).layers[-1])
    assert left >= 0
    assert top >= 0
    assert right <= size[0]
    assert bottom <= size[1]
    lines = spec.captions[1] * size[1], spec.captions[3] * size[1]
    assert bottom <= lines[0] + 0.01 * size[1] or top >= lines[1] - 0.01 * size[1]
    assert right - left > 0.12 * min(size)


@pytest.mark.parametrize("size", FORMATS, ids=["upright", "wide"])
@pytest.mark.parametrize("position", list(CaptionPosition))
@pytest.mark.parametrize("name", MAPS)
def test_the_first_place_is_named_beside_its_pin_and_its_bubble(
    name: str, position: CaptionPosition, size: tuple[int, int]
) -> None:
    """Without the name there is one layer fewer: pin and bubble stay."""
    with_name = scene_of(spec_for(name, position, size, LISBON), size).layers
    without = scene_of(spec_for(name, position, size, replace(LISBON, name="")), size).layers
    if position is CaptionPosition.CENTER and size[0] > size[1]:
        assert len(with_name) == len(without)  # the place is under the captions, its bubble above
        return
    assert len(with_name) == len(without) + 1
    *_, pin, written, bubble = with_name
    assert apart(ink(written), ink(pin))
    assert apart(ink(written), ink(bubble))
    box = ink(written)
    assert min(box) >= 0
    assert box[2] <= size[0]
    assert box[3] <= size[1]


@pytest.mark.parametrize("size", FORMATS, ids=["upright", "wide"])
@pytest.mark.parametrize("position", list(CaptionPosition))
@pytest.mark.parametrize("name", ["atlas_plate", "globe"])
def test_two_subjects_make_two_pictures(name: str, position: CaptionPosition, size: tuple[int, int]) -> None:
    """In the last decoded frame, where captions soften what is under them."""
    spec = spec_for(name, position, size, LISBON, MOROCCO)
    one, other = (
        luma_at(filmed(structs.replace(spec, artwork=(artwork,)), size), DURATION, size).astype(np.int_)
        for artwork in ("skull", "rocket")
    )
    assert (np.abs(one - other) > 20).sum() > 0.002 * size[0] * size[1]


@pytest.mark.parametrize("art", ["cloud", "ewe", "crown"])
@pytest.mark.parametrize("name", MAPS)
def test_a_pale_drawing_stands_out_from_its_mount(name: str, art: str) -> None:
    spec = structs.replace(spec_for(name, CaptionPosition.BOTTOM, (540, 960), LISBON), artwork=(art,))
    mount = scene_of(spec, (540, 960)).layers[-1].image[..., :3].astype(int)
    side = mount.shape[1]
    inside = mount[side // 4 : side - side // 4, side // 4 : side - side // 4]
    ground = mount[side // 7, side // 2]
    assert (np.abs(inside - ground).max(axis=2) > 36).mean() > 0.25, "nobody sees it else"
