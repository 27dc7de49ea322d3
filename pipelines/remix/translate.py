"""The translation of a project's captions."""

from __future__ import annotations

from typing import Final

from pipelines.source.delivering import published_analysis
from pipelines.stages.remix_export import read_texts, translate_cues
from renderer.contract.orders.remix import RemixTranslate
from renderer.runtime.pipeline import Pipeline

TRANSLATE: Final[Pipeline[RemixTranslate]] = Pipeline(
    stages=(read_texts.STAGE, translate_cues.STAGE), result=published_analysis
)
