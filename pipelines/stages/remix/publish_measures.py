"""publish_measures: what a probe has measured, as a JSON document."""

from __future__ import annotations

from typing import Final

from pipelines.documents import Publication
from pipelines.source.delivering import delivered_document, document_file, measures_of
from pipelines.source.documents import SurveyedSource
from renderer.contract.orders.remix import RemixOperation
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[RemixOperation]) -> Publication:
    """Write `source.json` and hand it to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    source = context.read(SurveyedSource)
    return delivered_document(context, source, document_file(context, "source.json", measures_of(source)))


STAGE: Final[Stage[RemixOperation]] = Stage(
    name="publish_measures",
    version=1,
    weight=1,
    needs=(SurveyedSource,),
    makes=Publication,
    run=run,
    cached=False,
)
