"""Thumbnails of key frames, which are compared to detect black and frozen pictures.

A key frame is decoded from its packet alone, so its thumbnail depends on the packet's bytes and the codec's
set-up only; a cache keyed by digest saves decoding the same packet twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from renderer.errors import ClipwrightError
from renderer.media.sample_table import SampleTable

SHAPE: Final = (32, 18)
"""Rows and columns; each is the mean luma of its part of the picture."""
VERSION: Final = 1
"""Raise it when the same packet would give a different thumbnail."""

_THREADS: Final = 2
_QUARTERED: Final = 1 << 18
"""Pixels from which a picture's sides are quartered first: a tenth of the time, no cell over a level off."""

Thumbnail = npt.NDArray[np.uint8]
Found = TypeVar("Found")


class KeptThumbnails(Protocol):
    """A cache of thumbnails by the SHA-256 of their packets."""

    def recall(self, setup: bytes) -> Mapping[bytes, Thumbnail]:
        """The thumbnails of key frames decoded with this set-up."""
        ...

    def remember(self, setup: bytes, seen: Mapping[bytes, Thumbnail]) -> None:
        """Store thumbnails, for packets that may occur again."""
        ...


class _NothingKept:
    """Stores nothing, so every key frame is decoded."""

    def recall(self, setup: bytes) -> Mapping[bytes, Thumbnail]:
        """No thumbnails."""
        del setup
        return {}

    def remember(self, setup: bytes, seen: Mapping[bytes, Thumbnail]) -> None:
        """Do nothing."""
        del setup, seen


NOTHING_KEPT: Final[KeptThumbnails] = _NothingKept()


class KeyFrames(Struct, frozen=True, kw_only=True):
    """Key frames of a file's video track, as thumbnails; `codec` and `extradata` configure the decoder."""

    path: Path
    samples: SampleTable
    codec: str
    extradata: bytes
    kept: KeptThumbnails = NOTHING_KEPT

    def seen(self, numbers: Sequence[int]) -> dict[int, Thumbnail]:
        """Thumbnails of the samples with these numbers.

        Raises:
            ClipwrightError: `media_unreadable` when a packet holds no picture.
            av.FFmpegError: a packet cannot be decoded.
        """
        setup = hashlib.sha256(self.codec.encode() + b"\0" + self.extradata).digest()
        known = self.kept.recall(setup)
        digests = dict(_on_threads(self._digests, numbers))
        found = {number: known[digests[number]] for number in numbers if digests[number] in known}
        decoded = dict(_on_threads(self._decoded, [number for number in numbers if number not in found]))
        whole = {number: thumbnail for number, (thumbnail, is_whole) in decoded.items() if is_whole}
        if whole:
            self.kept.remember(setup, {digests[number]: thumbnail for number, thumbnail in whole.items()})
        found |= {number: thumbnail for number, (thumbnail, _) in decoded.items()}
        if len(found) < len(set(numbers)):
            raise ClipwrightError("media_unreadable", path=self.path, reason="a key frame shows nothing")
        return found

    def _packets(self, numbers: Sequence[int]) -> Iterator[tuple[int, bytes]]:
        with self.path.open("rb", buffering=0) as file:
            for number in numbers:
                file.seek(int(self.samples.offsets[number]))
                yield number, file.read(int(self.samples.sizes[number]))

    def _digests(self, numbers: Sequence[int]) -> list[tuple[int, bytes]]:
        return [(number, hashlib.sha256(packet).digest()) for number, packet in self._packets(numbers)]

    def _decoded(self, numbers: Sequence[int]) -> list[tuple[int, tuple[Thumbnail, bool]]]:
        """Thumbnails, each with whether the whole picture could be decoded from its packet."""
        import av  # noqa: PLC0415  # heavy, loaded with the first scan

        decoder: Any = av.CodecContext.create(self.codec, "r")
        decoder.extradata, decoder.thread_count = self.extradata, 1
        decoder.options = {"skip_loop_filter": "all"}
        found: list[tuple[int, tuple[Thumbnail, bool]]] = []
        for number, data in self._packets(numbers):
            packet = av.Packet(data)
            packet.pts = packet.dts = number
            found += _shown(decoder.decode(packet))
        return found + _shown(decoder.decode(None))


def _on_threads(work: Callable[[Sequence[int]], list[Found]], numbers: Sequence[int]) -> Iterator[Found]:
    """The results of `work`; numbers are dealt out to the threads in turn, since neighbours cost alike."""
    shares = [numbers[first::_THREADS] for first in range(min(_THREADS, len(numbers)))]
    with ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="key-frames") as threads:
        for found in threads.map(work, shares):
            yield from found


def _shown(frames: Iterable[Any]) -> list[tuple[int, tuple[Thumbnail, bool]]]:
    return [(int(frame.pts), (thumbnail_of(_luma(frame)), not frame.is_corrupt)) for frame in frames]


def _luma(frame: Any) -> Thumbnail:
    plane = frame.planes[0]
    return np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[: frame.height, : frame.width]


def thumbnail_of(luma: npt.NDArray[np.uint8]) -> Thumbnail:
    """The thumbnail of a luma plane."""
    rows, columns = luma.shape
    if rows * columns >= _QUARTERED and not rows % 4 and not columns % 4:
        luma = np.asarray(cv2.resize(luma, (columns // 4, rows // 4), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(luma, SHAPE[::-1], interpolation=cv2.INTER_AREA), np.uint8)
