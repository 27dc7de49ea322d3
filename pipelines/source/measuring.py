"""The measures of a source in the contract's terms."""

from __future__ import annotations

from typing import Final

from pipelines.source.documents import SurveyedSource
from renderer.contract.remix.analysis import SourceMeasures
from renderer.media.sources.video.facts import SourceFacts

_HIGHEST_RATE: Final = 1000.0


def measures_of(source: SurveyedSource) -> SourceMeasures:
    """Size, length, rate and whether there is sound."""
    facts = source.facts
    width, height = facts.picture.shown_size
    return SourceMeasures(
        duration_seconds=round(float(facts.duration), 6),
        width=width,
        height=height,
        frame_rate=_frame_rate(facts),
        has_audio=source.sound is not None,
    )


def _frame_rate(facts: SourceFacts) -> float:
    return round(min(_HIGHEST_RATE, max(0.001, float(facts.mean_rate))), 3)
