"""The port for pictures of the thing itself.

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
    """What pictures are for: a frame of `width` x `height` pixels."""

    width: int
    height: int

    @property
    def upright(self) -> bool:
        """Whether it is higher than wide."""
        return self.height > self.width


class PictureRequest(Struct, frozen=True, kw_only=True):
    """A scene that wants a picture: search phrases, best first, and the words that are spoken in it."""

    scene: str
    phrases: tuple[str, ...]
    text: str


class Credit(Struct, frozen=True, kw_only=True):
    """Where a picture comes from and under which terms; any part may be "" but `provider` and `licence`."""

    provider: str
    licence: str
    author: str = ""
    page: str = ""


class Candidate(Struct, frozen=True, kw_only=True):
    """A picture that could be fetched.

    `identity` is unique over all sources ("pexels:1234"); `address` is the source's own business; `title` is
    what its source says it shows; sizes in pixels, 0 where unknown.
    """

    identity: str
    address: str
    title: str
    width: int
    height: int
    credit: Credit


class FoundPicture(Struct, frozen=True, kw_only=True):
    """A fetched picture: `path` is a file nobody else writes to, not yet decoded or trusted."""

    scene: str
    phrase: str
    text: str
    path: Path
    identity: str
    credit: Credit


class PictureSelection(Struct, frozen=True, kw_only=True):
    """Pictures in the order of the scenes, and what the manifest should say about missing ones."""

    pictures: tuple[FoundPicture, ...]
    notes: tuple[str, ...]


class PictureSource(Protocol):
    """One place where pictures come from."""

    @property
    def name(self) -> str:
        """Short name for the manifest."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes with the settings that decide what is found."""
        ...

    def search(self, phrase: str, *, language: Language, shape: PictureShape) -> Sequence[Candidate]:
        """Candidates, best first by the source's own lights; raises `ClipwrightError`."""
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
    """Finds nothing: everything is painted, and that is what was wanted."""

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
