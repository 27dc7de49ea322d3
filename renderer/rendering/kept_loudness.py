"""Loudness of delivered sound, measured once: an inspection asks for what an encoder has listened to.

Both listen to files. A file whose sound consists of the same packets decodes to the same samples, so what
was measured on the one holds for the other; the packets of each are read and compared by their digest. Long
sound is measured in parts, so that of an edited film only those are decoded that have other packets.
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
"""Raise it where the same sound measures otherwise."""
_AT_A_TIME: Final = 2


def kept_loudness(parts: KeptParts, path: Path, *, sections: Sequence[int] = ()) -> FileLoudness:
    """As `measure_loudness`, or what was kept of it for the same packets; long sound within .02 LU of it.

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
    except ClipwrightError:  # not there, or not to be read
        found = measure_loudness(path)
        parts.keep_facts(key, encode(found))
        return found


def _part(parts: KeptParts, sound: SoundPackets, part: PacketPart) -> PartLoudness:
    key = part_key("loudness of a part", version=VERSION, decided_by=part_digest(sound, part))
    try:
        return decode(parts.facts(key), PartLoudness)
    except ClipwrightError:  # not there, or not to be read
        found = measure_part(sound, part)
        parts.keep_facts(key, encode(found))
        return found
