"""The export of a project: its source reframed and captioned, with its new sound, as a finished video."""

from __future__ import annotations

from typing import Final

from pipelines.documents import published_video
from pipelines.stages.remix import survey_source
from pipelines.stages.remix_export import (
    inspect_export,
    lay_out_cues,
    mix_remix,
    publish_export,
    read_texts,
    reframe_source,
    render_export,
    speak_lines,
)
from renderer.contract.orders.remix import RemixExport
from renderer.runtime.pipeline import Pipeline

EXPORT: Final[Pipeline[RemixExport]] = Pipeline(
    stages=(
        survey_source.STAGE,
        read_texts.STAGE,
        speak_lines.STAGE,
        reframe_source.STAGE,
        lay_out_cues.STAGE,
        mix_remix.STAGE,
        render_export.STAGE,
        inspect_export.STAGE,
        publish_export.STAGE,
    ),
    result=published_video,
)
