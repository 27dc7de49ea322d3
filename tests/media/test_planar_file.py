"""Planar files: what is written reads back, frame by frame, and no other file passes for one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from renderer.compositor.planes import Planes, allocate
from renderer.errors import ClipwrightError
from renderer.media.sources.planar_file import MAGIC, PlanarWriter, is_planar, open_frames

SIZES = st.tuples(st.integers(1, 12), st.integers(1, 12)).map(lambda size: (2 * size[0], 2 * size[1]))


def frame(width: int, height: int, seed: int) -> Planes:
    rng = np.random.Generator(np.random.PCG64(seed))
    planes = allocate(width, height)
    for plane in (planes.y, planes.u, planes.v):
        plane[:] = rng.integers(0, 256, plane.shape, np.uint8)
    return planes


def written(
    path: Path,
    *,
    size: tuple[int, int] = (8, 6),
    stored: int = 3,
    order: tuple[int, ...] = (0, 1, 2),
) -> Path:
    with PlanarWriter(path) as writer:
        for number in range(stored):
            writer.add(frame(*size, number))
        writer.finish(order=order, fps=25)
    return path


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(size=SIZES, order=st.lists(st.integers(0, 3), min_size=1, max_size=12))
def test_every_frame_comes_back_when_it_is_to_be_shown(
    tmp_path: Path, size: tuple[int, int], order: list[int]
) -> None:
    path = written(tmp_path / "clip", size=size, stored=4, order=tuple(order))
    frames = open_frames(path)
    assert (len(frames), frames.footer.stored, frames.footer.fps) == (len(order), 4, 25)
    for index, number in enumerate(order):
        found, wanted = frames[index], frame(*size, number)
        assert np.array_equal(found.y, wanted.y)
        assert np.array_equal(found.u, wanted.u)
        assert np.array_equal(found.v, wanted.v)


def test_a_frame_that_stays_is_stored_once(tmp_path: Path) -> None:
    once = written(tmp_path / "once", stored=1, order=(0,)).stat().st_size
    often = written(tmp_path / "often", stored=1, order=(0,) * 100).stat().st_size
    assert often - once < 300


def test_frames_beyond_the_last_are_refused(tmp_path: Path) -> None:
    frames = open_frames(written(tmp_path / "clip"))
    with pytest.raises(IndexError):
        frames[3]


def test_a_planar_file_is_told_by_its_end(tmp_path: Path) -> None:
    assert is_planar(written(tmp_path / "clip"))
    for content in (b"", b"CW", MAGIC[:-1] + b"2", b"x" * 1000):
        (tmp_path / "other").write_bytes(content)
        assert not is_planar(tmp_path / "other")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: raw[1:],
        lambda raw: raw[:-1],
        lambda raw: b"\0" + raw,
        lambda raw: raw[: len(raw) // 2],
        lambda _: b"",
        lambda _: MAGIC,
        lambda raw: raw.replace(b'"stored":3', b'"stored":2'),
        lambda raw: raw.replace(b'"order":[0,1,2]', b'"order":[0,1,3]'),
        lambda raw: raw.replace(b'"fps":25', b'"pfs":25'),
        lambda raw: raw.replace(b'"order":[0,1,2]', b'"order":0.12345'),
        lambda raw: raw.replace(b'"order":[0,1,2]', b'"order":[     ]'),
        lambda raw: raw.replace(b'"order":[0,1,2]', b'"order":["012"]'),
        lambda raw: raw.replace(b'"order":[0,1,2]', b'"order":[0,-1,2]').replace(b'"fps":25', b'"fps":2'),
        lambda _: b"[" * 100_000 + (100_000).to_bytes(4, "little") + MAGIC,
    ],
)
def test_a_damaged_file_is_corrupt_and_never_read(tmp_path: Path, spoil: object) -> None:
    path = written(tmp_path / "clip")
    assert callable(spoil)
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(ClipwrightError) as caught:
        open_frames(path)
    assert caught.value.code == "artifact_corrupt"


@given(garbage=st.binary(max_size=300))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_garbage_is_taken_for_frames(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "garbage"
    for content in (garbage, garbage + len(garbage).to_bytes(4, "little") + MAGIC):
        path.write_bytes(content)
        with pytest.raises(ClipwrightError):
            open_frames(path)


def test_the_footer_is_json_that_anybody_can_read(tmp_path: Path) -> None:
    raw = written(tmp_path / "clip").read_bytes()
    length = int.from_bytes(raw[-12:-8], "little")
    footer = json.loads(raw[-12 - length : -12])
    assert footer == {"width": 8, "height": 6, "fps": 25, "stored": 3, "order": [0, 1, 2]}
