"""The artwork library draws what it lists and says where it comes from."""

from __future__ import annotations

import hashlib
import logging
import tomllib

import numpy as np
import pytest

from renderer.assets import ARTWORK_FOLDER
from renderer.errors import ClipwrightError
from renderer.painters.artwork import artwork_names, draw_artwork, forget_artwork

CATALOGUE = tomllib.loads((ARTWORK_FOLDER / "catalog.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("size", [32, 200, 900])
def test_a_drawing_fills_its_square(size: int) -> None:
    image = draw_artwork("octopus", size)
    assert image.shape == (size, size, 4)
    assert image.dtype == np.uint8
    cover = float((image[..., 3] > 128).mean())
    assert 0.3 < cover < 0.9
    assert image[0, 0, 3] == 0


def test_a_drawing_has_no_dark_or_light_fringe() -> None:
    image = draw_artwork("flag-jp", 600).astype(int)
    edge = (image[..., 3] > 20) & (image[..., 3] < 235)
    assert edge.any()
    assert image[edge][:, :3].min() > 200  # the flag is white up to its edge


def test_drawing_twice_gives_the_same_pixels_in_memory_of_their_own() -> None:
    one = draw_artwork("brain", 128)
    one[...] = 0
    assert draw_artwork("brain", 128)[..., 3].any()


def test_drawing_calls_nothing_back_where_a_cancelled_job_could_not_be_interrupted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An exception that a signal handler raises inside a callback from C is lost, so the job would go on."""
    with caplog.at_level(logging.INFO, logger="pyvips"):
        for side in (700, 701):
            forget_artwork()
            draw_artwork("octopus", side)
    assert not [record for record in caplog.records if "VIPS" in record.getMessage()]


def test_a_drawing_that_is_not_square_keeps_its_proportions() -> None:
    image = draw_artwork("pig-nose", 330)
    rows, columns = np.flatnonzero(image[..., 3].any(axis=1)), np.flatnonzero(image[..., 3].any(axis=0))
    assert image.shape == (330, 330, 4)
    assert abs((rows[0] + rows[-1]) - (329)) < 0.12 * 330
    assert abs((columns[0] + columns[-1]) - 329) <= 4


def test_drawing_anew_gives_the_same_pixels() -> None:
    one = draw_artwork("octopus", 300)
    forget_artwork()
    assert np.array_equal(draw_artwork("octopus", 300), one)


def test_a_name_that_does_not_exist_is_named() -> None:
    with pytest.raises(ClipwrightError, match="no-such-thing") as caught:
        draw_artwork("no-such-thing", 64)
    assert caught.value.code == "asset_missing"


def test_the_library_is_large_and_has_flags() -> None:
    names = artwork_names()
    assert len(names) > 1000
    assert {"octopus", "bank", "red-heart", "flag-fr"} <= names


def test_the_catalogue_names_origin_licence_and_digest() -> None:
    for entry in CATALOGUE["file"]:
        blob = (ARTWORK_FOLDER / entry["name"]).read_bytes()
        assert hashlib.sha256(blob).hexdigest() == entry["sha256"]
    for entry in CATALOGUE["package"]:
        assert (ARTWORK_FOLDER / entry["licence_file"]).is_file()
        assert entry["version"]


def test_the_library_stays_small() -> None:
    assert sum(path.stat().st_size for path in ARTWORK_FOLDER.iterdir()) < 5_000_000
