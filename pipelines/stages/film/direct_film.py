"""direct_film: which picture when: stretches cut on phrase borders, cards between them, tables as written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.directing import captions_region, picture_params, picture_seed, with_media
from pipelines.film.documents import Film
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.picture_spec import NO_REGION
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.manuscript.document import Manuscript, WrittenTable
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.direction.director import Direction
from renderer.visuals.direction.film import Rows, direct_film
from renderer.visuals.direction.similarity_table import measured_similarity
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.film.still import painted_still
from renderer.visuals.media import MediaItem
from renderer.visuals.style_pack_files import load_pack

FOCUS: Final = (0.5, 0.46)
"""Subjects stand a little above the middle; the director moves them to the thirds."""


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """As for short videos: pack, seed, media, frame; and whether captions are drawn."""
    return [picture_params(order, capabilities), order.settings.captions.burn_in]


def run(context: StageContext[LongFormOrder]) -> Storyboard:
    """Import the user's media and direct the shots.

    Raises:
        ClipwrightError: `media_nothing_usable`.
    """
    order, film = context.order, context.read(Film)

    def directed(media: Sequence[MediaItem]) -> Storyboard:
        script = context.read(Script)
        direction = Direction(
            script=script,
            topic=topic_of(script, order.settings.video_mode),
            pack=load_pack(order.settings.style_pack),
            seed=picture_seed(order),
            media=tuple(media),
            focus=FOCUS,
            captions=captions_region(order) if order.settings.captions.burn_in else NO_REGION,
            look=painted_still,
            foresee=measured_similarity,
        )
        tables = _tables(film.fit.manuscript)
        return direct_film(context.read(Narration), film.timeline, direction, tables=tables)

    return with_media(context, directed)


def _tables(manuscript: Manuscript) -> dict[str, Rows]:
    """The first table behind each passage, by the id of the passage's scene."""
    return {
        f"{chapter.id}.p{number}": _written(passage.tables[0])
        for chapter in manuscript.chapters
        for number, passage in enumerate(chapter.passages, start=1)
        if passage.tables
    }


def _written(table: WrittenTable) -> Rows:
    return (table.header, *table.rows)


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="direct_film",
    version=6,
    weight=3,
    needs=(Film, Script, Narration),
    makes=Storyboard,
    params=params,
    run=run,
)
