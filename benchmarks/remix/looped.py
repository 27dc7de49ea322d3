"""A short source played over and over, packet by packet: long sources in no time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av


def looped(source: Path, into: Path, *, times: int) -> Path:
    """`source` so many times in a row, its sound as well; whole seconds long it has no seams."""
    with av.open(str(source)) as first, av.open(str(into), "w", format="mov") as out:
        streams = {stream.index: out.add_stream_from_template(stream) for stream in first.streams}
        length = first.duration or 0
        for turn in range(times):
            with av.open(str(source)) as container:
                for packet in container.demux():
                    if packet.dts is not None:
                        _mux(out, packet, streams[packet.stream_index], turn * length)
    return into


def _mux(out: Any, packet: Any, stream: Any, microseconds: int) -> None:
    shift = round(microseconds / av.time_base / packet.time_base)
    packet.pts += shift
    packet.dts += shift
    packet.stream = stream
    out.mux(packet)
