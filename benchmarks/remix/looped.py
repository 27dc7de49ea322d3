"""Makes long sources quickly, by repeating a short one packet by packet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av


def looped(source: Path, into: Path, *, times: int) -> Path:
    """Write `source`, with its sound, `times` times in a row; a length of whole seconds leaves no seams."""
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
