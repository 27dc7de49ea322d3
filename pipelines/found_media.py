"""Pictures from a picture finder: requested scene by scene, normalised like the user's own, credited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from renderer.backends.imagery.base import FoundPicture, PictureFinder, PictureRequest, PictureShape
from renderer.contract.orders.base import FrameSpec
from renderer.core.script import Script, display_text
from renderer.errors import ClipwrightError
from renderer.media.sources.normalise import normalise
from renderer.visuals.direction.credits import PICTURE_CREDIT
from renderer.visuals.film.raster import raster_side
from renderer.visuals.media import MediaItem, MediaKind


class FoundMedia(Struct, frozen=True, kw_only=True):
    """Usable pictures, who made each, a credit for each, and notes on scenes that have none."""

    items: tuple[MediaItem, ...]
    makers: tuple[str, ...]
    credits: tuple[str, ...]
    notes: tuple[str, ...]


def picture_requests(script: Script) -> tuple[PictureRequest, ...]:
    """A request for every scene, its visual phrases best first."""
    return tuple(
        PictureRequest(
            scene=scene.id,
            phrases=scene.visual,
            text=" ".join(display_text(line) for line in scene.lines),
        )
        for scene in script.scenes
    )


def find_media(
    script: Script, finder: PictureFinder, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]
) -> FoundMedia:
    """Request a picture for every scene and bring each into the store.

    A picture that cannot be decoded is left out with a note. The caption of a picture is what its scene says,
    so that the director shows it there.

    Raises:
        ClipwrightError: what the finder raises.
    """
    shape = PictureShape(width=frame.width, height=frame.height)
    found = finder.find(
        picture_requests(script), language=script.language, shape=shape, folder=scratch / "found"
    )
    items: list[MediaItem] = []
    makers: list[str] = []
    credit: list[str] = []
    notes = list(found.notes)
    for picture in found.pictures:
        try:
            items.append(_item(picture, frame=frame, scratch=scratch, keep=keep))
            makers.append(picture.credit.provider)
            credit.append(credit_line(picture))
        except ClipwrightError as error:
            if error.code != "media_unreadable":
                raise
            notes.append(f"pictures: {picture.identity} is left out: {error.facts['reason']}")
    return FoundMedia(items=tuple(items), makers=tuple(makers), credits=tuple(credit), notes=tuple(notes))


def credit_line(picture: FoundPicture) -> str:
    """Scene, what it shows, who made it, under which terms and where it is from."""
    made = picture.credit
    parts: Sequence[str] = (made.author, made.provider, made.licence, made.page)
    return f"{PICTURE_CREDIT}{picture.scene} ({picture.phrase}): {', '.join(part for part in parts if part)}"


def _item(
    picture: FoundPicture, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]
) -> MediaItem:
    into = scratch / "normalised"
    facts = normalise(
        picture.path,
        into,
        max_width=raster_side(frame.width),
        max_height=raster_side(frame.height),
        fps=frame.fps,
        max_seconds=1.0,
    )
    return MediaItem(
        digest=keep(into),
        name=f"{picture.phrase}.jpg",
        kind=MediaKind.IMAGE,
        width=facts.width,
        height=facts.height,
        caption=picture.text,
        frames=1,
    )
