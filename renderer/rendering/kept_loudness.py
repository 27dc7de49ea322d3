"""Loudness of delivered sound, measured once: an inspection asks for what an encoder has listened to.

Both listen to files. A file whose sound consists of the same packets decodes to the same samples, so what
was measured on the one holds for the other; the packets of each are read and compared by their digest.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from renderer.core.codec import decode, encode
from renderer.errors import ClipwrightError
from renderer.media.loudness import FileLoudness, measure_loudness
from renderer.media.sound_packets import sound_digest
from renderer.runtime.kept_parts import KeptParts, part_key

VERSION: Final = 1
"""Raise it where the same sound measures otherwise."""


def kept_loudness(parts: KeptParts, path: Path) -> FileLoudness:
    """As `measure_loudness`, or what was kept of it for the same packets.

    Raises:
        ClipwrightError: `media_unreadable` when there is no audio track or it cannot be decoded; `disk_full`,
            `output_unwritable`.
    """
    key = part_key("loudness", version=VERSION, decided_by=sound_digest(path))
    try:
        return decode(parts.facts(key), FileLoudness)
    except ClipwrightError:  # not there, or not to be read
        found = measure_loudness(path)
        parts.keep_facts(key, encode(found))
        return found
