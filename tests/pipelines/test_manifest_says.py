"""What the manifest says about who made the pictures and whose word times were estimated."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PIL import Image

from pipelines.manifest import makers_by_time
from pipelines.stages.align_words import guess_notes
from renderer.backends.alignment.base import WordAligner
from renderer.backends.alignment.proportional import Proportional
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.fake import FakeSpeech
from renderer.contract.orders.base import FrameSpec
from renderer.contract.vocabulary import StylePack
from renderer.core.picture_spec import MediaSpec, PainterSpec
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange
from renderer.core.words import Word
from tests.support.rendering import render, small_order

FRAME = FrameSpec(width=144, height=256, fps=10)


def shot(start: int, end: int, media: str = "") -> Shot:
    picture = MediaSpec(media=media, seed=1) if media else PainterSpec(painter="sky", seed=1)
    return Shot(span=TimeRange(Fraction(start), Fraction(end)), scene="s", picture=picture)


def test_makers_are_named_by_their_time_on_screen() -> None:
    shots = (shot(0, 3), shot(3, 7, "aa"), shot(7, 8, "bb"))
    board = Storyboard(
        pack=next(iter(StylePack)),
        shots=shots,
        makers={"aa": "Pexels", "bb": "own media", "unused": "Pixabay"},
    )
    assert makers_by_time(board) == ["Pexels", "painters", "own media"]


def test_painters_are_named_where_nothing_was_found(tmp_path: Path) -> None:
    render(small_order(script="Two pump blood.", frame=FRAME), tmp_path)
    made = json.loads((tmp_path / "video.manifest.json").read_text("utf-8"))
    assert made["providers"]["pictures"]["name"] == "painters"
    assert {each["by"] for each in made["pictures"]["shots"]} == {"painters"}
    notes = [note for note in made["providers"]["notes"] if "sounds robotic" not in note]
    assert notes == [], "the engine says when it says each word"


def test_the_users_own_pictures_are_named_as_such(tmp_path: Path) -> None:
    media = tmp_path / "media"
    media.mkdir()
    for number in range(4):
        Image.new("RGB", (300, 300), (60 * number, 90, 30)).save(media / f"{number}.png")
    render(small_order(script="Two pump blood.", frame=FRAME, media_dir=str(media)), tmp_path)
    made = json.loads((tmp_path / "video.manifest.json").read_text("utf-8"))
    assert "own media" in made["providers"]["pictures"]["name"].split(", ")
    assert [shot["by"] for shot in made["pictures"]["shots"]] == ["own media", "painters"]  # the closing card


def test_guessed_word_times_leave_a_note() -> None:
    heard = Word(
        text="one", span=TimeRange(Fraction(0), Fraction(1)), line="l1", token=0, confidence=0.9, source="dtw"
    )
    assert guess_notes([heard]) == ()
    guessed = [replace(heard, line=line, source="proportional") for line in ("l2", "l2", "l5")]
    (note,) = guess_notes([heard, *guessed])
    assert "3 of 4 words" in note
    assert "lines l2, l5" in note
    assert "guessed" in note


def test_a_run_whose_aligner_only_guesses_says_so_in_the_manifest(tmp_path: Path) -> None:
    engines: dict[type, Any] = {
        SpeechEngine: lambda: FakeSpeech(knows_times=False),
        WordAligner: Proportional,
    }
    render(small_order(script="Two pump blood.", frame=FRAME), tmp_path, engines=engines)
    made = json.loads((tmp_path / "video.manifest.json").read_text("utf-8"))
    assert made["providers"]["alignment"] == {"proportional": 3}
    notes = [note for note in made["providers"]["notes"] if "guessed" in note]
    assert len(notes) == 1
    assert "3 of 3 words" in notes[0]
