"""The draft of a voiceover script from what is said in the source."""

from __future__ import annotations

from typing import Final

from pipelines.source.delivering import published_analysis
from pipelines.stages.remix_export import draft_script, read_texts
from renderer.contract.orders.remix import RemixDraft
from renderer.runtime.pipeline import Pipeline

DRAFT: Final[Pipeline[RemixDraft]] = Pipeline(
    stages=(read_texts.STAGE, draft_script.STAGE), result=published_analysis
)
