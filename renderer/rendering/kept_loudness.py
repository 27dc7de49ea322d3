"""Loudness of delivered sound, measured once: an inspection asks for what an encoder has measured already.

Both measure files. Two files whose sound consists of the same packets decode to the same samples, so what was
measured on one holds for the other; the packets of each are read and compared by their digest. Long sound is
measured in parts, so that only those parts of an edited film are decoded whose packets have changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from renderer.core.codec import decode, encode
from renderer.core.mix import FRAME
from renderer.errors import ClipwrightError
from renderer.media.loudness import FileLoudness, measure_loudness
from renderer.media.loudness_parts import (
    PacketPart,
    PartLoudness,
    joined_loudness,
    measure_part,
    packet_parts,
    part_digest,
)
from renderer.media.sound_packets import SoundPackets, sound_packets
from renderer.runtime.kept_parts import KeptParts, part_key

VERSION: Final = 3
"""Raise it when the same sound gives another measurement."""
_AT_A_TIME: Final = 2


def kept_loudness(parts: KeptParts, path: Path, *, sections: Sequence[int] = ()) -> FileLoudness:
    """What `measure_loudness` gives, kept for the same packets; for long sound within .02 LU of it.

    Sound that has `sections` (`core.mix.sound_sections`) is cut where they begin.

    Raises:
        ClipwrightError: `media_unreadable` when there is no audio track or it cannot be decoded; `disk_full`,
            `output_unwritable`.
    """
    sound = sound_packets(path)
    cut = packet_parts(len(sound.packets), sections)
    if len(cut) == 1 or not sound.plain:
        return _whole(parts, path, sound)
    with ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="listen") as workers:
        found = list(workers.map(lambda part: _part(parts, sound, part), cut))
    return joined_loudness(found, samples=len(sound.packets) * FRAME)


def _whole(parts: KeptParts, path: Path, sound: SoundPackets) -> FileLoudness:
    key = part_key("loudness", version=VERSION, decided_by=sound.digest())
    try:
        return decode(parts.facts(key), FileLoudness)
    except ClipwrightError:  # missing or unreadable
        found = measure_loudness(path)
        parts.keep_facts(key, encode(found), synced=False)
        return found


def _part(parts: KeptParts, sound: SoundPackets, part: PacketPart) -> PartLoudness:
    key = part_key("loudness of a part", version=VERSION, decided_by=part_digest(sound, part))
    try:
        return decode(parts.facts(key), PartLoudness)
    except ClipwrightError:  # missing or unreadable
        found = measure_part(sound, part)
        parts.keep_facts(key, encode(found), synced=False)
        return found
