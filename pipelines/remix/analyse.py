"""The analysis of an uploaded video: shots, subject, faces and text, speech, words, captions, thumbnail."""

from __future__ import annotations

from typing import Final

from pipelines.source.delivering import published_analysis
from pipelines.stages.remix import (
    find_shots,
    listen_source,
    publish_analysis,
    survey_source,
    transcribe_source,
    watch_source,
)
from renderer.contract.orders.remix import RemixOperation
from renderer.runtime.pipeline import Pipeline

ANALYSE: Final[Pipeline[RemixOperation]] = Pipeline(
    stages=(
        survey_source.STAGE,
        watch_source.STAGE,
        find_shots.STAGE,
        listen_source.STAGE,
        transcribe_source.STAGE,
        publish_analysis.STAGE,
    ),
    result=published_analysis,
)
