"""A video is the same to the byte whether compiled kernels or numpy drew it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from renderer.kernels import (
    blending,
    blurring,
    dithering,
    drawing,
    grading,
    painting,
    premultiplying,
    resampling,
    shrinking,
    turning,
)
from renderer.kernels.library import library
from tests.support.production.servers import lacking
from tests.support.rendering import render, small_order, video_of


def test_numpy_draws_the_same_video(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not library():
        lacking("no kernels: python -m renderer.kernels.build")

    def digest(name: str) -> str:
        return hashlib.sha256(video_of(render(small_order(), tmp_path / name)).read_bytes()).hexdigest()

    compiled = digest("compiled")
    for module in (blending, blurring, drawing, resampling, shrinking):
        monkeypatch.setattr(module, "library", lambda: None)
    for module in (dithering, grading, painting, premultiplying, turning):
        monkeypatch.setattr(module, "library", lambda: None)
    assert digest("numpy") == compiled
