"""storyboard: which picture when, cut on phrase borders; the user's own media first."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pipelines.assets import asset_digest
from pipelines.found_media import find_media
from pipelines.own_media import folder_facts, import_media
from pipelines.seeds import derived_seed, order_seed
from pipelines.timing import TAIL, video_duration
from renderer.contract.order import ShortOrder
from renderer.contract.vocabulary import CaptionPosition
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.ports import Ports
from renderer.runtime.stage import Stage, StageContext
from renderer.visuals.cuts import PACES
from renderer.visuals.direct import direct
from renderer.visuals.foreseen import foreseen
from renderer.visuals.pack import load_pack

FOCUS: Final[dict[CaptionPosition, tuple[float, float]]] = {
    CaptionPosition.TOP: (0.5, 0.58),
    CaptionPosition.CENTER: (0.5, 0.3),
    CaptionPosition.BOTTOM: (0.5, 0.38),
}
"""Where subjects stand so that captions do not cover them, as fractions of width and height."""


def params(order: ShortOrder, ports: Ports) -> object:
    """Pack, seed, media folder; the frame's size decides how media is normalised."""
    return {
        "pictures": ports.pictures.fingerprint,
        "pack": order.settings.style_pack,
        "pack_file": asset_digest(f"style_packs/{order.settings.style_pack}.toml"),
        "seed": _picture_seed(order),
        "position": order.settings.captions.position,
        "likeness": asset_digest("likeness.toml"),
        "pace": PACES[order.settings.video_mode],
        "tail": TAIL,
        "frame": order.frame.model_dump(),
        "media": folder_facts(order.media_dir),
    }


def run(context: StageContext) -> Storyboard:
    """Import the user's media and direct the shots.

    Raises:
        ClipwrightError: `media_nothing_usable`.
    """
    order = context.order
    narration = context.read(Narration)
    media = import_media(order.media_dir, frame=order.frame, scratch=context.scratch, keep=context.keep)
    found = find_media(
        context.read(Script),
        context.ports.pictures,
        frame=order.frame,
        scratch=context.scratch,
        keep=context.keep,
    )
    storyboard = direct(
        context.read(Script),
        narration,
        pack=load_pack(order.settings.style_pack),
        seed=_picture_seed(order),
        duration=video_duration(narration, order.frame.fps),
        media=(*media.items, *found.items),
        focus=FOCUS[order.settings.captions.position],
        pace=PACES[order.settings.video_mode],
        foresee=foreseen,
    )
    return replace(storyboard, notes=(*storyboard.notes, *media.notes, *found.notes, *found.credits))


def _picture_seed(order: ShortOrder) -> int:
    return derived_seed(order_seed(order), "pictures")


STAGE: Final = Stage(
    name="storyboard",
    version=3,
    weight=2,
    needs=(Script, Narration),
    makes=Storyboard,
    params=params,
    run=run,
)
