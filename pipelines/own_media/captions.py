"""Captions beside the user's pictures: text files of the same name, read in a child process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from pipelines.own_media.file_names import shown_name
from renderer.errors import ClipwrightError
from renderer.media.texts import FoundText, read_texts

MAX_CAPTION_CHARACTERS: Final = 500
_BYTES_PER_CHARACTER: Final = 4


def read_captions(
    folder: Path, captions: Sequence[Path], *, pictures: Sequence[Path]
) -> tuple[dict[str, str], list[str]]:
    """Captions of pictures by stem, and a note for each that cannot be read; all are read in one child."""
    stems = {path.stem for path in pictures}
    wanted = [path for path in captions if path.stem in stems]
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
    """Notes on captions that are not read because their picture has another one."""
    for path in wanted:
        if path.name != taken[path.stem]:
            yield f"skipped {shown_name(path)}: {shown_name(Path(taken[path.stem]))} is the caption"
