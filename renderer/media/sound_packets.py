"""What is in an audio track, told by its packets: equal digests decode to equal sound at equal times."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from pathlib import Path

from renderer.errors import ClipwrightError


def sound_digest(path: Path) -> str:
    """SHA-256 over the first audio track of a file: its codec, and the bytes and times of its packets.

    Raises:
        ClipwrightError: `media_unreadable` when there is no audio track or it cannot be read.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first track

    digest = hashlib.sha256()
    try:
        with av.open(f"file:{path}", options={"protocol_whitelist": "file"}) as container:
            stream = container.streams.audio[0]
            codec = stream.codec_context
            facts = (codec.name, codec.profile, codec.sample_rate, codec.layout.name, codec.extradata or b"")
            digest.update(repr(facts).encode())
            for packet in container.demux(stream):
                if packet.pts is not None:  # the demuxer closes with an empty packet
                    times = (packet.pts, packet.dts, packet.duration, packet.size)
                    digest.update(repr((Fraction(packet.time_base), times)).encode())
                    digest.update(packet)
    except (av.FFmpegError, OSError, IndexError) as error:
        raise ClipwrightError(
            "media_unreadable", path=path, reason=f"no sound could be read: {error}"
        ) from error
    return digest.hexdigest()
