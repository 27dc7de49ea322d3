"""The packets of an audio track: tracks with equal digests decode to equal sound at equal times."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import Struct

from renderer.core.mix import FRAME
from renderer.core.timecode import AUDIO_RATE
from renderer.errors import ClipwrightError
from renderer.media.own_files import HEADERS_ALONE


class SoundPackets(Struct, frozen=True, kw_only=True, eq=False):
    """The PyAV packets of an audio track in order; `clock` is their time base in seconds.

    `codec` identifies the codec with all its parameters, `name` is its name and `setup` its extradata.
    """

    clock: Fraction
    codec: str
    name: str
    setup: bytes
    packets: tuple[Any, ...]

    def digest(self) -> str:
        """SHA-256 over the codec, and the bytes and times of the packets."""
        digest = hashlib.sha256(self.codec.encode())
        tick = repr(self.clock)
        for packet in self.packets:
            times = (packet.pts, packet.dts, packet.duration, packet.size)
            digest.update(f"({tick}, {times!r})".encode())
            digest.update(packet)
        return digest.hexdigest()

    @property
    def plain(self) -> bool:
        """Whether the track is AAC at 48 kHz that starts at 0 and has no gaps, as ours does."""
        ours = self.name == "aac" and self.clock == Fraction(1, AUDIO_RATE)
        times = range(0, len(self.packets) * FRAME, FRAME)
        return ours and all(packet.pts == time for packet, time in zip(self.packets, times, strict=True))

    def decoder(self) -> Any:
        """A fresh decoder for the packets."""
        import av  # noqa: PLC0415  # heavy, loaded with the first track

        decoder = av.CodecContext.create(self.name, "r")
        decoder.extradata = self.setup
        return decoder


def sound_packets(path: Path) -> SoundPackets:
    """The packets of the first audio track of a file.

    Raises:
        ClipwrightError: `media_unreadable` when there is no audio track or it cannot be read.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first track

    try:
        with av.open(f"file:{path}", options=HEADERS_ALONE) as container:
            stream = container.streams.audio[0]
            for other in container.streams:
                if other is not stream:
                    other.discard = av.stream.Discard.all  # do not even read pictures
            codec = stream.codec_context
            setup = codec.extradata or b""
            facts = (codec.name, codec.profile, codec.sample_rate, codec.layout.name, setup)
            packets = tuple(packet for packet in container.demux(stream) if packet.pts is not None)
            return SoundPackets(
                clock=Fraction(stream.time_base or 0),
                codec=repr(facts),
                name=codec.name,
                setup=bytes(setup),
                packets=packets,
            )
    except (av.FFmpegError, OSError, IndexError) as error:
        raise ClipwrightError(
            "media_unreadable", path=path, reason=f"no sound could be read: {error}"
        ) from error
