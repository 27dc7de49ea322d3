"""What the child processes do with files, called directly: tasks, stills that move, users' clips."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from renderer.core.codec import decode
from renderer.media.sources.child_tasks import TASKS
from renderer.media.sources.clip_child import _answer
from renderer.media.sources.planar_file import open_frames
from renderer.media.sources.refusal import Refusal
from renderer.media.sources.still_answer import normalised
from renderer.media.sources.video.facts import SourceFacts
from tests.media.sources.tiny import grey, write_sound, write_video

LIMITS = {"memory": 2 << 30, "seconds": 20, "file_bytes": 64 << 20}


def refusal_of(task: str, path: Path, **request: Any) -> str:
    with pytest.raises(Refusal) as caught:
        TASKS[task]({"path": str(path), **request})
    return caught.value.name


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b"", "empty"),
        (b"hello", "unknown_format"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1", "heic"),
        (b"%PDF-1.7", "unknown_format"),
    ],
)
@pytest.mark.parametrize("task", ["normalise", "survey", "remux", "packets", "frame_table"])
def test_no_task_opens_what_it_cannot_read(tmp_path: Path, task: str, body: bytes, name: str) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(body)
    assert refusal_of(task, path, max_seconds="10") == name
    assert refusal_of(task, tmp_path / "missing") == "not_a_file"


def test_a_video_is_told_and_not_normalised(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", [grey(n) for n in range(6)]).rename(tmp_path / "a.png")
    assert TASKS["normalise"]({"path": str(path)}) == {"kind": "video"}
    told = TASKS["survey"]({"path": str(path), "max_seconds": "1/10"})["facts"]
    facts = decode(told.encode(), SourceFacts)
    assert (facts.demuxer, facts.duration) == ("mov", Fraction(1, 10))


def test_a_picture_is_no_video(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    Image.new("RGB", (8, 8)).save(path, format="PNG")
    assert refusal_of("survey", path, max_seconds="1") == "no_picture"


def test_what_was_copied_is_what_is_found(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", [grey(n) for n in range(6)])
    request = {
        "path": str(path),
        "sound": str(write_sound(tmp_path / "s.mp4")),
        "into": str(tmp_path / "o.mp4"),
    }
    told = TASKS["remux"]({**request, "origin": "0"})
    assert told["packets"] == 6
    assert TASKS["packets"]({"path": request["into"]}) == told
    table = json.loads(json.dumps(TASKS["frame_table"]({"path": str(path)})))
    assert len(table["ticks"]) == 6
    assert Fraction(table["base"]) * (table["ticks"][1] - table["ticks"][0]) == Fraction(1, 30)
    part = write_video(tmp_path / "p.mp4", [18] * 6, options={"x264-params": "sps-id=1", "bf": "0"})
    spliced = TASKS["splice"]({**request, "into": str(tmp_path / "q.mp4"), "parts": [[0, 6, str(part)]]})
    assert spliced["copied"] == spliced["found"]


STILL = {"max_seconds": 3, "max_width": 64, "max_height": 64, "fps": 10}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the child ends with it open
@pytest.mark.parametrize(
    ("frames", "milliseconds", "kind", "count"),
    [
        (1, 0, "still", 1),
        (6, 100, "clip", 6),
        (4, 100, "still", 1),
        (50, 100, "clip", 30),
        (3, 200, "clip", 6),
    ],
)
def test_what_moves_half_a_second_is_a_clip(
    tmp_path: Path, frames: int, milliseconds: int, kind: str, count: int
) -> None:
    path, into = tmp_path / "a.gif", tmp_path / "frames"
    pictures = [Image.new("RGB", (32, 16), (n * 5, 255 - n * 5, 90)) for n in range(frames)]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=milliseconds or 100)
    told = normalised(path, "GIF", {**STILL, "into": str(into)})
    assert (told["kind"], told["frames"]) == (kind, count)
    assert told["width"] / told["height"] == pytest.approx(2, rel=0.1)
    found = open_frames(into)
    assert len(found) == count
    lumas = [float(np.mean(found[n].y)) for n in range(count)]
    assert len({round(luma) for luma in lumas}) > 1 or kind == "still"


CLIP = """
import sys
print("noise on standard output")
class Clip:
    duration = {duration}
    def get_frame(self, t):
        import numpy
        return numpy.full((16, 16, 3), 200, "uint8")
def make():
    {body}
nothing = 5
"""


@pytest.fixture
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the working directory and `sys.path` after the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


def clip_request(folder: Path, function: str, *, body: str, duration: str) -> dict[str, Any]:
    """A request for frames of a clip whose function has this body."""
    path = folder / "clip.py"
    path.write_text(CLIP.format(body=body, duration=duration))
    size = {"width": 16, "height": 16, "fps": 10, "max_seconds": 2}
    place = {"path": str(path), "answer": str(folder / "answer")}
    return {**place, **size, "function": function, "limits": LIMITS}


@pytest.mark.parametrize(
    ("function", "body", "duration", "word"),
    [
        ("make", "raise KeyError('gone')", "1", "KeyError: 'gone'"),
        ("make", "sys.exit(4)", "1", "SystemExit: 4"),
        ("make", "return 5", "1", "gives no MoviePy clip"),
        ("make", "return Clip()", "None", "gives no MoviePy clip"),
        ("make", "return Clip()", "0.01", "no frame of it"),
        ("nothing", "pass", "1", "has no function 'nothing'"),
        ("missing", "pass", "1", "has no function 'missing'"),
    ],
)
@pytest.mark.usefixtures("own_place")
def test_a_clip_that_gives_no_frames_says_why(
    tmp_path: Path, function: str, body: str, duration: str, word: str
) -> None:
    out = io.BytesIO()
    told = _answer(clip_request(tmp_path, function, body=body, duration=duration), out)
    assert word in told["refused"]
    assert out.getvalue() == b""


def test_a_clip_child_writes_frames_and_nothing_that_is_printed(tmp_path: Path) -> None:
    request = clip_request(tmp_path, "make", body="return Clip()", duration="0.5")
    line = [sys.executable, "-m", "renderer.media.sources.clip_child", json.dumps(request)]
    done = subprocess.run(line, capture_output=True, check=True)
    assert json.loads(Path(request["answer"]).read_text()) == {}
    assert len(done.stdout) == 5 * 16 * 16 * 3 // 2
    assert b"noise" in done.stderr
