"""Five hundred hostile files through the probe: each is measured or refused by name; no other is read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import av
import numpy as np
import psutil
import pytest

from pipelines.source.documents import SurveyedSource
from pipelines.source.measuring import measures_of
from pipelines.source.reading import PROBE_LIMITS, surveyed
from renderer.errors import ClipwrightError
from tests.support.counted import counted_video
from tests.support.footage.hostile_files import good_files, makers
from tests.support.footage.watchmen import FileWatch, Listener

SEEDS = range(10)
FILES = 50
"""Files per seed."""
REFUSALS = {"source_unreadable", "no_video", "source_too_long"}
NAMES = ("video.mp4", "video.mov", "video.webm", "-i.mp4", "concat:video.mp4")


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    return counted_video(tmp_path / "canary.mp4", 10)


def test_the_watch_notices(canary: Path) -> None:
    """Reading the canary is noticed; otherwise the tests below would prove nothing."""
    watch = FileWatch(canary)
    assert not watch.touched()
    canary.read_bytes()
    assert watch.touched()
    watch.close()


def hostile_files(seed: int, folder: Path, address: str, canary: Path) -> list[tuple[str, Path]]:
    rng, ways = np.random.default_rng(seed), makers(address, canary)
    originals, names = good_files(folder), list(ways)
    found = []
    for number in range(FILES):
        way = names[number % len(names)]
        place = folder / str(number)
        place.mkdir()
        path = place / NAMES[int(rng.integers(len(NAMES)))]
        path.write_bytes(ways[way](rng, originals[int(rng.integers(len(originals)))]))
        found.append((way, path))
    return found


def outcome(path: Path) -> str:
    """What became of one file; anything but a measure or a named refusal is raised."""
    began = time.monotonic()
    try:
        found = surveyed(path, "0" * 64)
    except ClipwrightError as error:
        if error.code not in REFUSALS or str(path.parent) in error.sentence:
            raise
        return error.code
    finally:
        # the limit of the child, and that of the decoder from which a second of sound is requested
        assert time.monotonic() - began < 4 * PROBE_LIMITS.seconds
    assert isinstance(found, SurveyedSource)
    assert 0 < measures_of(found).duration_seconds <= 600
    return "measured"


def test_a_video_shorter_than_any_frame_of_a_display_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "video.mp4"
    with av.open(path, "w") as container:
        stream: Any = container.add_stream("libx264", rate=1000)
        stream.width = stream.height = 64
        frame = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8), format="rgb24")
        container.mux([*stream.encode(frame), *stream.encode(None)])
    with pytest.raises(ClipwrightError, match="last no time"):
        surveyed(path, "0" * 64)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", SEEDS)
def test_hostile_files_are_measured_or_refused_and_touch_nothing(
    seed: int, tmp_path: Path, canary: Path, listener: Listener
) -> None:
    files = hostile_files(seed, tmp_path, listener.address, canary)
    watch = FileWatch(canary)
    with ThreadPoolExecutor(max_workers=2) as both:
        ends = list(both.map(outcome, [path for _, path in files]))
    assert not watch.touched()
    assert listener.visitors == 0
    watch.close()
    by_way = Counter((way, end) for (way, _), end in zip(files, ends, strict=True))
    assert by_way[("pointing", "measured")] <= 3, "only references that are ignored leave a video"
    assert sum(count for (_, end), count in by_way.items() if end != "measured") >= FILES // 4
    assert not [one for one in psutil.Process().children(recursive=True) if "ffmpeg" in one.name()]
