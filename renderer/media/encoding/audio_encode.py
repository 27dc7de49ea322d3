"""The audio encode: AAC on its own thread while the pictures are drawn, measured after decoding.

AAC changes peaks, so the promised true peak is checked on the encoded track, not guessed from the mix: as
long as it is too high, the mix is mastered again with a lower ceiling and encoded again.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from renderer.core.timecode import AUDIO_RATE
from renderer.errors import ClipwrightError
from renderer.media.encoding.aac import SoundTrack, add_sound_stream
from renderer.media.encoding.mp4_writer import mp4_output
from renderer.media.file_loudness import Listen

PEAK_DBTP: Final = -1.1
"""Highest true peak: the promise is -1, and 0.1 dB is left for meters that differ."""

_ROUNDS: Final = 4
_MARGIN_DB: Final = 0.1

_WINDOWS: Final = 20
"""Windows per second in which peaks are measured."""
_BETWEEN_DB: Final = 0.8
"""How far a true peak may lie above the samples around it, in decibels."""

Sound = TypeVar("Sound")

Remaster: TypeAlias = Callable[[Path, float, Sequence[Fraction]], Path]
"""Masters a WAV again, lower by the given decibels (> 0), everywhere or at the places too loud (seconds)."""


def unchanged(wav: Path, lower_db: float, places: Sequence[Fraction]) -> Path:
    """The WAV itself, for sound that cannot be mastered again."""
    del lower_db, places
    return wav


def encode_audio_beside(
    wav: Path,
    *,
    duration: Fraction,
    bit_rate: int,
    scratch: Path,
    listen: Listen,
    remaster: Remaster = unchanged,
) -> AbstractContextManager[Future[Path]]:
    """Encode `wav` (stereo float, 48 kHz) in the background; the future gives an MP4 with the sound alone.

    `duration` in seconds, `bit_rate` in bit/s. `scratch` is the path of a temporary file that is removed
    after the block. Leaving the block early ends the encoding. `listen` measures the encoded sound.

    The future raises:
        ClipwrightError: `encoder_failed`, `disk_full`.
    """
    stop = threading.Event()
    encoding = partial(_encode, duration=duration, bit_rate=bit_rate, stop=stop)
    work = partial(fitted, wav, scratch, encoding=encoding, remaster=remaster, listen=listen)
    return beside(work, stop, scratch)


@contextmanager
def beside(work: Callable[[], Path], stop: threading.Event, scratch: Path) -> Iterator[Future[Path]]:
    """Do `work` in the background; leaving the block sets `stop`, waits, and removes `scratch`."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="encode-sound") as worker:
        try:
            yield worker.submit(work)
        finally:
            stop.set()
            worker.shutdown(wait=True)
            scratch.unlink(missing_ok=True)


def fitted(
    sound: Sound,
    into: Path,
    *,
    encoding: Callable[[Sound, Path], None],
    remaster: Callable[[Sound, float, Sequence[Fraction]], Sound],
    listen: Listen,
) -> Path:
    """Encode a sound to `into`; lower it with `remaster` and repeat while its true peak is above `PEAK_DBTP`.

    It ends after `_ROUNDS` rounds, or when `remaster` changes nothing.
    """
    source, lowered = sound, 0.0
    places: set[Fraction] = set()
    for _ in range(_ROUNDS):
        encoding(source, into)
        found = listen(into)
        excess = found.true_peak_dbtp - PEAK_DBTP
        if excess <= 0:
            break
        lowered += excess + _MARGIN_DB
        places |= set(_too_loud(found.peaks))
        before, source = source, remaster(sound, lowered, sorted(places))
        if source == before:
            break
    return into


def _too_loud(peaks: Sequence[float]) -> Iterator[Fraction]:
    """Starts (seconds) of the windows whose samples are near enough to the ceiling for a peak above it."""
    limit = 10 ** ((PEAK_DBTP - _BETWEEN_DB) / 20)
    return (Fraction(number, _WINDOWS) for number, peak in enumerate(peaks) if peak > limit)


def _encode(wav: Path, into: Path, *, duration: Fraction, bit_rate: int, stop: threading.Event) -> None:
    with mp4_output(into) as container:
        sound = SoundTrack(container, wav, duration=duration, bit_rate=bit_rate)
        container.start_encoding()
        for second in range(1, int(duration) + 1):
            if stop.is_set():
                raise ClipwrightError("cancelled")
            sound.write_until(Fraction(second))
        sound.finish()


class Interleaver:
    """Muxes picture packets as they come, each after the sound that precedes it.

    Picture packets wait here until the sound is encoded; the output does not depend on how long that takes.
    """

    def __init__(self, container: Any, sound: Future[Path], *, bit_rate: int) -> None:
        self._container = container
        self._sound = sound
        self._stream = add_sound_stream(container, bit_rate=bit_rate)
        self._waiting: deque[Any] = deque()
        self._packets: Iterator[Any] = iter(())
        self._next: Any = None
        self._started = False

    def mux(self, packet: Any) -> None:
        """Take the next picture packet in decoding order."""
        self._waiting.append(packet)
        if self._sound.done():
            self._write()

    def finish(self) -> None:
        """Write all waiting packets and the rest of the sound.

        Raises:
            ClipwrightError: what encoding the sound raised.
        """
        self._write()
        self._sound_until(math.inf)

    def _write(self) -> None:
        if not self._started:
            self._started = True
            self._packets = _sound_packets(self._sound.result())
            self._next = next(self._packets, None)
        while self._waiting:
            packet = self._waiting.popleft()
            tick = packet.time_base
            self._sound_until(-(-packet.pts * AUDIO_RATE * tick.numerator // tick.denominator))
            self._container.mux(packet)

    def _sound_until(self, sample: float) -> None:
        """Write all sound packets that start before this sample; the track's time base is one sample."""
        while self._next is not None and self._next.pts < sample:
            self._next.stream = self._stream
            self._container.mux(self._next)
            self._next = next(self._packets, None)


def _sound_packets(path: Path) -> Iterator[Any]:
    import av  # noqa: PLC0415  # heavy, loaded with the first encode

    with av.open(f"file:{path}", format="mp4") as container:
        for packet in container.demux(audio=0):
            if packet.pts is not None:  # the demuxer ends with an empty packet
                yield packet
