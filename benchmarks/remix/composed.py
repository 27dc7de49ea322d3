"""Synthetic 1080p footage with bundled speech: a talking head, two people, something like a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.audio.mixing.voice_chain import resample
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.contract.vocabulary import Language, Voice
from renderer.text.lines import build_line
from tests.support.footage.composed_video import face, texture
from tests.support.remix.projects import Composed, write_source

WIDTH, HEIGHT, FPS = 1920, 1080, 30
RATE: Final = 48_000
PAUSE_SECONDS: Final = 0.6
SAYINGS: Final = (
    "Every morning at six the harbour wakes up.",
    "First come the boats, and then the birds that follow them.",
    "In 1848 there were two hundred of them here.",
    "Nobody has counted them since then.",
    "But listen, and you will hear that they are still around.",
    "So take your coat, and let us have a look.",
)
Picture = npt.NDArray[np.uint8]
Draw = Callable[[int], Picture]


def speech(seconds: float) -> npt.NDArray[np.float32]:
    """Sentences with pauses over a soft hum, in stereo at 48 kHz."""
    moments = np.arange(round(seconds * RATE)) / RATE
    track = (0.02 * np.sin(2 * np.pi * 110 * moments) * (1 + 0.3 * np.sin(2 * np.pi * 0.2 * moments))).astype(
        np.float32
    )
    position = RATE // 2
    for number in range(10_000):
        line = build_line(SAYINGS[number % len(SAYINGS)], id="s", language=Language.EN)
        spoken = EmbeddedEngine().speak(line, language=Language.EN, voice=Voice.WARM_STORYTELLER)
        said = resample(spoken.samples, spoken.rate)
        if position + len(said) > len(track):
            break
        track[position : position + len(said)] += 0.6 * said
        position += len(said) + round(PAUSE_SECONDS * RATE)
    return np.repeat(track[None], 2, axis=0)


def talking_head() -> Draw:
    """One swaying person left of the centre, with a name burned in below."""
    ground, head = _ground(3), face(460)
    cv2.rectangle(ground, (90, 900), (900, 1010), (24, 30, 48), -1)
    _write(ground, "DORA LIND, HARBOUR MASTER", (120, 975), 1.9)

    def draw(number: int) -> Picture:
        shown = ground.copy()
        _paste(shown, head, x=round(560 + 90 * np.sin(number / 40)), y=round(250 + 14 * np.sin(number / 9)))
        return shown

    return draw


def two_people() -> Draw:
    """Two people together, then each in close-up, changing every two seconds."""
    ground, small, large = _ground(8), face(330), face(620)
    left, right = (_near(ground, at) for at in (60, 1100))

    def draw(number: int) -> Picture:
        sway, turn = round(10 * np.sin(number / 12)), number // (2 * FPS) % 4
        shown = (ground, left, ground, right)[turn].copy()
        if turn in {0, 2}:
            _paste(shown, small, x=330, y=330 + sway)
            _paste(shown, small, x=1260, y=340 - sway)
        elif turn == 1:
            _paste(shown, large, x=180 + sway, y=220)
        else:
            _paste(shown, large, x=1120 + sway, y=200)
        return shown

    return draw


def game() -> Draw:
    """A fast scrolling scene with a jumping ball, and a score burned in above."""
    wide = texture(np.random.default_rng(5), 3 * WIDTH, HEIGHT)

    def draw(number: int) -> Picture:
        shown = np.ascontiguousarray(np.roll(wide, -18 * number, axis=1)[:, :WIDTH])
        x = round(960 + 420 * np.sin(number / 50))
        y = round(760 - 320 * abs(np.sin(number / 11)))
        cv2.circle(shown, (x, y), 70, (250, 210, 40), -1)
        cv2.circle(shown, (x, y), 70, (30, 30, 30), 6)
        _write(shown, f"SCORE {17 * number:06d}", (70, 110), 2.4)
        return shown

    return draw


def write_composed(path: Path, draw: Draw, *, seconds: float, gop: int = 60) -> Path:
    """Write the footage to a file."""

    def pictures() -> Iterator[tuple[Fraction, Picture]]:
        for number in range(round(seconds * FPS)):
            yield Fraction(number, FPS), draw(number)

    return write_source(path, Composed(pictures=pictures(), sound=speech(seconds)), gop=gop)


def _ground(seed: int) -> Picture:
    soft = cv2.GaussianBlur(texture(np.random.default_rng(seed), WIDTH, HEIGHT), (0, 0), 24)
    return np.asarray(cv2.convertScaleAbs(soft, alpha=0.55, beta=50), np.uint8)


def _near(ground: Picture, left: int) -> Picture:
    """Part of a ground, enlarged and darkened as in a close-up under other light."""
    part = ground[200:650, left : left + 800]
    return np.asarray(cv2.convertScaleAbs(cv2.resize(part, (WIDTH, HEIGHT)), alpha=0.7, beta=8), np.uint8)


def _paste(shown: Picture, head: Picture, *, x: int, y: int) -> None:
    side = head.shape[0]
    rows, columns = np.mgrid[0:side, 0:side] / side - 0.5
    inside = ((rows / 0.5) ** 2 + (columns / 0.42) ** 2 < 1)[..., None]
    part = shown[y : y + side, x : x + side]
    part[:] = np.where(inside, head, part)


def _write(shown: Picture, text: str, place: tuple[int, int], size: float) -> None:
    cv2.putText(shown, text, place, cv2.FONT_HERSHEY_DUPLEX, size, (240, 240, 240), 3, cv2.LINE_AA)
