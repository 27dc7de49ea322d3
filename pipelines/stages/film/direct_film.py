"""direct_film: which picture when: stretches cut on phrase borders, cards between them, tables as written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.directing import picture_params, with_media
from pipelines.film.directing import direction_of, tables_of
from pipelines.film.documents import Film
from pipelines.film.stills import kept_stills
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.kept_parts import KeptParts
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.direction.director import direct_shot
from renderer.visuals.direction.film import direct_film
from renderer.visuals.film.still import painted_still
from renderer.visuals.media import MediaItem
from renderer.visuals.style_packs import StylePacks


def params(order: LongFormOrder, capabilities: CapabilitySet) -> object:
    """As for short videos: pack, seed, media, frame; and whether captions are drawn."""
    return [picture_params(order, capabilities), order.settings.captions.burn_in]


def run(context: StageContext[LongFormOrder]) -> Storyboard:
    """Import the user's media and direct the shots.

    Raises:
        ClipwrightError: `media_nothing_usable`.
    """
    film, narration = context.read(Film), context.read(Narration)

    def directed(media: Sequence[MediaItem]) -> Storyboard:
        pack = context.engine(StylePacks)(context.order.settings.style_pack)
        look = kept_stills(painted_still, KeptParts(context.store))
        direction = direction_of(context.order, context.read(Script), media, pack=pack, look=look)
        tables = tables_of(film.fit.manuscript)
        return direct_film(narration, film.timeline, direction, direct_shot=direct_shot, tables=tables)

    return with_media(context, directed)


STAGE: Final[Stage[LongFormOrder]] = Stage(
    name="direct_film",
    version=21,
    weight=3,
    needs=(Film, Script, Narration),
    makes=Storyboard,
    params=params,
    run=run,
)
