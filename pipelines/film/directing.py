"""What a film is directed from, besides its narration and its clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.caption_region import captions_region
from pipelines.seeds import picture_seed
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.picture_spec import NO_REGION
from renderer.core.script import Script
from renderer.manuscript.document import Manuscript, WrittenTable
from renderer.visuals.direction.direction import Direction
from renderer.visuals.direction.film_parts import Rows
from renderer.visuals.direction.similarity import PaintStill
from renderer.visuals.direction.similarity_table import measured_similarity
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.media import MediaItem
from renderer.visuals.style_pack import StylePackFile

FOCUS: Final = (0.5, 0.46)
"""Subjects stand a little above the middle; the director moves them to the thirds."""


def direction_of(
    order: LongFormOrder,
    script: Script,
    media: Sequence[MediaItem] = (),
    *,
    pack: StylePackFile,
    look: PaintStill,
) -> Direction:
    """The direction of the order's film; `look` shows the director what it has chosen."""
    return Direction(
        script=script,
        topic=topic_of(script, order.settings.video_mode),
        pack=pack,
        seed=picture_seed(order),
        media=tuple(media),
        focus=FOCUS,
        captions=captions_region(order) if order.settings.captions.burn_in else NO_REGION,
        look=look,
        foresee=measured_similarity,
    )


def tables_of(manuscript: Manuscript) -> dict[str, Rows]:
    """The first table behind each passage, by the id of the passage's scene."""
    return {
        f"{chapter.id}.p{number}": _written(passage.tables[0])
        for chapter in manuscript.chapters
        for number, passage in enumerate(chapter.passages, start=1)
        if passage.tables
    }


def _written(table: WrittenTable) -> Rows:
    return (table.header, *table.rows)
