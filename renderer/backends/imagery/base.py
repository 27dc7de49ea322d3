"""The ports for pictures that show what a scene is about.

A *source* searches by phrase and fetches what it found; a *finder* asks sources in order for every scene.
To add a source: 1. a module here with a frozen class that has `name`, `fingerprint`, `search` and `fetch`;
2. a function in renderer/worker/composition/engines.py; 3. an entry in tests/contract/test_imagery.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from renderer.contract.vocabulary import Language


class PictureShape(Struct, frozen=True, kw_only=True):
    """The frame that a picture is for, `width` x `height` pixels."""

    width: int
    height: int

    @property
    def upright(self) -> bool:
        """Whether it is higher than wide."""
        return self.height > self.width


class PictureRequest(Struct, frozen=True, kw_only=True):
    """A scene that needs a picture: search phrases, best first, and the words that are spoken in it."""

    scene: str
    phrases: tuple[str, ...]
    text: str


class Credit(Struct, frozen=True, kw_only=True):
    """Where a picture comes from and its terms; all parts but `provider` and `licence` may be ""."""

    provider: str
    licence: str
    author: str = ""
    page: str = ""


class Candidate(Struct, frozen=True, kw_only=True):
    """A picture that could be fetched.

    `identity` is unique across all sources ("pexels:1234"); `address` has a meaning only for its source;
    `title` is what the picture shows according to its source; sizes in pixels, 0 where unknown.
    """

    identity: str
    address: str
    title: str
    width: int
    height: int
    credit: Credit


class FoundPicture(Struct, frozen=True, kw_only=True):
    """A fetched picture; `path` is a file that nothing else writes to, not yet decoded or trusted."""

    scene: str
    phrase: str
    text: str
    path: Path
    identity: str
    credit: Credit


class PictureSelection(Struct, frozen=True, kw_only=True):
    """Pictures in the order of the scenes, and notes for the manifest about missing ones."""

    pictures: tuple[FoundPicture, ...]
    notes: tuple[str, ...]


class PictureSource(Protocol):
    """A provider of pictures."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes with the settings that decide what is found."""
        ...

    def search(self, phrase: str, *, language: Language, shape: PictureShape) -> Sequence[Candidate]:
        """Candidates in the source's own order, best first; raises `ClipwrightError`."""
        ...

    def fetch(self, candidate: Candidate) -> bytes:
        """The picture file; raises `ClipwrightError`."""
        ...


class PictureFinder(Protocol):
    """Finds pictures for a whole video."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes with the sources and their settings."""
        ...

    def find(
        self, requests: Sequence[PictureRequest], *, language: Language, shape: PictureShape, folder: Path
    ) -> PictureSelection:
        """At most one picture per request, its file in `folder`; raises `ClipwrightError`."""
        ...


class NoPictures(Struct, frozen=True):
    """The finder for videos whose pictures are all painted: finds nothing."""

    @property
    def name(self) -> str:
        """Always "painted"."""
        return "painted"

    @property
    def fingerprint(self) -> str:
        """Fixed."""
        return "painted"

    def find(
        self, requests: Sequence[PictureRequest], *, language: Language, shape: PictureShape, folder: Path
    ) -> PictureSelection:
        """Nothing, and no note."""
        del requests, language, shape, folder
        return PictureSelection(pictures=(), notes=())
