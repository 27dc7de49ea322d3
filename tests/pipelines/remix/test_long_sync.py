"""Ten minutes at a variable rate that begin late: sound and picture stay together."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.contract.orders.remix import Aspect
from tests.pipelines.remix.test_export import flashes, onsets_heard, onsets_seen
from tests.support.remix.orders import order
from tests.support.remix.projects import delivered, heard, run_remix, write_source

TIMES = [0.5, 300.0, 598.0]
LENGTHS = (20, 25, 30)
"""Lengths of pictures: irregular, but 24 a second on average, so that an export needs no higher rate."""


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_flash_and_beep_stay_together_for_ten_minutes(tmp_path: Path) -> None:
    """Once encoded anew into a square, once copied in the source's own frame."""
    source = write_source(tmp_path / "source.mov", flashes(599.5, TIMES, vfr=True, lengths=LENGTHS))
    for aspect in (Aspect.SQUARE, Aspect.SOURCE):
        outcome = run_remix(order(side=144, aspect=aspect), tmp_path / aspect.name, source)
        video = delivered(outcome)["video.mp4"]
        seen, beeps = onsets_seen(video), onsets_heard(heard(video))
        assert len(seen) == len(beeps) == 3
        for flash, beep, planned in zip(seen, beeps, TIMES, strict=True):
            assert beep == pytest.approx(planned, abs=0.005)
            assert flash == pytest.approx(beep, abs=0.010)
