"""Small exports of composed sources, judged by the decoded files."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.safe_area import Frame, Rect
from renderer.captions.sidecars.cues import whole_words
from renderer.captions.style.style_files import load_style
from renderer.contract.orders.base import CaptionSettings
from renderer.contract.orders.remix import (
    Aspect,
    Framing,
    FramingMode,
    RemixCaptions,
    Voiceover,
    VoiceoverMode,
)
from renderer.contract.remix.analysis import OccupiedBox, SourceShot, SubjectPoint, TimeSpan
from renderer.contract.remix.timed_text import CueList
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle
from renderer.core.captions import CaptionTrack
from renderer.media.inspection.inspect import Inspection
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
    still,
    timed,
    tones,
    write_source,
)


def flashes(
    seconds: float, times: list[float], *, vfr: bool, lengths: tuple[int, ...] = (20, 25, 40)
) -> Composed:
    """White pictures and beeps at the same seconds, between grey pictures and silence.

    At a variable rate a picture lasts one of the `lengths`, in 600ths of a second.
    """
    dice = np.random.default_rng(7)
    steps = dice.choice(lengths, round(seconds * 30)) if vfr else np.full(round(seconds * 30), 20)
    moments = [Fraction(0), *(Fraction(int(tick), 600) for tick in np.cumsum(steps))]
    moments = sorted(
        {*(one for one in moments if one < seconds), *(Fraction(round(t * 600), 600) for t in times)}
    )
    lit = {Fraction(round(t * 600), 600) for t in times}
    dark, light = np.full((90, 160, 3), 60, np.uint8), np.full((90, 160, 3), 230, np.uint8)

    def shown(moment: Fraction) -> Picture:
        return light if any(0 <= moment - one < Fraction(1, 5) for one in lit) else dark

    beeps = tones(seconds, *((1000.0, 0.5, t, t + 0.2) for t in times))
    return Composed(
        pictures=((moment, shown(moment)) for moment in moments),
        sound=beeps,
        pictures_from=Fraction(3, 2) if vfr else Fraction(0),
        sound_from=Fraction(3, 2) if vfr else Fraction(0),
    )


def onsets_seen(path: Path) -> list[float]:
    levels = [(float(moment), float(luma.mean())) for moment, luma in luma_frames(path)]
    return [after[0] for before, after in pairwise(levels) if before[1] < 140 <= after[1]]


def onsets_heard(sound: Sound) -> list[float]:
    loud = np.abs(sound[0]) > 0.2 * np.abs(sound[0]).max()
    first = np.flatnonzero(loud)
    starts = [first[0], *(after for before, after in pairwise(first) if after - before > RATE // 4)]
    return [float(start) / RATE for start in starts]


@pytest.mark.parametrize("vfr", [False, True])
def test_flash_and_beep_stay_together(tmp_path: Path, *, vfr: bool) -> None:
    times = [0.5, 6.0, 11.5]
    source = write_source(tmp_path / "source.mov", flashes(12.0, times, vfr=vfr))
    outcome = run_remix(order(aspect=Aspect.SQUARE), tmp_path / "out", source)
    video = delivered(outcome)["video.mp4"]
    seen, beeps = onsets_seen(video), onsets_heard(heard(video))
    assert len(seen) == len(beeps) == 3
    frame = 1 / 30
    for flash, beep, planned in zip(seen, beeps, times, strict=True):
        assert beep == pytest.approx(planned, abs=0.01)
        assert -0.001 <= flash - planned < frame + 0.001, "on the first frame that is not earlier"
    inspection: Inspection = outcome.documents[Inspection]
    assert inspection.passed
    assert inspection.loudness_lufs == pytest.approx(-14, abs=0.5)


def test_the_crop_follows_the_subject_cut_by_cut(tmp_path: Path) -> None:
    """A white block on grey: on the left, after a cut on the right, then moving to the middle."""

    def place(moment: Fraction) -> float:
        return 0.2 if moment < 2 else 0.8 if moment < 4 else 0.8 - 0.3 * float(moment - 4) / 2

    def picture(moment: Fraction) -> Picture:
        shown = still(320, 180)
        x = round(place(moment) * 320)
        shown[60:120, x - 12 : x + 12] = 240
        return shown

    moments = [Fraction(number, 30) for number in range(180)]
    source = write_source(tmp_path / "s.mov", Composed(pictures=((one, picture(one)) for one in moments)))
    shots = (
        SourceShot(start_ms=0, end_ms=2000, path=(SubjectPoint(at_ms=0, x=0.2, y=0.5),)),
        SourceShot(start_ms=2000, end_ms=4000, path=(SubjectPoint(at_ms=2000, x=0.8, y=0.5),)),
        SourceShot(
            start_ms=4000,
            end_ms=6000,
            path=(SubjectPoint(at_ms=4000, x=0.8, y=0.5), SubjectPoint(at_ms=6000, x=0.5, y=0.5)),
        ),
    )
    texts = {"analysis": analysis(6.0, (320, 180), shots=shots)}
    outcome = run_remix(order(side=144), tmp_path / "out", source, texts=texts)
    for moment, luma in luma_frames(delivered(outcome)["video.mp4"]):
        assert luma.shape == (256, 144)
        columns = np.flatnonzero((luma > 200).sum(axis=0) > 40)
        middle = (columns[0] + columns[-1] + 1) / 2 / 144
        assert middle == pytest.approx(0.5, abs=0.03), f"at {float(moment):.2f} s"


FRAMINGS = {
    "center": (Framing(mode=FramingMode.CENTER), 0.5),
    "manual": (Framing(mode=FramingMode.MANUAL, x=0.75, y=0.5, zoom=2.0), 0.75),
}


@pytest.mark.parametrize("name", FRAMINGS)
def test_center_and_manual_show_what_was_chosen(tmp_path: Path, name: str) -> None:
    """A ramp from black to white: the level in the middle of the frame shows where the crop is."""
    ramp = np.repeat(np.linspace(20, 235, 320)[None, :, None], 180, axis=0).repeat(3, axis=2).astype(np.uint8)
    source = write_source(tmp_path / "s.mov", Composed(pictures=((Fraction(n, 30), ramp) for n in range(30))))
    framing, x = FRAMINGS[name]
    outcome = run_remix(order(side=144, framing=framing), tmp_path / "out", source)
    (_, luma), *_ = luma_frames(delivered(outcome)["video.mp4"])
    extent = (180 * 9 / 16) / 320 / framing.zoom
    for column, share in ((4, 4 / 144), (72, 0.5), (140, 140 / 144)):
        level = 20 + 215 * (x + (share - 0.5) * extent)
        assert luma[:, column].mean() == pytest.approx(16 + level * 219 / 255, abs=3)


def test_fit_shows_all_of_it_over_a_soft_copy(tmp_path: Path) -> None:
    board = np.kron(np.indices((9, 16)).sum(axis=0) % 2, np.ones((20, 20)))[:, :, None].repeat(3, axis=2)
    picture = (40 + 180 * board).astype(np.uint8)
    source = write_source(
        tmp_path / "s.mov", Composed(pictures=((Fraction(n, 30), picture) for n in range(30)))
    )
    given = order(side=144, framing=Framing(mode=FramingMode.FIT))
    (_, luma), *_ = luma_frames(delivered(run_remix(given, tmp_path / "out", source))["video.mp4"])
    middle, above = luma[90:166], luma[10:80]
    assert middle.std() > 60, "the board, sharp"
    assert above.std() < 25, "its copy, soft"
    assert above.mean() > 40, "and not black"


CUES = timed(
    (500, 2000, "First words at the start."),
    (2500, 4500, "Then some more of them."),
    (5000, 5800, "The end."),
)


def test_captions_stand_clear_of_faces_and_text_and_keep_their_times(tmp_path: Path) -> None:
    source = write_source(
        tmp_path / "s.mov", Composed(pictures=moving(320, 180, 6), sound=tones(6, (300, 0.2, 0, 6)))
    )
    occupied = (
        OccupiedBox(start_ms=0, end_ms=6000, kind="face", left=0.3, top=0.35, width=0.4, height=0.3),
        OccupiedBox(start_ms=2400, end_ms=6000, kind="text", left=0.0, top=0.65, width=1.0, height=0.2),
    )
    style = CaptionStyle.TIKTOK
    captions = RemixCaptions(style=style, position=CaptionPosition.CENTER)
    texts = {
        "analysis": analysis(6.0, (320, 180), occupied=occupied),
        "cues": CueList(language="en", cues=CUES),
    }
    outcome = run_remix(order(side=180, captions=captions), tmp_path / "out", source, texts=texts)
    track: CaptionTrack = outcome.documents[CaptionTrack]
    frame = Frame(width=180, height=320)
    letters = lettering(load_style(style), track.language)
    face, text = (Rect(0, box.top * 320, 180, (box.top + box.height) * 320) for box in occupied)
    for page in track.pages:
        block = lay_page(
            page, letters=letters, position=track.position, frame=frame, safe_area=track.safe_area
        ).block
        assert not block.overlaps(face)
        assert page.span.end <= Fraction(24, 10) or not block.overlaps(text)
    assert not track.notes
    cue_starts = {Fraction(cue.start_ms, 1000) for cue in CUES}
    assert cue_starts <= {page.span.start for page in track.pages}
    assert track.pages[-1].span.end == Fraction(58, 10)
    files = delivered(outcome)
    assert "First words" in files["captions.srt"].read_text("utf-8")
    assert files["captions.vtt"].exists()
    manifest = json.loads(files["manifest.json"].read_text("utf-8"))
    assert manifest["video"]["pictures"]["path"] == "encoded"
    assert str(tmp_path) not in files["manifest.json"].read_text("utf-8")


def test_emoji_and_undrawable_letters_of_cues_are_left_out_with_a_note(tmp_path: Path) -> None:
    source = write_source(
        tmp_path / "s.mov", Composed(pictures=moving(320, 180, 3), sound=tones(3, (300, 0.2, 0, 3)))
    )
    cues = timed(
        (200, 1000, "Hot 🔥 words \U00012345 here"), (1000, 1800, "🔥👍🏽"), (2000, 2800, "Peace \ufdfa!")
    )
    texts = {"analysis": analysis(3.0, (320, 180)), "cues": CueList(language="en", cues=cues)}
    outcome = run_remix(order(side=180, captions=RemixCaptions()), tmp_path / "out", source, texts=texts)
    track: CaptionTrack = outcome.documents[CaptionTrack]
    words = [
        word.text
        for word in whole_words([w for page in track.pages for line in page.lines for w in line.words])
    ]
    assert words == ["Hot", "words", "here", "Peace", "صلى", "الله", "عليه", "وسلم!"]
    manifest = json.loads(delivered(outcome)["manifest.json"].read_text("utf-8"))
    notes = "\n".join(manifest["captions"]["notes"])
    assert "emoji are left out of captions and titles: 🔥, 👍🏽" in notes
    assert "U+12345" in notes
    assert "\ufdfa by" in notes


def test_a_voiceover_of_the_captions_lights_their_words_when_it_says_them(tmp_path: Path) -> None:
    source = write_source(
        tmp_path / "s.mov", Composed(pictures=moving(320, 180, 6), sound=tones(6, (300, 0.2, 0, 6)))
    )
    texts = {
        "analysis": analysis(6.0, (320, 180), speech=(TimeSpan(start_ms=400, end_ms=5800),)),
        "cues": CueList(language="en", cues=CUES),
    }
    given = order(captions=RemixCaptions(), voiceover=Voiceover(mode=VoiceoverMode.REPLACE))
    outcome = run_remix(given, tmp_path / "out", source, texts=texts)
    assert "voiceover.json" in delivered(outcome)
    track: CaptionTrack = outcome.documents[CaptionTrack]
    words = [word for page in track.pages for line in page.lines for word in line.words]
    assert {word.span.start for word in words} & {Fraction(500, 1000)}
    assert words[1].span.start != Fraction(500, 1000) + Fraction(6 * 1500, 25 * 1000)
    assert outcome.documents[Inspection].passed


STRANGE: dict[str, tuple[tuple[int, int], float, int]] = {
    "one second": ((320, 180), 1.0, 30),
    "odd sides": ((321, 181), 1.0, 30),
    "240 frames a second": ((160, 90), 1.0, 240),
    "a line": ((3 * 2, 5000 // 4), 0.5, 30),
    "tall": ((90, 320), 1.0, 25),
}


@pytest.mark.parametrize("aspect", [Aspect.SOURCE, Aspect.PORTRAIT, Aspect.LANDSCAPE])
@pytest.mark.parametrize("name", STRANGE)
def test_strange_sources_come_out_whole(tmp_path: Path, name: str, aspect: Aspect) -> None:
    (width, height), seconds, fps = STRANGE[name]
    pictures = moving(width // 2 * 2, height // 2 * 2, seconds, fps=fps)
    source = write_source(
        tmp_path / "s.mov", Composed(pictures=pictures, sound=tones(seconds, (400, 0.2, 0, seconds)))
    )
    captions = RemixCaptions(**CaptionSettings().model_dump())
    texts = {"cues": CueList(language="en", cues=timed((100, round(seconds * 900), "Hi there.")))}
    outcome = run_remix(
        order(side=144, aspect=aspect, captions=captions), tmp_path / "out", source, texts=texts
    )
    inspection: Inspection = outcome.documents[Inspection]
    assert inspection.passed
    assert float(inspection.duration) == pytest.approx(seconds, abs=0.05)


@pytest.mark.parametrize("aspect", [Aspect.SOURCE, Aspect.SQUARE])
@pytest.mark.parametrize("frames", [1, 3, 12, 20])
def test_a_moment_with_sound_is_not_judged_by_its_loudness(
    tmp_path: Path, frames: int, aspect: Aspect
) -> None:
    seconds = frames / 30
    source = Composed(pictures=moving(160, 90, seconds), sound=tones(seconds, (400, 0.2, 0, seconds)))
    path = write_source(tmp_path / "s.mov", source)
    uncaptioned = RemixCaptions(enabled=False)
    outcome = run_remix(order(side=144, aspect=aspect, captions=uncaptioned), tmp_path / "out", path)
    inspection: Inspection = outcome.documents[Inspection]
    assert (inspection.passed, inspection.frames) == (True, frames)
    assert np.abs(heard(delivered(outcome)["video.mp4"])).max() > 0.1
