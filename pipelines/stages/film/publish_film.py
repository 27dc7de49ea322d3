"""publish_film: film, captions, thumbnail, description and manifest are delivered, the film last."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from pipelines.documents import Publication, RenderedVideo, Thumbnail
from pipelines.film.description import described
from pipelines.film.documents import Film
from pipelines.publishing import (
    credits_file,
    delivered_files,
    json_file,
    manifest_of,
    text_file,
    thumbnail_file,
    word_files,
)
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.captions import CaptionTrack
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.media.inspection.inspect import Inspection
from renderer.runtime.stage import Stage, StageContext


def run(context: StageContext[LongFormOrder]) -> Publication:
    """Write the sidecars and hand everything to the publisher.

    Raises:
        ClipwrightError: `output_unwritable`, `disk_full`, `storage_failed`.
    """
    text = described(context.documents, context.order)
    delivered = delivered_files(
        context,
        json_file(context, "manifest.json", manifest_of(context) | {"film": _film_section(context)}),
        *word_files(context),
        credits_file(context),
        thumbnail_file(context.path(context.read(Thumbnail).picture)),
        text_file(context, "description.txt", text, media_type="text/plain"),
    )
    return replace(delivered, description=text)


def _film_section(context: StageContext[LongFormOrder]) -> dict[str, Any]:
    """How the script was made to fit, and its chapters."""
    film = context.read(Film)
    breathing = film.fit.breathing
    return {
        "adaptation": film.fit.adaptation,
        "estimated_seconds": round(film.fit.seconds, 1),
        "seconds": round(float(film.timeline.duration), 3),
        "sentences": len(film.fit.manuscript.sentences),
        "rewritten": [each.text for each in film.fit.manuscript.sentences if each.rewritten],
        "pauses": [breathing.stretch_of(chapter.number) for chapter in film.timeline.chapters],
        "reading_rate": breathing.rate,
        "notes": [*film.fit.manuscript.notes, *film.fit.notes],
        "links": list(film.fit.manuscript.links),
        "chapters": [
            {
                "number": chapter.number,
                "title": chapter.title,
                "start_seconds": round(float(chapter.span.start), 3),
            }
            for chapter in film.timeline.chapters
        ],
    }


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="publish_film",
    version=4,
    weight=1,
    needs=(Film, Script, Narration, Storyboard, CaptionTrack, Mix, Thumbnail, RenderedVideo, Inspection),
    makes=Publication,
    run=run,
    cached=False,
)
