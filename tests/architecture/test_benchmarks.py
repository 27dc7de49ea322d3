"""Every part that a benchmark looks up by name exists."""

from __future__ import annotations

from typing import Any, Final

import pytest

from benchmarks.media import composing
from benchmarks.openings import measured
from renderer.visuals.film import open_picture

NAMED: Final = [
    *((home, name) for _, home, name in composing.PARTS),
    *((open_picture, name) for name in measured.PARTS),
]


@pytest.mark.parametrize(("home", "name"), NAMED)
def test_parts_that_are_counted_are_there(home: Any, name: str) -> None:
    assert callable(getattr(home, name, None)), f"{home} has no {name}: nothing of it would be counted"
