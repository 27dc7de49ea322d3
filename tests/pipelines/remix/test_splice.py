"""Captions on some stretches: only those are encoded, the rest is the source's own, and all of it plays."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from pipelines.project.copying import COPY_LIMITS
from pipelines.project.documents import EncodedExport, PicturePath
from renderer.contract.orders.remix import (
    Aspect,
    Framing,
    FramingMode,
    RemixCaptions,
    RemixExport,
    RemixSettings,
)
from renderer.contract.remix.timed_text import CueList
from renderer.contract.vocabulary import CaptionStyle
from renderer.core.captions import CaptionTrack
from renderer.errors import ClipwrightError
from renderer.media.inspection.inspect import Inspection
from renderer.media.sources.sandbox import ask_child
from tests.support.browser import played
from tests.support.remix.projects import (
    Composed,
    Picture,
    delivered,
    heard,
    luma_frames,
    moving,
    run_remix,
    timed,
    tones,
    write_source,
)

SECONDS = 10.0
CUES = timed((4200, 4900, "Hello there."), (8100, 8300, "Bye."))


def order(**changes: Any) -> RemixExport:
    captions = RemixCaptions(style=CaptionStyle.TIKTOK)
    settings = {"aspect": Aspect.SOURCE, "captions": captions, **changes}
    return RemixExport(settings=RemixSettings(**settings), side=180)


def composed(*, fps: Fraction = Fraction(30), vfr: bool = False, late: Fraction = Fraction(0)) -> Composed:
    dice = np.random.default_rng(2)
    pictures = [shown for _, shown in moving(320, 180, SECONDS)]
    steps = dice.integers(10, 31, len(pictures)) if vfr else np.full(len(pictures), 600 / float(fps))
    times = [Fraction(round(at), 600) for at in np.cumsum(steps) - steps[0]]
    return Composed(
        pictures=list(zip(times, pictures, strict=True)),
        sound=tones(SECONDS, (500, 0.3, 1.0, 1.2), (700, 0.3, 9.0, 9.2)),
        pictures_from=late,
        sound_from=late,
    )


CODED: dict[str, tuple[Composed, dict[str, str]]] = {
    "plain": (composed(), {}),
    "reordered frames": (composed(fps=Fraction(25)), {"bf": "3", "preset": "medium"}),
    "variable rate, late start": (
        composed(vfr=True, late=Fraction(5, 4)),
        {"bf": "1", "preset": "medium"},
    ),
    "Baseline": (composed(), {"profile": "baseline"}),
}


def spliced(folder: Path, source: Path) -> tuple[EncodedExport, Path, CaptionTrack, Inspection]:
    outcome = run_remix(order(), folder / "out", source, texts={"cues": CueList(language="en", cues=CUES)})
    found = outcome.documents
    return found[EncodedExport], delivered(outcome)["video.mp4"], found[CaptionTrack], found[Inspection]


def packets(path: Path) -> list[bytes]:
    with av.open(str(path)) as container:
        return [bytes(packet) for packet in container.demux(video=0) if packet.pts is not None]


def frames(path: Path) -> tuple[list[Fraction], list[Picture]]:
    times, pictures = zip(*luma_frames(path), strict=True)
    return list(times), list(pictures)


@pytest.mark.parametrize("name", CODED)
def test_only_what_captions_touch_is_encoded(tmp_path: Path, name: str) -> None:
    made, options = CODED[name]
    source = write_source(tmp_path / "s.mov", made, options=options)
    export, video, track, inspection = spliced(tmp_path, source)
    assert export.pictures is PicturePath.SPLICED, export.why
    drawn = {n for stretch in export.stretches for n in range(stretch.first, stretch.stop)}
    assert 0 < len(drawn) == export.drawn < export.frames / 2
    before, after = packets(source), packets(video)
    assert all(before[n] == after[n] for n in range(len(before)) if n not in drawn)
    assert len(before) == len(after)
    (times, pictures), (own_times, own) = frames(video), frames(source)
    assert len(times) == len(own_times)
    assert times[0] == 0
    assert [float(t) for t in times] == pytest.approx([float(t - own_times[0]) for t in own_times], abs=1e-3)
    for number, (shown, was) in enumerate(zip(pictures, own, strict=True)):
        difference = np.abs(shown.astype(int) - was)
        captioned = any(page.span.contains(times[number] + Fraction(1, 1000)) for page in track.pages)
        if number not in drawn:
            assert not difference.any(), f"frame {number} was to be copied"
        elif captioned:
            assert (difference > 60).sum() > 30, f"frame {number} shows no caption"
        else:
            assert difference.mean() < 3, f"frame {number} looks different"
    assert inspection.passed
    loud = np.flatnonzero(np.abs(heard(video)[0]) > 0.05)
    assert loud[0] / 48_000 == pytest.approx(1.0, abs=0.01)
    assert loud[-1] / 48_000 == pytest.approx(9.2, abs=0.01)


def test_the_manifest_says_which_way_was_taken_and_why(tmp_path: Path) -> None:
    source = write_source(tmp_path / "s.mov", composed())
    outcome = run_remix(order(), tmp_path / "out", source, texts={"cues": CueList(language="en", cues=CUES)})
    told = json.loads(delivered(outcome)["manifest.json"].read_text("utf-8"))["video"]
    assert told["pictures"]["path"] == "spliced"
    assert told["pictures"]["encoded_frames"] == 24 + 27
    assert "51 of 300 frames" in told["pictures"]["why"]
    assert told["encoder"]["codec"] == "libx264"


def test_decoders_find_nothing_to_complain_about(tmp_path: Path) -> None:
    source = write_source(
        tmp_path / "s.mov", *CODED["reordered frames"][:1], options=CODED["reordered frames"][1]
    )
    _, video, _, _ = spliced(tmp_path, source)
    av.logging.set_level(av.logging.WARNING)
    try:
        with av.logging.Capture() as said, av.open(str(video)) as container:
            container.streams.video[0].thread_type = "NONE"
            count = sum(1 for _ in container.decode(video=0))
    finally:
        av.logging.set_level(None)
    assert count == 300
    assert not said


def test_from_every_border_on_players_see_the_same(tmp_path: Path) -> None:
    """Seeking to a border of copied and drawn pictures shows the same pictures as playing through."""
    source = write_source(tmp_path / "s.mov", composed(), options={"bf": "2", "preset": "medium"})
    export, video, _, _ = spliced(tmp_path, source)
    times, pictures = frames(video)
    edges = [edge for stretch in export.stretches for edge in (stretch.first, stretch.stop)]
    for edge in edges:
        with av.open(str(video)) as container:
            stream = container.streams.video[0]
            assert stream.time_base is not None
            container.seek(int(times[edge] / stream.time_base), stream=stream)
            frame = next(container.decode(stream))
            plane: Any = frame.planes[0]
            luma = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[:180, :320]
        assert Fraction(frame.pts or 0) * Fraction(frame.time_base or 1) == times[edge]
        assert np.array_equal(luma, pictures[edge])


def test_a_browser_plays_it(tmp_path: Path) -> None:
    source = write_source(tmp_path / "s.mov", composed(), options={"bf": "2", "preset": "medium"})
    _, video, _, _ = spliced(tmp_path, source)
    told = played(video, tmp_path)
    assert "error" not in told, told
    assert (told["width"], told["height"]) == (320, 180)
    assert told["duration"] == pytest.approx(SECONDS, abs=0.1)


def everywhere() -> CueList:
    return CueList(language="en", cues=timed(*((n * 1000, n * 1000 + 900, "Hello.") for n in range(10))))


ENCODED: dict[str, tuple[RemixExport, dict[str, str], str]] = {
    "one group of pictures": (order(), {"g": "600"}, "captions stand on"),
    "open groups": (
        order(),
        {"bf": "2", "preset": "medium", "flags": "-cgop", "x264-params": "open-gop=1"},
        "captions",
    ),
    "fields": (order(), {"x264-params": "interlaced=1"}, "interlaced"),
    "another shape": (order(framing=Framing(mode=FramingMode.MANUAL, zoom=2.0)), {}, "cropped"),
}


@pytest.mark.parametrize("name", ENCODED)
def test_where_the_source_does_not_allow_it_all_is_encoded(tmp_path: Path, name: str) -> None:
    wanted, options, why = ENCODED[name]
    source = write_source(tmp_path / "s.mov", composed(), options=options)
    early = CueList(language="en", cues=timed((100, 900, "Hello there.")))
    outcome = run_remix(wanted, tmp_path / "out", source, texts={"cues": early})
    export: EncodedExport = outcome.documents[EncodedExport]
    assert export.pictures is PicturePath.ENCODED
    assert why in export.why


def test_captions_everywhere_leave_nothing_to_copy(tmp_path: Path) -> None:
    source = write_source(tmp_path / "s.mov", composed())
    outcome = run_remix(order(), tmp_path / "out", source, texts={"cues": everywhere()})
    export: EncodedExport = outcome.documents[EncodedExport]
    assert export.pictures is PicturePath.ENCODED
    assert "300 of 300 frames" in export.why


def test_pixels_of_another_kind_are_told(tmp_path: Path) -> None:
    path = tmp_path / "s.mp4"
    with av.open(str(path), "w") as container:
        stream: Any = container.add_stream("libx264", rate=30)
        stream.width, stream.height, stream.pix_fmt = 160, 90, "yuv422p"
        for _, picture in moving(160, 90, 0.5):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode(None))
    with pytest.raises(ClipwrightError, match="4:2:0"):
        ask_child("frame_table", path, COPY_LIMITS)
