"""Serialises sound packets: their number, the size and duration of each, then the data of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

_NUMBER: Final = np.dtype("<u4")


def packed(packets: Sequence[Any]) -> bytes:
    """The packets as bytes, without their times."""
    table = [len(packets), *(number for packet in packets for number in (packet.size, packet.duration))]
    return b"".join([np.array(table, _NUMBER).tobytes(), *map(bytes, packets)])


def unpacked(data: bytes) -> Iterator[Any]:
    """The packets in bytes made by `packed`; all are key frames, as sound packets are."""
    import av  # noqa: PLC0415  # heavy, loaded with the first packet

    count = int(np.frombuffer(data, _NUMBER, 1)[0])
    table = np.frombuffer(data, _NUMBER, 2 * count, offset=_NUMBER.itemsize).reshape(-1, 2)
    position = (1 + table.size) * _NUMBER.itemsize
    for size, duration in table.tolist():
        packet = av.Packet(data[position : position + size])
        packet.duration, packet.is_keyframe = duration, True
        yield packet
        position += size
