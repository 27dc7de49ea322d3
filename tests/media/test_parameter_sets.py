"""Parameter sets of H.264 as our own encoder writes them, joined and taken apart again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av
import pytest

from renderer.media.sources.refusal import Refusal
from renderer.media.sources.video.parameter_sets import (
    check_plain,
    joined_record,
    number_of,
    read_sets,
    units,
)


def record(folder: Path, **options: str) -> bytes:
    """The `avcC` record of a short MP4."""
    path = folder / "a.mp4"
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream("libx264", rate=30, options=options)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        frame = av.VideoFrame(64, 48, "yuv420p")
        for plane in frame.planes:
            plane.update(bytes([128]) * plane.buffer_size)
        container.mux([*stream.encode(frame), *stream.encode(None)])
    with av.open(str(path)) as container:
        return container.streams.video[0].codec_context.extradata or b""


def test_sets_of_two_encoders_stand_beside_each_other(tmp_path: Path) -> None:
    plain = read_sets(record(tmp_path, profile="baseline"))
    assert plain.free_number == 1
    ours = read_sets(record(tmp_path, **{"x264-params": f"sps-id={plain.free_number}", "profile": "high"}))
    assert {number_of(unit) for unit in (*ours.sequence, *ours.picture)} == {1}
    both = read_sets(joined_record([plain, ours]))
    assert both.sequence == (*plain.sequence, *ours.sequence)
    assert both.picture == (*plain.picture, *ours.picture)
    assert both.profile == ours.profile == 100
    assert both.level == max(plain.level, ours.level)
    assert both.free_number == 2
    assert joined_record([plain, plain]) == joined_record([plain])


def test_a_record_that_breaks_off_is_refused(tmp_path: Path) -> None:
    whole = record(tmp_path, profile="baseline")
    for kept in range(len(whole)):
        with pytest.raises(Refusal):
            read_sets(whole[:kept])


def test_a_set_that_breaks_off_is_refused(tmp_path: Path) -> None:
    (unit,) = read_sets(record(tmp_path)).sequence
    check_plain(unit)
    with pytest.raises(Refusal):
        check_plain(unit[:4])


def test_units_must_fill_their_packet() -> None:
    unit = b"\x65\x88\x80"
    packet = len(unit).to_bytes(4, "big") + unit
    assert list(units(packet * 2)) == [unit, unit]
    for broken in (packet[:-1], packet + b"\0", b"\0\0\0\0", b"\xff\xff\xff\xff" + unit):
        with pytest.raises(Refusal):
            list(units(broken))
