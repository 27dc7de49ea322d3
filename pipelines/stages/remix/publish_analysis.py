"""publish_analysis: everything that was found out, as one JSON document, and the thumbnail beside it."""

from __future__ import annotations

import shutil
from typing import Final

from pipelines.documents import Publication
from pipelines.source.delivering import delivered_document, document_file
from pipelines.source.documents import HeardSource, SourceShots, SurveyedSource, WatchedSource
from pipelines.source.findings import analysis_of
from pipelines.source.watching import watched_notes
from renderer.backends.publishing.base import PublishedFile
from renderer.backends.transcription.base import Transcript
from renderer.contract.orders.remix import RemixOperation
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[RemixOperation]) -> Publication:
    """Write `analysis.json` and hand it and the thumbnail to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    source, shots = context.read(SurveyedSource), context.read(SourceShots)
    analysis = analysis_of(
        source,
        watched_notes(context),
        shots=shots,
        heard=context.read(HeardSource),
        transcript=context.read(Transcript),
    )
    context.advance(0.3, f"{len(analysis.shots)} paths, {len(analysis.occupied)} boxes")
    return delivered_document(
        context, source, document_file(context, "analysis.json", analysis), _thumbnail(context, shots)
    )


def _thumbnail(context: StageContext[RemixOperation], shots: SourceShots) -> PublishedFile:
    path = context.scratch / "thumbnail.jpg"
    shutil.copyfile(context.path(shots.thumbnail), path)
    return PublishedFile(name="thumbnail.jpg", suffix=".jpg", path=path, media_type="image/jpeg")


STAGE: Final[Stage[RemixOperation]] = Stage(
    name="publish_analysis",
    version=2,
    weight=2,
    needs=(SurveyedSource, WatchedSource, SourceShots, HeardSource, Transcript),
    makes=Publication,
    run=run,
    cached=False,
)
