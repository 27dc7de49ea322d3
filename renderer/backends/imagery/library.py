"""A folder of the operator's own pictures, indexed once and matched by names, folders and captions."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from renderer.backends.imagery.base import Candidate, Credit, PictureShape
from renderer.backends.imagery.relevance import relevance, words_of
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError

ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".webp"})
MOST_FILES: Final = 50_000
MOST_FOUND: Final = 12
LARGEST_BYTES: Final = 60_000_000
CAPTION_CHARACTERS: Final = 500
LEAST: Final = 0.3
"""Least relevance of a picture to the phrase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalLibrary:
    """Pictures below `folder`, captioned by the text of NAME.txt beside NAME.jpg, all under `licence`."""

    folder: Path
    licence: str = "the library owner's"
    index: list[tuple[Path, str]] = field(default_factory=list, repr=False, compare=False)

    @property
    def name(self) -> str:
        """Always "library"."""
        return "library"

    @property
    def fingerprint(self) -> str:
        """The number of files and their latest modification time."""
        newest = max((path.stat().st_mtime_ns for path, _ in self._indexed()), default=0)
        return f"library {len(self._indexed())} files {newest}"

    def search(self, phrase: str, *, language: Language, shape: PictureShape) -> Sequence[Candidate]:
        """The twelve best matches; raises `provider_unconfigured` when the folder cannot be read."""
        del language, shape  # words match in whatever language the files are named in
        scored = ((relevance(phrase, title), path, title) for path, title in self._indexed())
        best = sorted((row for row in scored if row[0] >= LEAST), key=lambda row: (-row[0], row[1]))
        return [self._candidate(path, title) for _, path, title in best[:MOST_FOUND]]

    def fetch(self, candidate: Candidate) -> bytes:
        """The file's bytes; raises `media_unreadable`."""
        path = self.folder / candidate.address
        try:
            if path.stat().st_size > LARGEST_BYTES:
                raise ClipwrightError("media_unreadable", path=path.name, reason="it is larger than 60 MB")
            return path.read_bytes()
        except OSError as error:
            raise ClipwrightError(
                "media_unreadable", path=path.name, reason=error.strerror or error
            ) from error

    def _indexed(self) -> list[tuple[Path, str]]:
        if not self.index:
            self.index.extend((path, _title(path, self.folder)) for path in _files(self.folder))
        return self.index

    def _candidate(self, path: Path, title: str) -> Candidate:
        place = path.relative_to(self.folder).as_posix()
        credit = Credit(provider=self.name, licence=self.licence)
        return Candidate(
            identity=f"library:{place}", address=place, title=title, width=0, height=0, credit=credit
        )


def _files(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        setting = "CLIPWRIGHT_PICTURE_LIBRARY to a folder that can be read"
        raise ClipwrightError("provider_unconfigured", provider="The picture library", setting=setting)
    count = 0
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if Path(name).suffix.lower() in ENDINGS and not name.startswith(".") and count < MOST_FILES:
                count += 1
                yield Path(root) / name


def _title(path: Path, folder: Path) -> str:
    """The words in the names of the file and its folders, without numbers, and the caption."""
    places = path.relative_to(folder).with_suffix("").as_posix().replace("/", " ")
    words = [word for word in words_of(places) if not word.isdigit()]
    try:
        caption = path.with_suffix(".txt").read_text("utf-8", errors="replace")[:CAPTION_CHARACTERS]
    except OSError:
        caption = ""
    return f"{' '.join(words)} {caption}".strip()
