"""Files that try to be more than a video: they reach no other file or host and stay within limits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import psutil
import pytest
from msgspec.structs import replace

from renderer.errors import ClipwrightError
from renderer.media.sources.geometry import TargetBox, cover
from renderer.media.sources.normalise import survey_video
from renderer.media.sources.sandbox import SandboxLimits
from renderer.media.sources.video.decoder import start_decoder
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.frames import SourceFrames
from renderer.media.sources.video.graph import PictureRun, picture_arguments
from tests.support.counted import counted_video, number_on
from tests.support.footage.hostile_files import box, referring
from tests.support.footage.watchmen import Listener

ROOT = Path(__file__).parents[2]
TARGET = FrameTarget(width=320, height=320, fps=30)


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """A good video that only the hostile files point to."""
    return counted_video(tmp_path / "canary.mp4", 30)


def scripts(canary: Path, address: str) -> dict[str, bytes]:
    targets = (f"file://{canary}", str(canary), address)
    lines = "".join(f"#EXTINF:1,\n{target}\n" for target in targets)
    playlist = f"#EXTM3U\n#EXT-X-TARGETDURATION:1\n{lines}#EXT-X-ENDLIST\n".encode()
    concat = ("ffconcat version 1.0\n" + "".join(f"file '{target}'\n" for target in targets)).encode()
    dash = f'<MPD type="static"><Period><BaseURL>{address}</BaseURL></Period></MPD>'.encode()
    sdp = b"v=0\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n"
    magic = box(b"ftyp", b"isom\0\0\2\0isomiso2")
    found = {"playlist": playlist, "concat": concat, "dash": dash, "sdp": sdp}
    found |= {f"ftyp and {name}": magic + content for name, content in list(found.items())}
    found["svg"] = f'<svg><image href="{address}"/></svg>'.encode()
    return found | {"ebml and playlist": b"\x1aE\xdf\xa3" + playlist}


def test_scripts_that_name_other_files_are_refused(tmp_path: Path, canary: Path, listener: Listener) -> None:
    for name, content in scripts(canary, listener.address).items():
        path = tmp_path / "video.mp4"
        path.write_bytes(content)
        with pytest.raises(ClipwrightError) as caught:
            survey_video(path)
        assert caught.value.code == "media_unreadable", name
    assert listener.visitors == 0


@pytest.mark.parametrize("demuxer", ["hls", "concat", "dash"])
def test_even_the_wrong_demuxer_reads_nothing_else(
    tmp_path: Path, canary: Path, listener: Listener, demuxer: str
) -> None:
    """The second defence: even a script taken for a video must not make the decoder open anything else."""
    content = scripts(canary, listener.address)
    path = tmp_path / "video.mp4"
    path.write_bytes(
        {"hls": content["playlist"], "concat": content["concat"], "dash": content["dash"]}[demuxer]
    )
    facts = replace(survey_video(canary), demuxer=demuxer)
    with SourceFrames(path, facts, TARGET) as frames, pytest.raises(ClipwrightError):
        frames[0]
    assert listener.visitors == 0


def test_data_references_to_other_files_are_not_followed(
    tmp_path: Path, canary: Path, listener: Listener
) -> None:
    """The hostile file has the canary's index, and instead of pixels a reference to the canary."""
    for target in (f"file://{canary}", str(canary), listener.address):
        path = tmp_path / "video.mov"
        path.write_bytes(referring(canary.read_bytes(), target.encode() + b"\0"))
        try:
            with SourceFrames(path, survey_video(path), TARGET) as frames:
                shown = [number_on(frames[n].y) for n in range(len(frames))]
            assert shown != list(range(30))
        except ClipwrightError as error:
            assert error.code == "media_unreadable"  # noqa: PT017  # either end is right
    assert listener.visitors == 0


def test_too_many_pixels_are_refused_and_too_many_tracks_not_looked_at(tmp_path: Path) -> None:
    large = counted_video(tmp_path / "a.mp4", 2, size=(8000, 4600))
    with pytest.raises(ClipwrightError, match="at most 36 million"):
        survey_video(large)
    many = tmp_path / "many.mkv"
    with av.open(many, "w") as container:
        streams = [
            container.add_stream("ffv1", rate=30, width=16, height=16, pix_fmt="yuv420p") for _ in range(40)
        ]
        for stream in streams:
            frame = av.VideoFrame(16, 16, "yuv420p")
            frame.pts, frame.time_base = 0, Fraction(1, 30)
            container.mux(stream.encode(frame))
    with SourceFrames(many, survey_video(many), TARGET) as frames:  # tracks after the 32nd are not looked at
        assert frames[0].y.shape == (16, 16)


def test_a_bomb_of_duration_is_cut_to_what_is_looked_at(tmp_path: Path) -> None:
    for last, frames_shown in ((500, 15_001), (900_000, 1)):
        times = [Fraction(0), Fraction(1, 30), Fraction(last)]
        path = counted_video(tmp_path / "a.mkv", 3, times=times, tick=Fraction(1, 1000))
        with SourceFrames(path, survey_video(path), TARGET) as frames:
            assert len(frames) == pytest.approx(frames_shown, abs=1)
            assert number_on(frames[min(14_000, len(frames) - 1)].y) == 1


def test_a_decoder_beyond_its_limits_is_ended_with_a_reason(tmp_path: Path) -> None:
    path = counted_video(tmp_path / "a.mp4", 60, size=(1280, 720))
    facts = survey_video(path)
    run = PictureRun(
        entry=Fraction(0), first=0, count=60, fps=30, fit=cover(1280, 720, TargetBox(width=1280, height=720))
    )
    arguments = picture_arguments(facts, run)
    raw = np.empty(1280 * 720 * 3 // 2, np.uint8)
    little = start_decoder(arguments, path, limits=SandboxLimits(memory=100 << 20, seconds=60, file_bytes=0))
    with pytest.raises(ClipwrightError, match="the decoder failed on it"):
        little.fill(raw)
    hasty = start_decoder(
        ["-nostdin", "-v", "quiet", *FOREVER], path, limits=SandboxLimits(seconds=1, file_bytes=0)
    )
    with pytest.raises(ClipwrightError, match="more than 1 s"):
        hasty.fill(raw)
    silent = start_decoder(["-nostdin", "-v", "quiet", *FOREVER], path, stall_seconds=0.3)
    with pytest.raises(ClipwrightError, match="to read"):
        silent.fill(raw)


FOREVER = ("-f", "lavfi", "-i", "testsrc2=s=640x360", "-f", "null", "pipe:1")


def test_the_decoder_ends_with_its_reader(tmp_path: Path) -> None:
    path = counted_video(tmp_path / "a.mp4", 300, size=(640, 360))
    code = (
        "import sys, os, pathlib\n"
        "from renderer.media.sources.normalise import survey_video\n"
        "from renderer.media.sources.video.frame_target import FrameTarget\n"
        "from renderer.media.sources.video.frames import SourceFrames\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "frames = SourceFrames(path, survey_video(path), FrameTarget(width=640, height=360, fps=30))\n"
        "frames[3]; print('reading', flush=True); sys.stdin.read()\n"
    )
    reader = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == b"reading\n"
        decoders = psutil.Process(reader.pid).children(recursive=True)
        assert len(decoders) == 1
        reader.kill()
    _, alive = psutil.wait_procs(decoders, timeout=10)
    assert not alive


def test_reading_1080p_holds_no_more_than_125_mib(tmp_path: Path) -> None:
    """The limit covers the reader, its decoder and the child that first looks at the file, all together.

    With the pages of their programs, which take 25 to 50 MiB more, that is the 150 MB of a reader.
    """
    path = counted_video(tmp_path / "a.mp4", 240, size=(1920, 1080), gop=60, options={"bf": "2"})
    code = (
        "import sys, pathlib\n"
        "from renderer.media.sources.normalise import survey_video\n"
        "from renderer.media.sources.video.frame_target import FrameTarget\n"
        "from renderer.media.sources.video.frames import SourceFrames\n"
        "path = pathlib.Path(sys.argv[1])\n"
        "target = FrameTarget(width=1920, height=1080, fps=30)\n"
        "with SourceFrames(path, survey_video(path), target) as frames:\n"
        "    assert sum(frames[n].y.any() for n in range(len(frames))) == 240\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=ROOT) as reader:
        peak = 0
        while reader.poll() is None:
            peak = max(peak, tree_bytes(reader.pid))
    assert reader.returncode == 0
    assert 50 << 20 < peak <= 125 << 20, peak


def tree_bytes(leader: int) -> int:
    """Bytes held by a process and its descendants, less pages of program files: the system can drop those.

    A child that has not begun its own program yet shares its parent's memory.
    """
    total = 0
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(leader)
        command = process.cmdline()
        total = held_bytes(process)
        for one in process.children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                total += held_bytes(one) if one.cmdline() != command else 0
    return total


def held_bytes(process: psutil.Process) -> int:
    memory = process.memory_info()
    return int(memory.rss - memory.shared)
