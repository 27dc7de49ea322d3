"""Delivering what was found out about a source, as a JSON document and files beside it."""

from __future__ import annotations

from pipelines.documents import DeliveredFile, Publication, result_file
from pipelines.source.documents import SurveyedSource
from renderer.backends.publishing.base import PublishedFile, Publisher
from renderer.contract.message import Message
from renderer.contract.orders.remix import RemixOperation
from renderer.contract.results import AnalysisResult
from renderer.runtime.artifacts import file_digest
from renderer.runtime.pipeline import Documents
from renderer.runtime.stage import StageContext


def document_file(context: StageContext[RemixOperation], name: str, document: Message) -> PublishedFile:
    """The main file of a result: a document as JSON."""
    path = context.scratch / name
    path.write_text(document.model_dump_json() + "\n", "utf-8", newline="\n")
    return PublishedFile(name=name, suffix=".json", path=path, media_type="application/json")


def delivered_document(
    context: StageContext[RemixOperation], source: SurveyedSource, *files: PublishedFile
) -> Publication:
    """The main file (first) and its sidecars, handed to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """

    def delivered(done: int, total: int) -> None:
        context.advance(done / total, f"stored {done / 1e6:.1f} of {total / 1e6:.1f} MB")

    places = context.engine(Publisher).publish(files, delivered=delivered)
    width, height = source.facts.picture.shown_size
    return Publication(
        files=tuple(_delivered(file, place) for file, place in zip(files, places, strict=True)),
        duration=source.facts.duration,
        width=width,
        height=height,
    )


def published_analysis(documents: Documents) -> AnalysisResult:
    """The result of a pipeline that ends in the `Publication` of a document."""
    publication: Publication = documents[Publication]
    main, *others = publication.files
    return AnalysisResult(
        file=result_file(main),
        sidecars={file.name: result_file(file) for file in others},
        duration_seconds=float(publication.duration),
    )


def _delivered(file: PublishedFile, place: str) -> DeliveredFile:
    return DeliveredFile(
        name=file.name,
        place=place,
        size=file.path.stat().st_size,
        sha256=file_digest(file.path),
        media_type=file.media_type,
    )
