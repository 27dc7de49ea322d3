"""Awkward sources and scripts give a declared compromise, never speech over speech."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from pipelines.project.documents import Dub, EncodedExport, PicturePath
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.fake import FakeSpeech
from renderer.contract.orders.remix import (
    Aspect,
    Ducking,
    RemixCaptions,
    RemixPreview,
    RemixSettings,
    Voiceover,
    VoiceoverMode,
)
from renderer.contract.remix.analysis import TimeSpan
from renderer.contract.remix.spoken_lines import SpokenVoiceover
from renderer.contract.remix.timed_text import CueList, VoiceoverScript
from renderer.contract.vocabulary import Language
from renderer.media.inspection.inspect import Inspection
from tests.support.remix import orders as remix_orders
from tests.support.remix.projects import (
    Composed,
    analysis,
    delivered,
    heard,
    moving,
    run_remix,
    timed,
    tones,
    write_source,
)

REPLACED = Voiceover(mode=VoiceoverMode.REPLACE, language=Language.EN)
LINES = VoiceoverScript(lines=timed((1000, 3000, "The sea is full of lights.")))
order = partial(remix_orders.order, side=144)


@pytest.mark.parametrize("aspect", [Aspect.SOURCE, Aspect.PORTRAIT, Aspect.SQUARE])
def test_three_by_five_thousand_pixels(tmp_path: Path, aspect: Aspect) -> None:
    source = tmp_path / "s.mov"
    rows = np.linspace(20, 230, 5000).astype(np.uint8)
    with av.open(str(source), "w", format="mov") as container:
        stream: Any = container.add_stream("png", rate=10)
        stream.width, stream.height, stream.pix_fmt = 3, 5000, "rgb24"
        for number in range(10):
            picture = np.repeat(np.repeat(np.roll(rows, 9 * number)[:, None, None], 3, axis=1), 3, axis=2)
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, 10)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    texts = {"cues": CueList(language="en", cues=timed((100, 900, "Hi there.")))}
    given = order(aspect=aspect, captions=RemixCaptions())
    outcome = run_remix(given, tmp_path / "out", source, texts=texts)
    inspection: Inspection = outcome.documents[Inspection]
    assert inspection.passed
    assert inspection.duration == 1
    export: EncodedExport = outcome.documents[EncodedExport]
    assert export.pictures is PicturePath.ENCODED
    assert export.why


@pytest.mark.parametrize("mode", [VoiceoverMode.MIX, VoiceoverMode.REPLACE])
def test_a_voiceover_for_a_video_without_sound(tmp_path: Path, mode: VoiceoverMode) -> None:
    source = write_source(tmp_path / "s.mov", Composed(pictures=moving(160, 90, 4, fps=10)))
    texts = {"analysis": analysis(4.0, (160, 90)), "voiceover_script": LINES}
    given = order(voiceover=Voiceover(mode=mode, language=Language.EN))
    outcome = run_remix(given, tmp_path / "out", source, texts=texts)
    sound = np.abs(heard(delivered(outcome)["video.mp4"])[0])
    assert sound[48_000:96_000].max() > 0.1
    assert sound[: 48_000 - 2000].max() < 0.01


def test_music_is_not_taken_for_speech_that_is_to_be_replaced(tmp_path: Path) -> None:
    """The source has no speech, so nothing is removed: the music remains, ducked under the lines."""
    music = tones(6.0, (300, 0.1, 0, 6), (450, 0.1, 0, 6))
    source = write_source(tmp_path / "s.mov", Composed(pictures=moving(160, 90, 6, fps=10), sound=music))
    texts = {"analysis": analysis(6.0, (160, 90)), "voiceover_script": LINES}
    outcome = run_remix(order(voiceover=REPLACED), tmp_path / "out", source, texts=texts)
    sound = heard(delivered(outcome)["video.mp4"])[0]
    rest, behind = (float(np.sqrt(np.mean(sound[a * 48_000 : b * 48_000] ** 2))) for a, b in ((4, 5), (5, 6)))
    assert rest > 0.05
    assert behind == pytest.approx(rest, rel=0.05)


def test_speech_over_the_whole_length_is_replaced_from_end_to_end(tmp_path: Path) -> None:
    speech = tones(6.0, (1500, 0.2, 0, 6))
    source = write_source(tmp_path / "s.mov", Composed(pictures=moving(160, 90, 6, fps=10), sound=speech))
    texts = {
        "analysis": analysis(6.0, (160, 90), speech=(TimeSpan(start_ms=0, end_ms=6000),)),
        "voiceover_script": LINES,
    }
    outcome = run_remix(order(voiceover=REPLACED), tmp_path / "out", source, texts=texts)
    assert outcome.documents[Inspection].passed
    dub: Dub = outcome.documents[Dub]
    assert dub.lines[0].placement.cut == 0


def test_five_hundred_lines_in_windows_of_80_ms(tmp_path: Path) -> None:
    seconds = 40.0
    sound = tones(seconds, (330, 0.1, 0, seconds))
    source = write_source(tmp_path / "s.mov", Composed(pictures=moving(32, 32, seconds, fps=2), sound=sound))
    lines = timed(*((80 * at, 80 * at + 80, f"Line {at}.") for at in range(500)))
    given = RemixPreview(
        settings=RemixSettings(
            voiceover=Voiceover(mode=VoiceoverMode.MIX, language=Language.EN), ducking=Ducking()
        )
    )
    texts = {"analysis": analysis(seconds, (32, 32)), "voiceover_script": VoiceoverScript(lines=lines)}
    outcome = run_remix(
        given, tmp_path / "out", source, texts=texts, main="mix.m4a", rim={SpeechEngine: FakeSpeech}
    )
    told = SpokenVoiceover.model_validate_json(delivered(outcome)["voiceover.json"].read_text("utf-8"))
    assert len(told.lines) == 500
    said = [line for line in told.lines if line.fit.heard]
    spans = [(line.start_ms + line.fit.shift_ms, line.end_ms + line.fit.overrun_ms) for line in said]
    assert all(end <= start + 1 for (_, end), (start, _) in pairwise(spans))
    assert spans[-1][1] <= seconds * 1000
    silent = [line for line in told.lines if not line.fit.heard]
    assert silent, "not all of them fit"
    assert all(line.fit.cut_ms > 0 or not line.text for line in silent)
