"""Texts that an operation has made, delivered as a JSON document."""

from __future__ import annotations

from fractions import Fraction

from pipelines.documents import DeliveredFile, Publication
from pipelines.source.delivering import document_file
from renderer.backends.publishing.base import Publisher
from renderer.contract.message import Message
from renderer.contract.orders.remix import RemixOperation
from renderer.runtime.artifacts import file_digest
from renderer.runtime.stage import StageContext


def delivered_text(
    context: StageContext[RemixOperation], name: str, document: Message, *, end_ms: int
) -> Publication:
    """The document, whose last entry ends at `end_ms`, handed to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    file = document_file(context, name, document)
    (place,) = context.engine(Publisher).publish((file,))
    delivered = DeliveredFile(
        name=file.name,
        place=place,
        size=file.path.stat().st_size,
        sha256=file_digest(file.path),
        media_type=file.media_type,
    )
    return Publication(files=(delivered,), duration=Fraction(end_ms, 1000), width=0, height=0)
