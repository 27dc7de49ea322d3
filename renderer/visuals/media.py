"""The user's pictures and clips: what the director knows about them and how they are read.

Opening files is the task of renderer/media, which catalogues a folder as `MediaItem`s and hands the painter
side a `MediaReader`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final, Protocol

import regex
from msgspec import Struct

from renderer.compositor.planes import Planes
from renderer.contract.vocabulary import Language
from renderer.core.timecode import ZERO
from renderer.errors import ClipwrightError
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.stemming import stem

STRETCH_SECONDS: Final = Fraction(6)
"""Length of the longest shot with its transition; a longer video can be shown in several shots."""


class MediaKind(StrEnum):
    """Still or moving."""

    IMAGE = "image"
    CLIP = "clip"


class MediaItem(Struct, frozen=True, kw_only=True):
    """One usable file of the user's folder.

    `digest` is that of the normalised media; `name` is the file's name; `caption` is the text of `<name>.txt`
    beside it, or "". `width` and `height` are pixels of the normalised frames. Clips have `frames` at `fps`;
    a shot shows those from number `first` on. `whole` says why an image is shown whole, or is "" if it fills
    the frame.
    """

    digest: str
    name: str
    kind: MediaKind
    width: int
    height: int
    caption: str = ""
    frames: int = 1
    fps: int = 0
    first: int = 0
    whole: str = ""

    @property
    def duration(self) -> Fraction:
        """Length of a clip in seconds; 0 for an image."""
        return Fraction(self.frames, self.fps) if self.kind is MediaKind.CLIP else ZERO

    @property
    def stretches(self) -> int:
        """How many shots the item can fill without showing anything twice."""
        return max(1, int(self.duration / STRETCH_SECONDS))


class Frames(Protocol):
    """Normalised frames in order, BT.709 4:2:0, read one at a time; an image has one."""

    def __len__(self) -> int:
        """Number of frames, at least one."""
        ...

    def __getitem__(self, index: int) -> Planes:
        """Frame `index`; read only."""
        ...


class MediaReader(Protocol):
    """Opens normalised media by digest."""

    def frames(self, digest: str) -> Frames:
        """The frames of an image or clip."""
        ...

    def playing(self, digest: str) -> Frames:
        """The frames of a video, by one reader that all callers share; use one thread, and best in order."""
        ...


class NoMedia(Struct, frozen=True):
    """The reader of a job without user media."""

    def frames(self, digest: str) -> Frames:
        """Fail, as there is no media.

        Raises:
            ClipwrightError: `media_unreadable`, always.
        """
        raise ClipwrightError("media_unreadable", path=digest, reason="no media folder was given")

    def playing(self, digest: str) -> Frames:
        """Fail, as there is no media; raises as `frames`."""
        return self.frames(digest)


def described_by(item: MediaItem, language: Language) -> frozenset[str]:
    """Stems of the content words of an item's file name and caption."""
    base = item.name.rsplit(".", 1)[0]
    text = f"{re.sub(r'(?<=[a-z])(?=[A-Z])', ' ', base)} {item.caption}"
    words = regex.findall(r"\p{L}[\p{L}\p{M}]*", unicodedata.normalize("NFC", text))
    return frozenset(stem(word, language) for word in words if is_content(word, language)) - {""}


def affinity(item: MediaItem, words: Sequence[str], language: Language) -> float:
    """How well an item fits the words of a phrase: 0 for not at all, otherwise up to 1.

    Every word of the phrase that the item names counts, and more so if the item names few others.
    """
    known = described_by(item, language)
    if not known:
        return 0.0
    asked = {stem(word, language) for word in words if is_content(word, language)} - {""}
    text = "".join(words).casefold()
    written = {name for name in known if len(name) > 1 and name in text} if language in UNSPACED else set()
    shared = known & asked | written
    return len(shared) / (len(known) + 1) + 0.5 * bool(shared)
