"""Promises of exports, judged by the delivered MP4 alone: clear captions, ducking, backgrounds that stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipelines.project.documents import Dub
from renderer.contract.orders.remix import (
    Ducking,
    RemixCaptions,
    Voiceover,
    VoiceoverMode,
)
from renderer.contract.remix.analysis import OccupiedBox, SourceShot, SubjectPoint, TimeSpan
from renderer.contract.remix.timed_text import CueList, VoiceoverScript
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack
from renderer.worker.composition.engine_settings import EngineSettings
from tests.support.remix.orders import order
from tests.support.remix.projects import (
    RATE,
    Composed,
    Picture,
    Sound,
    analysis,
    delivered,
    heard,
    luma_frames,
    moving,
    run_remix,
    timed,
    tones,
    write_source,
)
from tests.support.remix.separation_model import MODEL, write_model

SECONDS = 12.0


CUES = timed((300, 1500, "First words here."), (1600, 2600, "Some more now."), (2700, 3800, "The end."))
SHOTS = (
    SourceShot(start_ms=0, end_ms=2000, path=(SubjectPoint(at_ms=0, x=0.3, y=0.5),)),
    SourceShot(
        start_ms=2000,
        end_ms=4000,
        path=(SubjectPoint(at_ms=2000, x=0.6, y=0.5), SubjectPoint(at_ms=4000, x=0.8, y=0.5)),
    ),
)
OCCUPIED = (
    OccupiedBox(start_ms=0, end_ms=2000, kind="face", left=0.2, top=0.34, width=0.2, height=0.16),
    OccupiedBox(start_ms=2000, end_ms=4000, kind="face", left=0.55, top=0.14, width=0.3, height=0.2),
    OccupiedBox(start_ms=0, end_ms=4000, kind="text", left=0.0, top=0.69, width=1.0, height=0.1),
)


def shown_at(box: OccupiedBox, seconds: float, size: tuple[int, int]) -> tuple[slice, slice]:
    """Rows and columns of the exported frame that a box of the source covers, shrunk by two pixels."""
    extent = (180 * 9 / 16) / 320
    x = 0.3 if seconds < 2 else 0.6 + 0.2 * (seconds - 2) / 2
    left = min(max(x - extent / 2, 0.0), 1 - extent)
    first, last = (
        int(np.clip((edge - left) / extent, 0, 1) * size[0]) for edge in (box.left, box.left + box.width)
    )
    rows = slice(round(box.top * size[1]) + 2, round((box.top + box.height) * size[1]) - 2)
    return rows, slice(first + 2, max(first + 2, last - 2))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Picture]]:
    """A source, and the pictures of its export without captions."""
    folder = tmp_path_factory.mktemp("bare")
    source = write_source(folder / "s.mov", Composed(pictures=moving(320, 180, 4)))
    texts = {"analysis": analysis(4.0, (320, 180), shots=SHOTS)}
    outcome = run_remix(order(), folder / "out", source, texts=texts)
    return source, [luma for _, luma in luma_frames(delivered(outcome)["video.mp4"])]


@pytest.mark.parametrize("position", CaptionPosition)
@pytest.mark.parametrize("style", [CaptionStyle.TIKTOK, CaptionStyle.HORMOZI, CaptionStyle.MINIMAL])
def test_no_pixel_of_a_caption_is_on_a_face_or_on_text(
    tmp_path: Path, bare: tuple[Path, list[Picture]], style: CaptionStyle, position: CaptionPosition
) -> None:
    source, plain = bare
    texts = {
        "analysis": analysis(4.0, (320, 180), shots=SHOTS, occupied=OCCUPIED),
        "cues": CueList(language="en", cues=CUES),
    }
    captions = RemixCaptions(style=style, position=position)
    outcome = run_remix(order(captions=captions), tmp_path / "out", source, texts=texts)
    track: CaptionTrack = outcome.documents[CaptionTrack]
    assert not track.notes, "there is a free place for every page"
    seen = 0
    for (moment, luma), without in zip(luma_frames(delivered(outcome)["video.mp4"]), plain, strict=True):
        changed = np.abs(luma.astype(int) - without) > 45
        seen += changed.sum() > 30
        for box in OCCUPIED:
            if box.start_ms <= moment * 1000 < box.end_ms:
                rows, columns = shown_at(box, float(moment), (180, 320))
                assert not changed[rows, columns].any(), f"{box.kind} at {float(moment):.2f} s"
    assert seen > 80, "captions are there"


def envelope(sound: Sound, hertz: float) -> np.ndarray[Any, Any]:
    """Level of a tone in decibels, every 10 ms."""
    moments = np.arange(sound.shape[1]) / RATE
    turned = sound[0].astype(np.float64) * np.exp(-2j * np.pi * hertz * moments)
    window = np.hanning(2 * RATE // 100)
    smooth = np.convolve(turned, window / window.sum(), "same")[RATE // 200 :: RATE // 100]
    return 20 * np.log10(2 * np.abs(smooth) + 1e-9)


LINES = timed((2000, 4000, "The sea is full of small lights."), (7000, 9000, "A ship saw two of them."))
HIGH = 15_000.0
"""Hertz of a background tone above anything in our voices."""


@pytest.mark.parametrize("depth", [6.0, 12.0, 20.0])
def test_the_background_goes_down_under_speech_and_comes_back(tmp_path: Path, depth: float) -> None:
    sound = tones(SECONDS, (HIGH, 0.05, 0, SECONDS))
    source = write_source(
        tmp_path / "s.mov", Composed(pictures=moving(160, 90, SECONDS, fps=10), sound=sound)
    )
    given = order(
        side=144,
        voiceover=Voiceover(mode=VoiceoverMode.MIX, language=Language.EN),
        ducking=Ducking(depth_db=depth),
    )
    texts = {"analysis": analysis(SECONDS, (160, 90)), "voiceover_script": VoiceoverScript(lines=LINES)}
    outcome = run_remix(given, tmp_path / "out", source, texts=texts)
    level = envelope(heard(delivered(outcome)["video.mp4"]), HIGH)
    dub: Dub = outcome.documents[Dub]
    spans = [(float(line.span.start), float(line.span.end)) for line in dub.lines]
    ends = [0.5, *(end + 0.5 for _, end in spans)]
    starts = [*(start - 0.5 for start, _ in spans), SECONDS - 0.5]
    outside = [level[int(a * 100) : int(b * 100)] for a, b in zip(ends, starts, strict=True)]
    rest = float(np.median(outside[0]))
    for part in outside:
        assert np.abs(part - rest).max() < 0.2, "untouched outside, and back within half a second"
    for start, end in spans:
        under = level[int(start * 100) + 2 : int(end * 100) - 2]
        assert np.median(under) == pytest.approx(rest - depth, abs=1.0)
        assert under.max() < rest - depth + 1.0
    assert np.abs(np.diff(level[20:-20])).max() < 3.0, "no step that is heard"


SPOKEN = TimeSpan(start_ms=3000, end_ms=8000)


@pytest.mark.parametrize("separated", [False, True])
def test_replaced_speech_leaves_its_background_where_somebody_tells_them_apart(
    tmp_path: Path, *, separated: bool
) -> None:
    """The voice is in the middle; the background is on both channels in opposite phase."""
    wide, voice = tones(SECONDS, (330, 0.1, 0, SECONDS)), tones(SECONDS, (1500, 0.2, 3.0, 8.0))
    wide[1] *= -1
    composed = Composed(pictures=moving(160, 90, SECONDS, fps=10), sound=wide + voice)
    source = write_source(tmp_path / "s.mov", composed)
    write_model(tmp_path / "models")
    engines = EngineSettings(
        speakers="embedded", models=tmp_path / "models", separation_model=MODEL if separated else ""
    )
    given = order(side=144, voiceover=Voiceover(mode=VoiceoverMode.REPLACE), ducking=Ducking(enabled=False))
    texts = {
        "analysis": analysis(SECONDS, (160, 90), speech=(SPOKEN,)),
        "voiceover_script": VoiceoverScript(lines=timed((9000, 9400, "Yes."))),
    }
    outcome = run_remix(given, tmp_path / "out", source, texts=texts, engines=engines)
    files = delivered(outcome)
    sound = heard(files["video.mp4"])
    background, speech = (envelope(sound, hertz) for hertz in (330.0, 1500.0))
    rest = float(np.median(background[50:250]))
    within, whole = background[350:750], background[50:860]
    assert np.median(speech[350:750]) < rest - 40, "the voice is gone"
    if separated:
        assert np.abs(whole - rest).max() < 1.0, "its background is not, nor where it changes over"
    else:
        assert np.median(within) == pytest.approx(rest, abs=6.0), "room tone stands in"
    manifest = files["manifest.json"].read_text("utf-8")
    assert ("kept by mid-side" in manifest) is separated
    assert ("room tone" in manifest) is not separated
