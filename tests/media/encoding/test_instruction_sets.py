"""Instruction sets of x264: limited where the processor would have it take slower ones, and only there."""

from __future__ import annotations

from pathlib import Path

import av
import av.logging
import pytest

from renderer.core.encoding import EncoderProfile
from renderer.media.encoding import instruction_sets
from renderer.media.encoding.codec_options import add_video_stream
from renderer.media.encoding.instruction_sets import instruction_limit, instruction_limit_here
from renderer.media.encoding.mp4_writer import mp4_output

LIMITED = (("asm", "avx2"),)
WITHOUT = "processor\t: 0\nflags\t\t: fpu sse4_2 avx avx2 fma abm bmi1 bmi2\nbugs\t\t: avx512f\n"
WITH = "processor\t: 0\nflags\t\t: fpu sse4_2 avx avx2 fma abm bmi1 bmi2 avx512f avx512bw\n"
MASKED = WITH.replace(" bmi2", "")
ARM = "processor\t: 0\nFeatures\t: fp asimd sve\n"


@pytest.mark.parametrize(
    ("described", "expected"),
    [(WITH, LIMITED), (WITHOUT, ()), (ARM, ()), ("", ()), (WITH[:40], ()), (MASKED, ())],
)
def test_processors_with_avx512_are_limited(described: str, expected: object) -> None:
    assert instruction_limit(described) == expected


@pytest.mark.parametrize(("described", "expected"), [(WITH, LIMITED), (WITHOUT, ()), (None, ())])
def test_the_machine_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, described: str | None, expected: object
) -> None:
    path = tmp_path / "cpuinfo"
    if described is not None:
        path.write_bytes(described.encode() + b"\xff" * 10_000)
    monkeypatch.setattr(instruction_sets, "_PROCESSORS", path)
    instruction_limit_here.cache_clear()
    try:
        assert instruction_limit_here() == expected
        path.unlink(missing_ok=True)
        assert instruction_limit_here() == expected
    finally:
        instruction_limit_here.cache_clear()


def test_x264_says_that_it_uses_no_avx512(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limited = capabilities(tmp_path)
    assert not any(name.startswith("AVX512") for name in limited)
    monkeypatch.setattr("renderer.media.encoding.codec_options.instruction_limit_here", tuple)
    assert limited == [name for name in capabilities(tmp_path) if not name.startswith("AVX512")]


def capabilities(folder: Path) -> list[str]:
    """Instruction sets that x264 names when a stream is encoded with the product's options."""
    level = av.logging.get_level()
    av.logging.set_level(av.logging.VERBOSE)
    try:
        with av.logging.Capture() as lines, mp4_output(folder / "a.mp4") as container:
            stream = add_video_stream(container, EncoderProfile(), width=64, height=64, fps=25)
            frame = av.VideoFrame(64, 64, "yuv420p")
            frame.pts = 0
            container.mux([*stream.encode(frame), *stream.encode()])
    finally:
        av.logging.set_level(level)
    said = [line.partition(":")[2] for _, _, line in lines if line.startswith("using cpu capabilities")]
    return said[0].split()
