"""Encodes a long sound as AAC in parts: in parallel, cached by content, with their packets joined.

An AAC frame overlaps the next one, and its window shape depends on the sound around it. So every part is
encoded with a second of the sound before it and a little of the sound after it, whose packets are discarded:
where two parts meet, both encoders have seen the same sound, have chosen the same windows, and have settled.
Where a sound is cut depends on its length and its sections alone, so the bytes do not depend on how many
parts are encoded at a time, nor on which of them were cached.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from renderer.core.mix import FRAME, SoundPart, sound_parts
from renderer.core.timecode import AUDIO_RATE
from renderer.errors import ClipwrightError
from renderer.media.encoding.aac import add_sound_stream, encoded_stretch
from renderer.media.encoding.audio_encode import Remaster, beside, fitted, unchanged
from renderer.media.encoding.mp4_writer import mp4_output
from renderer.media.encoding.packed_packets import packed, unpacked
from renderer.media.loudness import Listen, measure_loudness

VERSION: Final = 2
"""Raise it when the same sound would give different packets."""
_AT_A_TIME: Final = 2
_NEAR: Final = Fraction(1)
"""Distance in seconds within which a place outside a part may affect it."""
_STEPS: Final = 10
"""Steps per decibel: parts are lowered by whole steps, so that a slightly different peak changes nothing."""

Recall: TypeAlias = Callable[[object, Callable[[], bytes]], bytes]
"""Returns the cached bytes that the given facts determine, or those that the callable makes now."""


class PartFile(Struct, frozen=True, kw_only=True):
    """A WAV (stereo, 48 kHz) of a part with the sound around it; `key` identifies its samples.

    The sound is `lower_db` decibels lower around `places` (seconds of the file) than in the file at `path`.
    """

    key: str
    path: Path
    lower_db: float = 0.0
    places: tuple[Fraction, ...] = ()


class PartedSound(Struct, frozen=True, kw_only=True):
    """A sound of `samples` samples: one file for each of its parts, in order."""

    samples: int
    files: tuple[PartFile, ...]
    sections: tuple[int, ...] = ()

    @property
    def cut(self) -> tuple[SoundPart, ...]:
        """The parts into which the sound is cut."""
        return sound_parts(self.samples, self.sections)

    def lowered(self, lower_db: float, places: Sequence[Fraction]) -> PartedSound:
        """The sound lowered around `places` (seconds of the whole); parts far from all of them stay."""
        both = zip(self.files, self.cut, strict=True)
        files = [_lowered(file, part, lower_db, places) for file, part in both]
        return replace(self, files=tuple(files))


def _lowered(file: PartFile, part: SoundPart, lower_db: float, places: Sequence[Fraction]) -> PartFile:
    begin, end = Fraction(part.first, AUDIO_RATE), Fraction(part.last, AUDIO_RATE)
    near = tuple(place - begin for place in places if begin - _NEAR < place < end + _NEAR)
    return replace(file, lower_db=lower_db, places=near) if near else file


def _nothing_kept(_facts: object, make: Callable[[], bytes]) -> bytes:
    return make()


def encode_parts_beside(
    sound: PartedSound,
    *,
    duration: Fraction,
    bit_rate: int,
    scratch: Path,
    remaster: Remaster = unchanged,
    listen: Listen = measure_loudness,
    recall: Recall = _nothing_kept,
) -> AbstractContextManager[Future[Path]]:
    """As `encode_audio_beside`, for a sound in parts; a part that `recall` has is not encoded.

    The last part is cut or padded with silence up to `duration`. `remaster` lowers the file of a part, at
    places counted from the start of that file.
    """

    def encode(source: PartedSound, into: Path) -> None:
        one = partial(_packets, bit_rate=bit_rate, remaster=remaster, recall=recall, stop=stop)
        with mp4_output(into) as container:
            stream = add_sound_stream(container, bit_rate=bit_rate)
            container.start_encoding()
            for packet in _in_order(source, one, samples=int(duration * AUDIO_RATE)):
                packet.stream = stream
                container.mux(packet)

    def lower(source: PartedSound, lower_db: float, places: Sequence[Fraction]) -> PartedSound:
        in_steps = math.ceil(lower_db * _STEPS) / _STEPS
        return source if remaster is unchanged else source.lowered(in_steps, places)

    stop = threading.Event()
    work = partial(fitted, sound, scratch, encoding=encode, remaster=lower, listen=listen)
    return beside(work, stop, scratch)


def _in_order(
    sound: PartedSound, packets_of: Callable[[PartFile, SoundPart], bytes], *, samples: int
) -> Iterator[Any]:
    """All packets of a sound of `samples` samples, timed; `_AT_A_TIME` parts are encoded in parallel."""
    cut = sound.cut
    cut = (*cut[:-1], replace(cut[-1], stop=samples, last=samples))
    waiting, coming = deque(zip(sound.files, cut, strict=True)), deque[Future[bytes]]()
    position = 0
    with ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="sound-part") as workers:
        while waiting or coming:
            while waiting and len(coming) < _AT_A_TIME:
                coming.append(workers.submit(packets_of, *waiting.popleft()))
            for packet in unpacked(coming.popleft().result()):
                packet.pts = packet.dts = position
                packet.time_base = Fraction(1, AUDIO_RATE)
                yield packet
                position += FRAME


def _packets(
    file: PartFile,
    part: SoundPart,
    *,
    bit_rate: int,
    remaster: Remaster,
    recall: Recall,
    stop: threading.Event,
) -> bytes:
    facts = [file.key, file.lower_db, file.places, bit_rate, part.before, part.own, part.around]
    return recall(facts, partial(_encoded, file, part, bit_rate=bit_rate, remaster=remaster, stop=stop))


def _encoded(
    file: PartFile, part: SoundPart, *, bit_rate: int, remaster: Remaster, stop: threading.Event
) -> bytes:
    """The packets of the part itself; the last part keeps what the encoder adds at the end."""
    wav = remaster(file.path, file.lower_db, file.places) if file.places else file.path
    own, end = [], part.before + part.own
    for packets in encoded_stretch(wav, part.around, bit_rate=bit_rate):
        if stop.is_set():
            raise ClipwrightError("cancelled")
        own += [packet for packet in packets if part.before <= packet.pts and (part.ends or packet.pts < end)]
    return packed(own)
