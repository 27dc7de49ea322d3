"""The probe of an uploaded file: whether it is a video, how long, how large, with what sound."""

from __future__ import annotations

from typing import Final

from pipelines.source.delivering import published_analysis
from pipelines.stages.remix import publish_measures, survey_source
from renderer.contract.orders.remix import RemixOperation
from renderer.runtime.pipeline import Pipeline

PROBE: Final[Pipeline[RemixOperation]] = Pipeline(
    stages=(survey_source.STAGE, publish_measures.STAGE), result=published_analysis
)
