"""The single pass over a video's pictures: who is told of it, and who can end it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np
import pytest

from renderer.analysis.watching import Detectors, watch
from renderer.backends.vision.base import DetectedBox, NothingSeen, Rgb
from renderer.compositor.planes import rgb_to_planes
from renderer.errors import ClipwrightError
from tests.support.footage.composed_video import texture

FRAMES = 6
BOX = DetectedBox(left=0.1, top=0.2, width=0.3, height=0.1, score=0.9)


@dataclass
class WaitingDetector:
    """Returns no text until it is released."""

    name: str = "waiting"
    fingerprint: str = "waiting 1"
    let_go: threading.Event = field(default_factory=threading.Event)

    def detect(self, picture: Rgb) -> tuple[DetectedBox, ...]:
        del picture
        assert self.let_go.wait(30)
        return (BOX,)


def test_who_waits_for_the_last_texts_is_told_so() -> None:
    rng, texts, heard = np.random.default_rng(3), WaitingDetector(), list[int]()

    def seen(number: int) -> None:
        heard.append(number)
        if len(heard) > FRAMES:
            texts.let_go.set()

    planes = (rgb_to_planes(texture(rng, 64, 36)) for _ in range(FRAMES))
    detectors = Detectors(faces=NothingSeen(), texts=texts)
    watched = watch(planes, count=FRAMES, fps=2, detectors=detectors, seen=seen)
    assert heard[:FRAMES] == list(range(FRAMES))
    assert set(heard[FRAMES:]) == {FRAMES - 1}
    assert len(watched.texts) == FRAMES


def test_the_pass_ends_while_texts_are_waited_for() -> None:
    rng, texts, heard = np.random.default_rng(3), WaitingDetector(), list[int]()

    def seen(number: int) -> None:
        heard.append(number)
        if len(heard) > FRAMES:
            texts.let_go.set()
            raise ClipwrightError("cancelled")

    planes = (rgb_to_planes(texture(rng, 64, 36)) for _ in range(FRAMES))
    with pytest.raises(ClipwrightError, match="cancelled"):
        watch(planes, count=FRAMES, fps=2, detectors=Detectors(faces=NothingSeen(), texts=texts), seen=seen)
