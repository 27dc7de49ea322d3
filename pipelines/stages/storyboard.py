"""storyboard: which picture when, cut on phrase borders; the user's own media first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from pipelines.caption_region import captions_region
from pipelines.captioning import laid_out_on_any
from pipelines.directing import FOCUS, picture_params, with_media
from pipelines.documents import RenderedVideo
from pipelines.rendering import Beginning
from pipelines.seeds import picture_seed
from pipelines.timing import frame_count, video_duration
from renderer.captions.contrast import reads_anywhere
from renderer.captions.style.style_files import load_style
from renderer.contract.orders.base import NarratedOrder
from renderer.contract.orders.short import ShortOrder
from renderer.core.script import Script
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.words import Narration
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.direction.cuts import PACES
from renderer.visuals.direction.director import direct, unheard
from renderer.visuals.direction.similarity_table import measured_similarity, read_similarity
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.film.groundwork import lay_groundwork
from renderer.visuals.film.still import painted_still
from renderer.visuals.media import MediaItem
from renderer.visuals.style_packs import StylePacks


def run(context: StageContext[NarratedOrder]) -> Storyboard:
    """Import the user's media and direct the shots.

    The video is rendered from its beginning while the rest of it is directed.

    Raises:
        ClipwrightError: `media_nothing_usable`, and what laying out captions raises.
    """
    order, narration = context.order, context.read(Narration)

    def directed(media: Sequence[MediaItem]) -> Storyboard:
        return direct(
            context.read(Script),
            narration,
            pack=context.engine(StylePacks)(order.settings.style_pack),
            seed=picture_seed(order),
            duration=video_duration(narration, order.frame.fps),
            media=media,
            focus=FOCUS[order.settings.captions.position],
            captions=captions_region(order),
            pace=PACES[order.settings.video_mode],
            mode=order.settings.video_mode,
            look=painted_still,
            foresee=measured_similarity,
            closing=True,
            wide=order.frame.width > order.frame.height,
            decided=_hearing(context, narration),
        )

    return with_media(context, directed)


def _hearing(context: StageContext[NarratedOrder], narration: Narration) -> Callable[[Shot], None]:
    """What begins to render while shots are decided; nothing if captions depend on all pictures."""
    order = context.order
    if RenderedVideo not in context.coming or not reads_anywhere(load_style(order.settings.captions.style)):
        return unheard
    frames = frame_count(narration, order.frame.fps)
    return Beginning(context, captions=partial(laid_out_on_any, context), frames=frames).decided


def read_ahead(order: ShortOrder, capabilities: CapabilitySet) -> None:
    """Read what depends on the order alone and stays in memory: tables, style, pack, digests of data files.

    Forks of this process have it as well, with the groundwork of the pictures. Drawing is not begun, since
    forks would not inherit its threads.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid`.
    """
    settings = order.settings
    picture_params(order, capabilities)
    pack = capabilities.engine(StylePacks)(settings.style_pack)
    reads_anywhere(load_style(settings.captions.style))
    topic_of(Script(language=settings.language, title=order.topic, scenes=(), source=""), settings.video_mode)
    read_similarity()
    frame = order.frame
    lay_groundwork(pack.grade, captions_region(order), width=frame.width, height=frame.height)


STAGE: Final[Stage[NarratedOrder]] = Stage(
    name="storyboard",
    version=23,
    weight=2,
    needs=(Script, Narration),
    makes=Storyboard,
    params=picture_params,
    run=run,
)
