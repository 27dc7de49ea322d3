from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from moviepy import ColorClip, VideoClip

from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.errors import ClipwrightError
from renderer.media.sources.moviepy_shot import MoviePyPicture


def sweep(t: float) -> npt.NDArray[np.uint8]:
    """A white column that moves 40 pixels a second over blue."""
    frame = np.full((80, 120, 3), (20, 40, 200), np.uint8)
    column = int(40 * t)
    frame[:, column : column + 8] = 255
    return frame


def drawn(clip: VideoClip, seconds: float, size: tuple[int, int] = (120, 80)) -> npt.NDArray[np.uint8]:
    target = allocate(*size)
    MoviePyPicture(clip=clip).draw(target, seconds)
    return planes_to_rgb(target)


def test_a_clip_is_shown_at_the_shot_s_own_time() -> None:
    clip = VideoClip(sweep, duration=2)
    for seconds in (1.0, 0.25, 1.5):
        rgb = drawn(clip, seconds)
        assert rgb[40, int(40 * seconds) + 4].tolist() == pytest.approx([255] * 3, abs=3)
        assert rgb[40, int(40 * seconds) - 6].tolist() == pytest.approx([20, 40, 200], abs=6)


def test_the_last_frame_holds() -> None:
    clip = VideoClip(sweep, duration=2)
    assert np.array_equal(drawn(clip, 2.0), drawn(clip, 9.0))
    assert drawn(clip, 9.0)[40, 83].min() > 250


def test_other_shapes_fill_the_frame_from_the_middle() -> None:
    def halves(_t: float) -> npt.NDArray[np.uint8]:
        frame = np.zeros((40, 200, 3), np.uint8)
        frame[:, 100:] = (255, 0, 0)
        return frame

    rgb = drawn(VideoClip(halves, duration=1), 0.5, size=(60, 100))
    assert rgb[50, 10].max() < 10
    assert rgb[50, 50].tolist() == pytest.approx([255, 0, 0], abs=6)
    assert rgb[2, 50].tolist() == pytest.approx([255, 0, 0], abs=6)


def test_composed_and_effected_clips_work() -> None:
    clip = ColorClip((50, 90), color=(0, 200, 0), duration=1).with_effects([])
    assert drawn(clip, 0.3, size=(50, 90))[45, 25].tolist() == pytest.approx([0, 200, 0], abs=4)


def test_a_clip_that_fails_is_named() -> None:
    def broken(t: float) -> npt.NDArray[np.uint8]:
        if t > 0:
            message = "file went away"
            raise OSError(message)
        return sweep(t)

    picture = MoviePyPicture(clip=VideoClip(broken, duration=1))
    with pytest.raises(ClipwrightError, match="file went away"):
        picture.draw(allocate(8, 8), 0.5)


def test_a_mask_is_no_picture() -> None:
    mask = ColorClip((8, 8), color=1.0, is_mask=True, duration=1)
    with pytest.raises(ClipwrightError, match="instead of"):
        drawn(mask, 0.5, size=(8, 8))
