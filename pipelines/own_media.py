"""The user's media folder: listed, normalised one file at a time, skipped with a named reason."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renderer.contract.order import FrameSpec
from renderer.errors import ClipwrightError
from renderer.media.decode import normalise
from renderer.visuals.media import MediaItem, MediaKind
from renderer.visuals.open import raster_side

MAX_FILES: Final = 200
MAX_CAPTION_CHARACTERS: Final = 500
CLIP_SECONDS: Final = 6.0
"""As long as the longest shot with its transition; more of a clip is never shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMedia:
    """What of the folder can be used, and a note for each file that cannot."""

    items: tuple[MediaItem, ...]
    notes: tuple[str, ...]


def folder_facts(folder: str) -> list[tuple[str, int, int]]:
    """Names, sizes and times of the files: part of the storyboard's cache key. Empty without a folder."""
    if not folder:
        return []
    return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in _files(Path(folder))]


def import_media(folder: str, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]) -> OwnMedia:
    """Normalise every usable file into the store.

    Raises:
        ClipwrightError: `media_nothing_usable` when a folder was given and nothing in it can be shown.
    """
    if not folder:
        return OwnMedia(items=(), notes=())
    items: list[MediaItem] = []
    notes: list[str] = []
    for path in _files(Path(folder)):
        if path.suffix.lower() == ".txt":
            continue
        try:
            items.append(_unchanged(path, frame=frame, scratch=scratch, keep=keep))
        except ClipwrightError as error:
            if error.code != "media_unreadable":
                raise
            notes.append(f"skipped {path.name}: {error.facts['reason']}")
    if not items:
        raise ClipwrightError(
            "media_nothing_usable", path=folder, reason="; ".join(notes[:3]) or "it is empty"
        )
    return OwnMedia(items=tuple(items), notes=tuple(notes))


def _files(folder: Path) -> Iterator[Path]:
    try:
        found = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        reason = error.strerror or "it cannot be listed"
        raise ClipwrightError("media_nothing_usable", path=folder, reason=reason) from error
    yield from found[:MAX_FILES]


def _unchanged(path: Path, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]) -> MediaItem:
    """The item, if the file is the same after reading as before: half an old and half a new one is neither.

    Raises:
        ClipwrightError: `media_unreadable`.
    """
    before = _state(path)
    item = _item(path, frame=frame, scratch=scratch, keep=keep)
    if _state(path) != before:
        raise ClipwrightError("media_unreadable", path=path.name, reason="it changed while it was read")
    return item


def _state(path: Path) -> tuple[int, int, int]:
    """Size, time of change and identity; zeros for a file that has gone."""
    try:
        facts = path.stat()
    except OSError:
        return 0, 0, 0
    return facts.st_size, facts.st_mtime_ns, facts.st_ino


def _item(path: Path, *, frame: FrameSpec, scratch: Path, keep: Callable[[Path], str]) -> MediaItem:
    into = scratch / "normalised"
    facts = normalise(
        path,
        into,
        max_width=raster_side(frame.width),
        max_height=raster_side(frame.height),
        fps=frame.fps,
        max_seconds=CLIP_SECONDS,
    )
    moving = facts.kind == "clip"
    return MediaItem(
        digest=keep(into),
        name=unicodedata.normalize("NFC", path.name),
        kind=MediaKind.CLIP if moving else MediaKind.IMAGE,
        width=facts.width,
        height=facts.height,
        caption=_caption(path),
        frames=facts.frames,
        fps=facts.fps if moving else 0,
    )


def _caption(path: Path) -> str:
    """Text of the file of the same stem ending in .txt, if there is one."""
    try:
        return path.with_suffix(".txt").read_text("utf-8", errors="replace")[:MAX_CAPTION_CHARACTERS].strip()
    except OSError:
        return ""
