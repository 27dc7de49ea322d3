"""`--media clip.py:make`: a MoviePy clip of the user's own, run in a bounded child."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from renderer.errors import ClipwrightError
from renderer.media.sources.clip_function import CLIP_LIMITS, ClipFunction, clip_function, film_clip
from renderer.media.sources.normalise import normalise_clip, open_frames, survey_video
from renderer.media.sources.sandbox import SandboxLimits
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.frames import SourceFrames
from tests.support.counted import number_on

TARGET = FrameTarget(width=160, height=96, fps=30)
COLOR = "from moviepy import ColorClip\n"
VIDEO = "from moviepy import VideoClip\n"
COUNTED = """
import numpy as np
from moviepy import VideoClip

def picture(seconds):
    number = round(seconds * 30)
    frame = np.full((96, 160, 3), (60, 90, 120), np.uint8)
    for bit in range(10):
        frame[:, 16 * bit:16 * bit + 8] = 235 if number >> bit & 1 else 16
    return frame

def make():
    print("this is no pixel")
    return VideoClip(picture, duration=SECONDS)
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "clip.py"
    path.write_text(text, "utf-8")
    return path


def test_places_are_told_from_folders(tmp_path: Path) -> None:
    path = tmp_path / "clip.py"
    assert clip_function(f"{path}:make") == ClipFunction(path=path, name="make")
    (tmp_path / "odd.py:make").mkdir()
    for other in (str(tmp_path), f"{path}", f"{path}:", f"{path}:a b", "C:make", f"{tmp_path}/odd.py:make"):
        assert clip_function(other) is None


def test_a_short_clip_becomes_frames_and_a_long_one_a_video(tmp_path: Path) -> None:
    into = tmp_path / "normalised"
    space: dict[str, Any] = {"max_width": 160, "max_height": 96, "fps": 30, "max_seconds": 6.0}
    function = ClipFunction(path=written(tmp_path, COUNTED.replace("SECONDS", "2")), name="make")
    short = normalise_clip(function, into, **space)
    assert (short.kind, short.frames) == ("clip", 60)
    assert [number_on(open_frames(into)[n].y) for n in range(60)] == list(range(60))
    written(tmp_path, COUNTED.replace("SECONDS", "8"))
    long = normalise_clip(function, into, **space)
    assert (long.kind, long.frames) == ("video", 240)
    assert long.facts is not None
    with SourceFrames(into, long.facts, TARGET) as frames:
        assert [number_on(frames[n].y) for n in (239, 3, 170)] == [239, 3, 170]
    assert {path.name for path in tmp_path.iterdir()} == {"clip.py", "normalised"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def make(): raise ValueError('no sea today')", "failed (ValueError: no sea today)"),
        ("import nothing_like_this", "failed (ModuleNotFoundError"),
        ("def make(:", "failed (SyntaxError"),
        ("def make(): raise SystemExit", "failed (SystemExit"),
        ("other = 3", "no function 'make'"),
        ("make = 3", "no function 'make'"),
        ("def make(): return 7", "no MoviePy clip with a duration"),
        (
            COLOR + "def make(): return ColorClip((9, 9), color=(1, 2, 3))",
            "a duration",
        ),
        (
            COLOR + "def make(): return ColorClip((9, 9), (1, 2, 3), duration=.01)",
            "no frame",
        ),
        ("import os\ndef make(): os._exit(3)", "the decoder failed"),
        ("import os, signal\ndef make(): os.kill(os.getpid(), signal.SIGSEGV)", "the decoder failed"),
        (
            VIDEO + "def make(): return VideoClip(lambda t: 1 / (t - 1), duration=2)",
            "failed",
        ),
    ],
)
def test_what_goes_wrong_is_said(tmp_path: Path, text: str, words: str) -> None:
    function = ClipFunction(path=written(tmp_path, text), name="make")
    with pytest.raises(ClipwrightError) as caught:
        film_clip(function, tmp_path / "filmed", TARGET, max_seconds=10)
    assert caught.value.code == "media_unreadable"
    assert words in caught.value.sentence
    assert "clip.py:make" in caught.value.sentence


def test_a_clip_whose_process_does_not_end_is_ended(tmp_path: Path) -> None:
    text = "import threading, time\nthreading.Thread(target=time.sleep, args=(600,)).start()\n" + COUNTED
    function = ClipFunction(path=written(tmp_path, text.replace("SECONDS", "0.2")), name="make")
    with pytest.raises(ClipwrightError, match="more than 6 s"):
        film_clip(function, tmp_path / "filmed", TARGET, max_seconds=10, stall_seconds=6)


def test_a_clip_that_hangs_or_counts_forever_is_ended(tmp_path: Path) -> None:
    hanging = ClipFunction(path=written(tmp_path, "import time\ndef make(): time.sleep(600)"), name="make")
    with pytest.raises(ClipwrightError, match="more than 1 s"):
        film_clip(hanging, tmp_path / "filmed", TARGET, max_seconds=10, stall_seconds=1)
    written(tmp_path, "def make():\n    while True: pass")
    limits = SandboxLimits(memory=CLIP_LIMITS.memory, seconds=2, file_bytes=0)
    with pytest.raises(ClipwrightError, match="more than 2 s"):
        film_clip(hanging, tmp_path / "filmed", TARGET, max_seconds=10, limits=limits)


def test_filming_loses_nothing(tmp_path: Path) -> None:
    function = ClipFunction(path=written(tmp_path, COUNTED.replace("SECONDS", "1")), name="make")
    film_clip(function, tmp_path / "filmed", TARGET, max_seconds=10)
    with SourceFrames(tmp_path / "filmed", survey_video(tmp_path / "filmed"), TARGET) as frames:
        assert sorted(set(frames[1].y[0].tolist())) == sorted({30, 218, int(frames[1].y[0, 12])})


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError, match="not a readable file"):
        film_clip(ClipFunction(path=tmp_path / "x.py", name="make"), tmp_path / "f", TARGET, max_seconds=1)
