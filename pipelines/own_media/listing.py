"""The contents of the media folder: its files by what they are for, and their state, for a cache key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from pipelines.own_media.file_names import exact, named, printable, shown_name
from renderer.errors import ClipwrightError
from renderer.media.sources.clip_function import clip_function

MAX_FILES: Final = 200
"""Pictures and clips that are looked at, in the order of their names; captions do not count."""
_CAPTION_ENDING: Final = ".txt"
"""In upper or lower case; of two captions of one picture, the one with exactly this ending is read."""


class MediaListing(Struct, frozen=True, kw_only=True):
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
        return [(Path(folder).name, *file_state(function.path))]
    listing = list_folder(Path(folder))
    more = [exact(path) for path in (*listing.beyond, *listing.folders)]
    read = (*listing.pictures, *listing.captions)
    return [(exact(path), *file_state(path)) for path in read] + [(name, 0, 0, 0) for name in more]


def list_folder(folder: Path) -> MediaListing:
    """Everything in the folder but hidden files, sorted by name.

    Raises:
        ClipwrightError: `media_nothing_usable` when it cannot be listed.
    """
    try:
        found = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        reason = error.strerror or "it cannot be listed"
        raise ClipwrightError("media_nothing_usable", path=printable(str(folder)), reason=reason) from error
    is_folder = {path: _is_folder(path) for path in found}
    files = [path for path in found if not is_folder[path]]
    pictures = [path for path in files if not _is_caption(path)]
    return MediaListing(
        pictures=tuple(pictures[:MAX_FILES]),
        beyond=tuple(pictures[MAX_FILES:]),
        captions=tuple(path for path in files if _is_caption(path)),
        folders=tuple(path for path in found if is_folder[path]),
    )


def beyond_note(paths: Sequence[Path]) -> tuple[str, ...]:
    """A note that names the files after the last one that is looked at."""
    if not paths:
        return ()
    return (f"skipped after the first {MAX_FILES} files: {named([shown_name(path) for path in paths])}",)


def file_state(path: Path) -> tuple[int, int, int]:
    """Size, time of change and identity; zeros for a file that has gone."""
    try:
        facts = path.stat()
    except OSError:
        return 0, 0, 0
    return facts.st_size, facts.st_mtime_ns, facts.st_ino


def _is_caption(path: Path) -> bool:
    return path.suffix.lower() == _CAPTION_ENDING


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a link to an inaccessible place: reading it will give the reason
        return False
