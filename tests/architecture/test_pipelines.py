from __future__ import annotations

from typing import Any

import pytest

from pipelines.registry import LONG_FORM, PIPELINES, SHORT
from renderer.runtime.execution.dependencies import check_wiring
from renderer.runtime.pipeline import OpeningEntry


@pytest.mark.parametrize("name", PIPELINES)
def test_every_pipeline_is_wired(name: str) -> None:
    stages = PIPELINES[name].load().stages
    check_wiring(stages)
    assert len({stage.name for stage in stages}) == len(stages)


@pytest.mark.parametrize("entry", [SHORT, LONG_FORM], ids=["short", "long_form"])
def test_what_is_told_of_a_pipeline_before_it_is_loaded_is_so(entry: OpeningEntry[Any]) -> None:
    stages = entry.load().stages
    assert entry.outline == tuple((stage.name, stage.weight) for stage in stages)
    opening = entry.load_opening()
    assert opening == stages[: len(opening)]
    assert not any(stage.leads for stage in opening)
