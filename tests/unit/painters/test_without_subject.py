"""What painters show where nothing is named, and where things are beside captions and edges."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec import structs

from renderer.core.picture_spec import PictureFacts, Place
from tests.support.painted import filmed, luma_at, scene_of, spec_of

SIZE = (360, 640)
MIDDLE = np.s_[156:228, 144:216]
"""The region around the subject's place, "0.5,0.3"."""

CAPTIONS = (0.1, 0.44, 0.9, 0.56)


@pytest.mark.parametrize("seed", [1, 5, 9])
@pytest.mark.parametrize(
    "name", ["gauge", "heat_map", "network", "clockwork", "magnifier", "chalkboard", "evidence_board"]
)
def test_no_empty_frame_waits_for_a_subject(name: str, seed: int) -> None:
    picture = filmed(spec_of(name, artwork=(), seed=seed), SIZE)
    part = luma_at(picture, 2.5, SIZE)[MIDDLE].astype(np.float32)
    assert float((np.hypot(*np.gradient(part)) > 8).mean()) > 0.02


def test_steps_bear_no_numbers_that_nobody_said() -> None:
    """Every block is its own mirror image, which a 2, 3 or 4 would not be."""
    blocks = scene_of(spec_of("steps", artwork=()), SIZE).layers
    assert len(blocks) == 4
    for block in blocks:
        image = block.image.astype(int)
        assert np.abs(image - image[:, ::-1]).mean() < 1


@pytest.mark.parametrize("seed", range(4))
def test_what_stands_beside_a_subject_keeps_off_the_edges(seed: int) -> None:
    """The camera slides, so anything at the edge would be cut."""
    alone, beside = (
        scene_of(spec_of("diorama", artwork=names, seed=seed), SIZE).base.astype(int)
        for names in (("camel",), ("camel", "tent", "castle"))
    )
    columns = (np.abs(alone - beside).max(axis=(0, 2)) > 24).nonzero()[0]
    width = alone.shape[1]
    assert len(columns) > 0.1 * width
    assert 0.08 * width < columns.min() < columns.max() < 0.92 * width


@pytest.mark.parametrize("name", ["atlas_plate", "night_map"])
@pytest.mark.parametrize("place", [Place(name="Lisboa", east=-9.1, north=38.7, code="PT")])
def test_the_subject_on_a_map_ends_above_the_captions(name: str, place: Place) -> None:
    spec = spec_of(name, artwork=("church",), captions=CAPTIONS, focus=(0.5, 0.22))
    picture = scene_of(structs.replace(spec, facts=PictureFacts(places=(place,))), SIZE)
    bubble = picture.layers[-1]
    assert bubble.motion(60.0).y + bubble.image.shape[0] / 2 <= CAPTIONS[1] * picture.base.shape[0] + 6
