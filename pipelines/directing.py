"""What directing a short video and a film have in common: media, and what decides pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from pipelines.asset_digests import asset_digest
from pipelines.caption_region import captions_region
from pipelines.found_media import find_media
from pipelines.own_media.file_names import named
from pipelines.own_media.importing import OWN_MEDIA, import_media
from pipelines.own_media.listing import folder_facts
from pipelines.seeds import picture_seed
from pipelines.timing import TAIL
from renderer.backends.imagery.base import PictureFinder
from renderer.contract.orders.base import NarratedOrder
from renderer.contract.vocabulary import CaptionPosition
from renderer.core.picture_spec import media_of
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.stage import StageContext
from renderer.visuals.direction.credits import artwork_credits
from renderer.visuals.direction.cuts import PACES
from renderer.visuals.media import MediaItem

FOCUS: Final[dict[CaptionPosition, tuple[float, float]]] = {
    CaptionPosition.TOP: (0.5, 0.58),
    CaptionPosition.CENTER: (0.5, 0.27),
    CaptionPosition.BOTTOM: (0.5, 0.38),
}
"""Where subjects stand so that captions do not cover them, as fractions of width and height."""


def picture_params(order: NarratedOrder, capabilities: CapabilitySet) -> object:
    """All that decides pictures; the frame's size is part of it, since media is normalised to it."""
    return {
        "pictures": capabilities.engine(PictureFinder).fingerprint,
        "pack": order.settings.style_pack,
        "pack_file": asset_digest(f"style_packs/{order.settings.style_pack}.toml"),
        "seed": picture_seed(order),
        "captions": captions_region(order),
        "likeness": asset_digest("similarity.toml"),
        "pace": PACES[order.settings.video_mode],
        "mode": order.settings.video_mode,
        "artwork": [asset_digest(f"artwork/{name}") for name in ("index.zip", "tags.toml", "artwork.zip")],
        "geography": [
            asset_digest(f"geography/{name}")
            for name in (
                "outlines.npz",
                "places.zip",
                "guarded.toml",
                "historic.toml",
                "features.npz",
                "features.zip",
            )
        ],
        "tail": TAIL,
        "frame": order.frame.model_dump(),
        "media": folder_facts(order.media_dir),
    }


def with_media(
    context: StageContext[NarratedOrder], directed: Callable[[Sequence[MediaItem]], Storyboard]
) -> Storyboard:
    """The storyboard that `directed` makes of the user's media and of found pictures, with their notes.

    Raises:
        ClipwrightError: `media_nothing_usable`.
    """
    order = context.order
    media = import_media(order.media_dir, frame=order.frame, scratch=context.scratch, keep=context.keep)
    found = find_media(
        context.read(Script),
        context.engine(PictureFinder),
        frame=order.frame,
        scratch=context.scratch,
        keep=context.keep,
    )
    storyboard = directed((*media.items, *found.items))
    makers = {item.digest: maker for item, maker in zip(found.items, found.makers, strict=True)}
    makers |= dict.fromkeys((item.digest for item in media.items), OWN_MEDIA)
    owed = (*found.credits, *artwork_credits(storyboard))
    left_out = not_shown(media.items, storyboard)
    notes = (*storyboard.notes, *media.notes, *left_out, *found.notes, *owed)
    return replace(storyboard, notes=notes, makers=makers)


def not_shown(items: Sequence[MediaItem], storyboard: Storyboard) -> tuple[str, ...]:
    """A note that names the user's items for which there was no shot."""
    shown = {media_of(shot.picture) for shot in storyboard.shots}
    names = [item.name for item in items if item.digest not in shown]
    return (f"not shown, more files than shots: {named(names)}",) if names else ()
