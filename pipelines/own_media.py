"""The user's media folder: listed, normalised one file at a time, skipped with a named reason."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from renderer.contract.orders.base import FrameSpec
from renderer.core.codec import encode
from renderer.errors import ClipwrightError
from renderer.media.sources.clip_function import ClipFunction, clip_function
from renderer.media.sources.normalise import NormalisedMedia, normalise, normalise_clip, open_frames
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.stored import StoredVideo
from renderer.media.texts import FoundText, read_texts
from renderer.visuals.film.framing import framed
from renderer.visuals.film.raster import raster_side
from renderer.visuals.media import STRETCH_SECONDS, MediaItem, MediaKind

OWN_MEDIA: Final = "own media"
"""Who made a shot's picture, in the manifest, when it is the user's."""
MAX_FILES: Final = 200
"""Pictures and clips that are looked at, in the order of their names; captions do not count."""
MAX_CAPTION_CHARACTERS: Final = 500
_MOST_NAMED: Final = 100
"""Left-out files that a note names; of more it says how many."""
_BYTES_PER_CHARACTER: Final = 4
_CAPTION_ENDING: Final = ".txt"
"""In any case; of two captions of one picture the one with exactly this ending is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMedia:
    """What of the folder can be used, and a note for each file that cannot."""

    items: tuple[MediaItem, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listing:
    """Paths of a folder by what they are for."""

    pictures: tuple[Path, ...]
    beyond: tuple[Path, ...]
    captions: tuple[Path, ...]
    folders: tuple[Path, ...]


def folder_facts(folder: str) -> list[tuple[str, int, int, int]]:
    """Names, sizes, times and identities of the files: part of the storyboard's cache key."""
    if not folder:
        return []
    if function := clip_function(folder):
        return [(Path(folder).name, *_state(function.path))]
    listing = _listing(Path(folder))
    more = [_exact(path) for path in (*listing.beyond, *listing.folders)]
    read = (*listing.pictures, *listing.captions)
    return [(_exact(path), *_state(path)) for path in read] + [(name, 0, 0, 0) for name in more]


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
    listing = _listing(Path(folder))
    captions, notes = _captions(Path(folder), listing)
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
            "media_nothing_usable", path=_printable(folder), reason="; ".join(notes[:3]) or "it is empty"
        )
    return OwnMedia(items=tuple(items), notes=(*notes, *_beyond(listing.beyond)))


def shown_name(path: Path) -> str:
    """The file's name as text; bytes that are not UTF-8 become U+FFFD."""
    return unicodedata.normalize("NFC", _printable(path.name))


def _printable(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "replace")


def _exact(path: Path) -> str:
    """The name as text from which its bytes can be told."""
    return os.fsencode(path.name).decode("utf-8", "backslashreplace")


def _listing(folder: Path) -> _Listing:
    try:
        found = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        reason = error.strerror or "it cannot be listed"
        raise ClipwrightError("media_nothing_usable", path=_printable(str(folder)), reason=reason) from error
    folders = tuple(path for path in found if _is_folder(path))
    files = [path for path in found if path not in set(folders)]
    pictures = [path for path in files if not _is_caption(path)]
    return _Listing(
        pictures=tuple(pictures[:MAX_FILES]),
        beyond=tuple(pictures[MAX_FILES:]),
        captions=tuple(path for path in files if _is_caption(path)),
        folders=folders,
    )


def _is_caption(path: Path) -> bool:
    return path.suffix.lower() == _CAPTION_ENDING


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a link to a place that may not be looked at: reading it will give the reason
        return False


def _captions(folder: Path, listing: _Listing) -> tuple[dict[str, str], list[str]]:
    """Captions by stem, and a note for each that cannot be read; all are read in one child."""
    stems = {path.stem for path in listing.pictures}
    wanted = [path for path in listing.captions if path.stem in stems]
    last = {path.stem: path.name for path in wanted}  # small letters sort last: A.txt after A.TXT
    names = list(last.values())
    try:
        found = read_texts(folder, names, most_bytes=MAX_CAPTION_CHARACTERS * _BYTES_PER_CHARACTER)
    except ClipwrightError as error:
        if error.code != "media_unreadable":
            raise
        found = (FoundText(refused=error.facts["reason"]),) * len(names)
    texts = {stem: one.text[:MAX_CAPTION_CHARACTERS].strip() for stem, one in zip(last, found, strict=True)}
    return texts, [*_refusals(names, found), *_doubled(wanted, last)]


def _refusals(names: Sequence[str], found: Sequence[FoundText]) -> Iterator[str]:
    for name, one in zip(names, found, strict=True):
        if one.refused:
            yield f"skipped {shown_name(Path(name))}: {one.refused}"


def _doubled(wanted: Sequence[Path], taken: Mapping[str, str]) -> Iterator[str]:
    """Of two captions of one picture, the one that is not read."""
    for path in wanted:
        if path.name != taken[path.stem]:
            yield f"skipped {shown_name(path)}: {shown_name(Path(taken[path.stem]))} is the caption"


def _beyond(paths: Sequence[Path]) -> tuple[str, ...]:
    """A note that names what came after the last file that is looked at."""
    if not paths:
        return ()
    return (f"skipped after the first {MAX_FILES} files: {named([shown_name(path) for path in paths])}",)


def named(names: Sequence[str]) -> str:
    """The names of files for a note; of very many only the first, and how many more there are."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def _unchanged(
    path: Path, caption: str, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]
) -> MediaItem:
    """The item, if the file is the same after reading as before: half an old and half a new one is neither.

    Raises:
        ClipwrightError: `media_unreadable`.
    """
    before = _state(path)
    item = _item(path, caption, frame=frame, scratch=scratch, keep=keep)
    if _state(path) != before:
        raise ClipwrightError(
            "media_unreadable", path=shown_name(path), reason="it changed while it was read"
        )
    return item


def _state(path: Path) -> tuple[int, int, int]:
    """Size, time of change and identity; zeros for a file that has gone."""
    try:
        facts = path.stat()
    except OSError:
        return 0, 0, 0
    return facts.st_size, facts.st_mtime_ns, facts.st_ino


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
    """Frames, or the document that says how the frames of a kept video are read."""
    digest = keep(file)
    if media.facts is None:
        return digest
    target = FrameTarget(width=raster_side(frame.width), height=raster_side(frame.height), fps=frame.fps)
    file.write_bytes(encode(StoredVideo(source=digest, facts=media.facts, target=target)))
    return keep(file)
