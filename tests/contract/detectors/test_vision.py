"""Every detector keeps the port's contract; the real ones find drawn faces and captions in our own styles."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from renderer.backends.vision.base import FaceDetector, NothingSeen, TextDetector
from renderer.backends.vision.fake import ColourDetector
from renderer.backends.vision.ppocr import PaddleText, is_installed
from renderer.backends.vision.yunet import YuNet
from renderer.errors import ClipwrightError
from tests.support.footage.composed_video import FACE_BOX, Picture, face, texture

ROOT = Path(__file__).parents[3]
MODELS = ROOT / "models"
COLOUR = (250, 10, 240)


@pytest.fixture(scope="module")
def paddle() -> PaddleText:
    """The real text detector, where its pack is installed."""
    if not is_installed(MODELS):
        message = "the pack text-detection is not installed: `clipwright models fetch text-detection`"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return PaddleText(models=MODELS)


def picture(width: int, height: int, *, seed: int = 1) -> Picture:
    return texture(np.random.default_rng(seed), width, height)


@pytest.mark.parametrize("which", ["yunet", "ppocr", "fake", "none"])
@pytest.mark.parametrize("size", [(640, 360), (360, 640), (96, 54), (16, 640), (48, 20)])
def test_every_detector_keeps_the_port(
    which: str, size: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    detector: FaceDetector | TextDetector
    if which == "ppocr":
        detector = request.getfixturevalue("paddle")
    else:
        others: dict[str, FaceDetector] = {
            "yunet": YuNet(),
            "fake": ColourDetector(colour=COLOUR),
            "none": NothingSeen(),
        }
        detector = others[which]
    shown = picture(*size)
    before = shown.copy()
    found = detector.detect(shown)
    assert np.array_equal(shown, before), "the picture stays as it is"
    assert found == detector.detect(shown)
    assert detector.name
    assert detector.fingerprint
    for box in found:
        assert 0 <= box.left < box.right <= 1 + 1e-9
        assert 0 <= box.top < box.bottom <= 1 + 1e-9
        assert 0 <= box.score <= 1


@pytest.mark.parametrize("side", [40, 80, 160, 300])
@pytest.mark.parametrize("seed", range(4))
def test_a_face_is_found_where_it_is(side: int, seed: int) -> None:
    shown = picture(640, 360, seed=seed)
    rng = np.random.default_rng(seed)
    x, y = int(rng.integers(0, 640 - side)), int(rng.integers(0, 360 - side))
    shown[y : y + side, x : x + side] = face(side)
    found = YuNet().detect(shown)
    assert len(found) == 1
    left, top, width, height = FACE_BOX
    middle = ((x + (left + width / 2) * side) / 640, (y + (top + height / 2) * side) / 360)
    assert found[0].middle == pytest.approx(middle, abs=0.25 * side / 640)


def test_two_faces_are_two_and_pictures_without_have_none() -> None:
    shown = picture(640, 360)
    shown[100:220, 60:180] = face(120)
    shown[100:220, 420:540] = face(120)
    assert len(YuNet().detect(shown)) == 2
    assert not [seed for seed in range(20) if YuNet().detect(picture(640, 360, seed=seed))]


@pytest.mark.parametrize("seed", range(6))
def test_burned_in_words_are_boxed(paddle: PaddleText, seed: int) -> None:
    shown = picture(544, 306, seed=seed)
    place, words = (60 + 10 * seed, 40 + 45 * seed), "Burned in words"
    cv2.putText(shown, words, place, cv2.FONT_HERSHEY_DUPLEX, 0.9, (0, 0, 0), 7, cv2.LINE_AA)
    cv2.putText(shown, words, place, cv2.FONT_HERSHEY_DUPLEX, 0.9, (255, 255, 255), 2, cv2.LINE_AA)
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_DUPLEX, 0.9, 2)
    found = paddle.detect(shown)
    left, top = min(box.left for box in found), min(box.top for box in found)
    right, bottom = max(box.right for box in found), max(box.bottom for box in found)
    assert left * 544 <= place[0] + 6
    assert right * 544 >= place[0] + width - 6
    assert top * 306 <= place[1] - 0.6 * height
    assert bottom * 306 >= place[1] - 2
    assert (bottom - top) * 306 < 4 * height


def test_pictures_without_words_have_hardly_any_boxes(paddle: PaddleText) -> None:
    found = [len(paddle.detect(picture(544, 306, seed=seed))) for seed in range(12)]
    assert sum(count > 0 for count in found) <= 1


def test_a_model_that_is_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "vision").mkdir()
    (tmp_path / "vision" / "ppocr-v6-det-small.onnx").write_bytes(b"something else")
    with pytest.raises(ClipwrightError, match="SHA-256") as caught:
        PaddleText(models=tmp_path).detect(picture(96, 54))
    assert caught.value.code == "model_invalid"
