"""Pictures that no setting changes are copied byte for byte, at their times, with new sound."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from pipelines.project.documents import EncodedExport
from renderer.contract.orders.remix import (
    Aspect,
    Framing,
    FramingMode,
    OriginalAudio,
    RemixCaptions,
    RemixExport,
    RemixSettings,
)
from renderer.contract.remix.timed_text import CueList
from renderer.errors import ClipwrightError
from renderer.media.inspection.inspect import Inspection
from renderer.media.loudness import measure_loudness
from renderer.runtime.progress import NullObserver, RunEvent, StageStarted
from tests.media.making import plain_clip
from tests.support.descendants import running_below
from tests.support.remix.projects import (
    Composed,
    delivered,
    heard,
    luma_frames,
    moving,
    run_remix,
    still,
    timed,
    tones,
    write_source,
)


def order(**changes: Any) -> RemixExport:
    settings = {"aspect": Aspect.SOURCE, "captions": RemixCaptions(enabled=False), **changes}
    return RemixExport(settings=RemixSettings(**settings), side=144)


def packets(path: Path) -> list[tuple[Fraction, bytes]]:
    with av.open(str(path)) as container:
        found = [packet for packet in container.demux(video=0) if packet.pts is not None]
        return [(Fraction(one.pts or 0) * Fraction(one.time_base or 1), bytes(one)) for one in found]


def composed(offset: float = 0.0, *, vfr: bool = False) -> Composed:
    dice = np.random.default_rng(2)
    pictures = list(moving(320, 180, 4.0))
    times = np.cumsum(dice.integers(10, 40, len(pictures))) if vfr else np.arange(len(pictures)) * 20
    times = times - times[0]
    pictures = [(Fraction(int(at), 600), shown) for at, (_, shown) in zip(times, pictures, strict=True)]
    start = Fraction(offset).limit_denominator(100)
    sound = tones(4.0, (500, 0.3, 1.0, 1.2), (700, 0.3, 3.0, 3.2))
    return Composed(pictures=pictures, sound=sound, pictures_from=start, sound_from=start)


CODED = {
    "plain": (composed(), {}),
    "with B-frames": (composed(), {"bf": "3", "preset": "medium"}),
    "variable rate, late start": (composed(1.25, vfr=True), {"bf": "2", "preset": "medium"}),
}


@pytest.mark.parametrize("name", CODED)
def test_packets_are_the_sources_own(tmp_path: Path, name: str) -> None:
    source, options = CODED[name]
    path = write_source(tmp_path / "s.mov", source, options=options)
    outcome = run_remix(order(), tmp_path / "out", path)
    export: EncodedExport = outcome.documents[EncodedExport]
    files = delivered(outcome)
    before, after = packets(path), packets(files["video.mp4"])
    assert [one for _, one in before] == [one for _, one in after]
    origin = min(moment for moment, _ in before)
    planned = [moment - origin for moment, _ in before]
    assert planned == pytest.approx([moment for moment, _ in after], abs=1e-4)
    assert export.plan is None
    assert export.frames == len(before)
    assert json.loads(files["manifest.json"].read_text("utf-8"))["video"]["pictures"]["path"] == "copied"
    found = measure_loudness(files["video.mp4"])
    assert found.lufs == pytest.approx(outcome.documents[Inspection].loudness_lufs, abs=0.1)
    loud = np.flatnonzero(np.abs(heard(files["video.mp4"])[0]) > 0.05)
    assert loud[0] / 48_000 == pytest.approx(1.0, abs=0.01)
    assert len(list(luma_frames(files["video.mp4"]))) == len(before)


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_turned_pictures_are_written_upright(tmp_path: Path, rotation: int) -> None:
    """A copy would leave the turning to the player, and have other sides than the export says."""
    upright = still(180, 320)
    stored = [np.ascontiguousarray(np.rot90(upright, -rotation // 90))] * 15
    path = plain_clip(tmp_path / "s.mp4", stored, rotation=rotation)
    outcome = run_remix(order().model_copy(update={"side": 180}), tmp_path / "out", path)
    export: EncodedExport = outcome.documents[EncodedExport]
    with av.open(str(delivered(outcome)["video.mp4"])) as container:
        frame = next(container.decode(video=0))
    assert (frame.width, frame.height, frame.rotation) == (export.width, export.height, 0) == (180, 320, 0)
    shown = frame.to_ndarray(format="gray").astype(int)
    wanted = av.VideoFrame.from_ndarray(upright, format="rgb24").to_ndarray(format="gray").astype(int)
    assert np.abs(shown - wanted).mean() < 6


TOUCHED: dict[str, RemixExport] = {
    "another shape": order(aspect=Aspect.SQUARE),
    "a closer look": order(framing=Framing(mode=FramingMode.MANUAL, zoom=1.5)),
}


@pytest.mark.parametrize("name", TOUCHED)
def test_whatever_touches_the_pictures_is_encoded(tmp_path: Path, name: str) -> None:
    path = write_source(tmp_path / "s.mov", composed())
    texts = {"cues": CueList(language="en", cues=timed((500, 2000, "Hello there.")))}
    outcome = run_remix(TOUCHED[name], tmp_path / "out", path, texts=texts)
    export: EncodedExport = outcome.documents[EncodedExport]
    assert export.plan is not None


def test_a_codec_that_no_mp4_holds_is_encoded(tmp_path: Path) -> None:
    path = tmp_path / "s.webm"
    with av.open(path, "w", format="webm") as container:
        stream: Any = container.add_stream(
            "libvpx", rate=30, options={"deadline": "realtime", "cpu-used": "8"}
        )
        stream.width, stream.height, stream.pix_fmt = 160, 90, "yuv420p"
        for number, (_, picture) in enumerate(moving(160, 90, 1.0)):
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24").reformat(format="yuv420p")
            frame.pts, frame.time_base = number, Fraction(1, 30)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    outcome = run_remix(order(original_audio=OriginalAudio(enabled=False)), tmp_path / "out", path)
    export: EncodedExport = outcome.documents[EncodedExport]
    assert export.plan is not None
    assert outcome.documents[Inspection].passed


class Started(NullObserver):
    """Notes whether the export is being rendered, so that its pictures are being copied."""

    def __init__(self) -> None:
        self.rendering = False

    def see(self, event: RunEvent) -> None:
        if isinstance(event, StageStarted):
            self.rendering = event.name == "render_export"


@pytest.mark.parametrize("captions", [False, True], ids=["copied", "spliced"])
def test_a_cancelled_copy_ends_its_child_and_leaves_nothing(tmp_path: Path, *, captions: bool) -> None:
    path = write_source(tmp_path / "s.mov", composed())
    watch = Started()
    given = order(captions=RemixCaptions(enabled=captions))
    texts = {"cues": CueList(language="en", cues=timed((3500, 3900, "Hello there.")))}
    with pytest.raises(ClipwrightError) as caught:
        run_remix(
            given, tmp_path / "out", path, texts=texts, observer=watch, cancelled=lambda: watch.rendering
        )
    assert caught.value.code == "cancelled"
    assert not list((tmp_path / "out").glob("video*"))
    assert not running_below(os.getpid(), "renderer.media.sources.child")
