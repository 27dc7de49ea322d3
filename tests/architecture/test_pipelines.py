from __future__ import annotations

import pytest

from pipelines.registry import PIPELINES
from renderer.runtime.runner import check_wiring


@pytest.mark.parametrize("name", PIPELINES)
def test_every_pipeline_is_wired(name: str) -> None:
    stages = PIPELINES[name].load().stages
    check_wiring(stages)
    assert len({stage.name for stage in stages}) == len(stages)
