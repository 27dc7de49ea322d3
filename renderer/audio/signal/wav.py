"""Float WAV files (WAVE_FORMAT_IEEE_FLOAT, 32 bit), written and read block by block.

Files are read with seeks rather than mapped: pages of a mapped file count as resident memory, and a stem of a
15-minute video is larger than the memory that a whole job may add.
Layout: RIFF, "fmt " (18 bytes), "fact", "data" (Microsoft, Multimedia Programming Interface 1.0, 1991).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

import numpy as np

from renderer.audio.signal.samples import BLOCK, Samples, blocks
from renderer.core.timecode import AUDIO_RATE
from renderer.errors import ClipwrightError
from renderer.files import writing_to

_FLOAT_FORMAT: Final = 3
_HEADER: Final = struct.Struct("<4sI4s 4sIHHIIHHH 4sII 4sI")
_WIDTH: Final = 4


def _header(channels: int, rate: int, frames: int) -> bytes:
    size = frames * channels * _WIDTH
    frame = channels * _WIDTH
    riff = (b"RIFF", _HEADER.size - 8 + size, b"WAVE")
    form = (b"fmt ", 18, _FLOAT_FORMAT, channels, rate, rate * frame, frame, 8 * _WIDTH, 0)
    return _HEADER.pack(*riff, *form, b"fact", 4, frames, b"data", size)


class WavWriter:
    """Writes a float WAV; a context manager whose header is completed on exit.

    Raises:
        ClipwrightError: `disk_full` or `output_unwritable`.
    """

    def __init__(self, path: Path, *, channels: int, rate: int = AUDIO_RATE) -> None:
        self._path, self._channels, self._rate, self._frames = path, channels, rate, 0

    def __enter__(self) -> Self:
        with writing_to(self._path):
            self._file: BinaryIO = self._path.open("wb")
            self._file.write(_header(self._channels, self._rate, 0))
        return self

    def write(self, block: Samples) -> None:
        """Append (channels, frames), or (frames,) to a mono file."""
        frames = np.atleast_2d(block)
        interleaved = np.empty(frames.shape[::-1], "<f4")
        for channel, samples in enumerate(frames):  # five times as fast as copying the transposed array
            interleaved[:, channel] = samples
        with writing_to(self._path):
            self._file.write(interleaved.data)
        self._frames += frames.shape[1]

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        with writing_to(self._path), self._file:
            self._file.seek(0)
            self._file.write(_header(self._channels, self._rate, self._frames))


class WavReader:
    """Reads a float WAV at any position; a context manager.

    Raises:
        ClipwrightError: `artifact_corrupt` when the file is not a complete float WAV at 48 kHz.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        try:
            self._file: BinaryIO = self._path.open("rb")
        except OSError as fault:
            raise self._damaged() from fault
        try:
            self.channels, self.frames, self._start = self._parse()
        except ClipwrightError:
            self._file.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def read(self, start: int, count: int) -> Samples:
        """Read (channels, count) frames from `start`, with silence before frame 0 and past the file's end."""
        first, last = max(start, 0), min(start + count, self.frames)
        whole = (first, last) == (start, start + count)
        sound = (np.empty if whole else np.zeros)((self.channels, max(count, 0)), np.float32)
        if last > first:
            self._file.seek(self._start + first * self.channels * _WIDTH)
            raw = np.frombuffer(self._file.read((last - first) * self.channels * _WIDTH), "<f4")
            for channel, samples in enumerate(sound):  # faster than copying the transposed array
                samples[first - start : last - start] = raw[channel :: self.channels]
        return sound

    @property
    def first_byte(self) -> int:
        """Byte offset of the first frame."""
        return self._start

    def blocks(self, size: int = BLOCK) -> Iterator[Samples]:
        """The whole file in order, (channels, <= size) at a time."""
        for start, end in blocks(self.frames, size):
            yield self.read(start, end - start)

    def _damaged(self) -> ClipwrightError:
        return ClipwrightError("artifact_corrupt", digest=self._path.name)

    def _parse(self) -> tuple[int, int, int]:
        """Channels, frames and the byte offset of the first frame; unknown chunks are skipped."""
        riff, _, wave = struct.unpack("<4sI4s", self._exactly(12))
        if (riff, wave) != (b"RIFF", b"WAVE"):
            raise self._damaged()
        channels = 0
        while True:
            name, size = struct.unpack("<4sI", self._exactly(8))
            if name == b"data":
                return self._payload(channels, size)
            body = self._exactly(size + size % 2)
            if name == b"fmt ":
                kind, channels, rate, _, _, width = struct.unpack_from("<HHIIHH", body.ljust(16, b"\0"))
                if (kind, rate, width) != (_FLOAT_FORMAT, AUDIO_RATE, 8 * _WIDTH):
                    raise self._damaged()

    def _payload(self, channels: int, size: int) -> tuple[int, int, int]:
        start = self._file.tell()
        if channels == 0 or start + size > self._path.stat().st_size:
            raise self._damaged()
        return channels, size // (channels * _WIDTH), start

    def _exactly(self, count: int) -> bytes:
        raw = self._file.read(count)
        if len(raw) < count:
            raise self._damaged()
        return raw


def scale_wav(path: Path, factor: np.float32) -> None:
    """Multiply every sample of a float WAV in place.

    Raises:
        ClipwrightError: `artifact_corrupt`, `disk_full`, `output_unwritable`.
    """
    with WavReader(path) as wav:
        place, left = wav.first_byte, wav.frames * wav.channels
    with writing_to(path), path.open("r+b") as file:
        while left > 0:
            file.seek(place)
            samples = np.frombuffer(file.read(min(left, BLOCK) * _WIDTH), "<f4") * factor
            file.seek(place)
            file.write(samples.data)
            place, left = place + samples.nbytes, left - len(samples)


def write_wav(path: Path, sound: Samples) -> None:
    """Write a short sound in one go: (frames,) or (channels, frames)."""
    with WavWriter(path, channels=np.atleast_2d(sound).shape[0]) as wav:
        wav.write(sound)


def read_wav(path: Path) -> Samples:
    """Read a short sound in one go, as (channels, frames)."""
    with WavReader(path) as wav:
        return wav.read(0, wav.frames)
