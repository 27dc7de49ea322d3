"""Copies a user's video packets into an MP4 with different sound. Runs in the child process of sandbox.py.

Nothing is decoded. Times are shifted so that the first frame shows at 0; the packets' bytes are unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from renderer.media.sources.refusal import Refusal
from renderer.media.sources.video.container import open_container, picture_stream

CODECS: Final = frozenset({"h264", "hevc", "vp9", "av1"})
"""Video codecs that players expect in an MP4."""
MP4: Final = {
    "movflags": "+faststart+negative_cts_offsets",
    "use_editlist": "0",
    "fflags": "+bitexact",
}


def remux(path: Path, demuxer: str, *, sound: Path, into: Path, origin: Fraction) -> dict[str, Any]:
    """Write `into`: the pictures of `path`, whose first is at `origin` seconds there, and our `sound`.

    The answer has `packets`, their number, and `sha256` over the bytes of all of them, in decoding order.

    Raises:
        Refusal: `not_copied` when an MP4 cannot hold the packets unchanged.
    """
    import av  # noqa: PLC0415  # loaded in the child only

    digest, count = hashlib.sha256(), 0
    with open_container(path, demuxer) as source:
        pictures = picture_stream(source)
        _check(pictures)

        def packets() -> Iterator[Any]:
            nonlocal count
            for packet in picture_packets(source, pictures):
                digest.update(bytes(packet))
                count += 1
                shift = round(origin / packet.time_base)
                packet.pts -= shift
                packet.dts -= shift
                yield packet

        with av.open(f"file:{into}", "w", format="mp4", options=MP4) as container:
            video = container.add_stream_from_template(pictures)
            video.time_base = pictures.time_base
            write_with_sound(container, video, packets(), sound=sound)
    return {"packets": count, "sha256": digest.hexdigest()}


def write_with_sound(container: Any, video: Any, packets: Iterable[Any], *, sound: Path) -> None:
    """Mux picture packets in decoding order, each after the sound that precedes its decoding time."""
    import av  # noqa: PLC0415  # loaded in the child only

    with av.open(f"file:{sound}", format="mp4") as ours:
        audio = container.add_stream_from_template(ours.streams.audio[0])
        waiting = _sound_packets(ours)
        following = next(waiting, None)
        for packet in packets:
            decoded = packet.dts * packet.time_base
            while following is not None and following.pts * following.time_base < decoded:
                following.stream = audio
                container.mux(following)
                following = next(waiting, None)
            packet.stream = video
            container.mux(packet)
        while following is not None:
            following.stream = audio
            container.mux(following)
            following = next(waiting, None)


def packets_digest(path: Path, demuxer: str) -> dict[str, Any]:
    """The figures that `remux` answers with, for the pictures in a file."""
    digest, count = hashlib.sha256(), 0
    with open_container(path, demuxer) as container:
        for packet in picture_packets(container, picture_stream(container)):
            digest.update(bytes(packet))
            count += 1
    return {"packets": count, "sha256": digest.hexdigest()}


def _check(stream: Any) -> None:
    if stream.codec_context.name not in CODECS:
        raise Refusal("not_copied", detail=f"{stream.codec_context.name} has no place in an MP4")


def picture_packets(container: Any, stream: Any) -> Iterator[Any]:
    """All packets of the pictures, in decoding order.

    Raises:
        Refusal: `not_copied` when one has no time, is not to be shown or is corrupt.
    """
    for packet in container.demux(stream):
        if packet.size == 0 and packet.pts is None:  # the demuxer ends with an empty packet
            continue
        if packet.pts is None or packet.dts is None or packet.is_discard or packet.is_corrupt:
            raise Refusal("not_copied", detail="some of its packets have no time, or are not to be shown")
        yield packet


def _sound_packets(container: Any) -> Iterator[Any]:
    for packet in container.demux(audio=0):
        if packet.pts is not None:
            yield packet
