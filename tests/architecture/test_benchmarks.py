"""What a benchmark looks for by its name is there to be found."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.media.composing import PARTS


@pytest.mark.parametrize(("home", "name"), [(home, name) for _, home, name in PARTS])
def test_the_parts_of_composing_are_there(home: Any, name: str) -> None:
    assert callable(getattr(home, name, None)), f"{home} has no {name}: nothing of it would be counted"
