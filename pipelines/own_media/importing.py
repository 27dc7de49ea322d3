"""Importing the media folder: each usable file normalised into the store, a note for each that is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from pipelines.own_media.captions import read_captions
from pipelines.own_media.file_names import printable, shown_name
from pipelines.own_media.listing import beyond_note, file_state, list_folder
from renderer.contract.orders.base import FrameSpec
from renderer.core.codec import encode
from renderer.errors import ClipwrightError
from renderer.media.sources.clip_function import ClipFunction, clip_function
from renderer.media.sources.normalise import NormalisedMedia, normalise, normalise_clip, open_frames
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.stored import StoredVideo
from renderer.visuals.film.framing import framed
from renderer.visuals.film.raster import raster_side
from renderer.visuals.media import STRETCH_SECONDS, MediaItem, MediaKind

OWN_MEDIA: Final = "own media"
"""The maker that the manifest names for a shot's picture when it is the user's own."""


class OwnMedia(Struct, frozen=True, kw_only=True):
    """The usable items of the folder, and a note for each file that cannot be used."""

    items: tuple[MediaItem, ...]
    notes: tuple[str, ...]


def import_media(folder: str, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]) -> OwnMedia:
    """Normalise every usable file of a folder into the store, or the clip of a function (`clip.py:make`).

    Links may lead anywhere inside the folder, never out of it.

    Raises:
        ClipwrightError: `media_nothing_usable` when a folder was given and nothing in it can be shown.
    """
    if not folder:
        return OwnMedia(items=(), notes=())
    if function := clip_function(folder):
        return OwnMedia(items=(_filmed(function, frame=frame, scratch=scratch, keep=keep),), notes=())
    listing = list_folder(Path(folder))
    captions, notes = read_captions(Path(folder), listing.captions, pictures=listing.pictures)
    notes += [f"skipped {shown_name(path)}: it is a folder in the media folder" for path in listing.folders]
    items: list[MediaItem] = []
    for path in listing.pictures:
        caption = captions.get(path.stem, "")
        try:
            item = _unchanged(path, caption, frame=frame, scratch=scratch, keep=keep)
            items.append(item)
            notes += [f"{item.name} is shown whole: {item.whole}"] if item.whole else []
        except ClipwrightError as error:
            if error.code != "media_unreadable":
                raise
            notes.append(f"skipped {shown_name(path)}: {error.facts['reason']}")
    if not items:
        raise ClipwrightError(
            "media_nothing_usable", path=printable(folder), reason="; ".join(notes[:3]) or "it is empty"
        )
    return OwnMedia(items=tuple(items), notes=(*notes, *beyond_note(listing.beyond)))


def _unchanged(
    path: Path, caption: str, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]
) -> MediaItem:
    """The item, if the file did not change while it was read: it might be half old and half new.

    Raises:
        ClipwrightError: `media_unreadable`.
    """
    before = file_state(path)
    item = _item(path, caption, frame=frame, scratch=scratch, keep=keep)
    if file_state(path) != before:
        raise ClipwrightError(
            "media_unreadable", path=shown_name(path), reason="it changed while it was read"
        )
    return item


def _filmed(
    function: ClipFunction, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]
) -> MediaItem:
    into = scratch / "normalised"
    media = normalise_clip(function, into, **_space(frame))
    return _catalogued(into, media, name=f"{function.path.name}:{function.name}", frame=frame, keep=keep)


def _item(
    path: Path, caption: str, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]
) -> MediaItem:
    into = scratch / "normalised"
    facts = normalise(
        path,
        into,
        **_space(frame),
        within=str(path.parent),
        stream_longer=True,
    )
    return _catalogued(into, facts, name=shown_name(path), caption=caption, frame=frame, keep=keep)


def _space(frame: FrameSpec) -> dict[str, Any]:
    """What a picture has to fill, and for how long."""
    return {
        "max_width": raster_side(frame.width),
        "max_height": raster_side(frame.height),
        "fps": frame.fps,
        "max_seconds": float(STRETCH_SECONDS),
    }


def _catalogued(
    file: Path,
    media: NormalisedMedia,
    *,
    name: str,
    frame: FrameSpec,
    keep: Callable[[Path], str],
    caption: str = "",
) -> MediaItem:
    moving = media.kind != "still"
    whole = "" if moving else framed(open_frames(file)[0], (frame.width, frame.height)).reason
    return MediaItem(
        digest=_kept(file, media, frame=frame, keep=keep),
        name=name,
        kind=MediaKind.CLIP if moving else MediaKind.IMAGE,
        width=media.width,
        height=media.height,
        caption=caption,
        frames=media.frames,
        fps=media.fps if moving else 0,
        whole=whole,
    )


def _kept(file: Path, media: NormalisedMedia, *, frame: FrameSpec, keep: Callable[[Path], str]) -> str:
    """Digest of the kept frames, or of the document that says how to read the frames of the kept video."""
    digest = keep(file)
    if media.facts is None:
        return digest
    target = FrameTarget(width=raster_side(frame.width), height=raster_side(frame.height), fps=frame.fps)
    file.write_bytes(encode(StoredVideo(source=digest, facts=media.facts, target=target)))
    return keep(file)
