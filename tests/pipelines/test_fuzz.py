"""Generated orders through the pipeline's decisions; `python -m benchmarks.fuzz` tries thousands more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.fuzz import (
    DONE,
    FRAME,
    REFUSED,
    Way,
    music_of,
    order_of,
    planned_deeply,
    planned_lightly,
    rendered,
    run_of,
    tried,
)
from benchmarks.support.fuzz_topics import Case, case
from pipelines.short import SHORT
from pipelines.stages import mix_audio
from renderer.audio.music.brief import MusicBrief
from renderer.audio.music.perform import compose
from renderer.audio.signal.samples import Floats
from renderer.contract.orders.base import VideoSettings
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.mix import Mix
from renderer.core.script import Script
from renderer.core.storyboard import Storyboard
from renderer.core.words import Narration
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.runner import run_pipeline
from tests.support.rendering import render, small_order

SAMPLE = 60
LEAST_DONE = 8
"""Of ten; at most one of ten in the sample is refused."""
KNOWN = (
    ("Top 5 moves 🔥 that changed chess", Language.EN),
    ("Why do cats number 8 sleep so long", Language.EN),
    ("Why empires are so strange 82", Language.EN),
    ("왜 하늘은 파란가", Language.EN),
    ("ทำไมท้องฟ้าเป็นสีฟ้า", Language.ZH),
    ("למה השמיים כחולים", Language.RU),
    ("Γιατί ο ουρανός είναι μπλε", Language.AR),
    ("Tại sao bầu trời xanh", Language.HI),
    ("𠀀𠀁 rare 𪚥", Language.FR),
    ("ﷺ", Language.DE),
    ("Pay $" + "9" * 310, Language.EN),
    ("漢" * 500, Language.RU),
    ("a" * 500, Language.PT),
    ("#17²50894354251347 A47٫ $87 ~9k5", Language.AR),
)
"""Cases that once failed."""


def test_the_same_number_is_the_same_order() -> None:
    assert [case(number, seed=3) for number in range(20)] == [case(number, seed=3) for number in range(20)]
    assert case(1, seed=3) != case(1, seed=4)


@pytest.mark.parametrize("first", range(0, SAMPLE, 10))
def test_generated_orders_do_not_fail(first: int) -> None:
    results = [tried(number, seed=7, way=planned_lightly) for number in range(first, first + 10)]
    assert [result for result in results if result.outcome not in {DONE, REFUSED}] == []
    assert sum(result.outcome == DONE for result in results) >= LEAST_DONE, "most topics can be said"


def test_the_music_that_is_planned_is_the_one_that_the_product_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = order_of(Case(topic="", script="Why?\n\nTwo hearts. One rests.", settings=VideoSettings()))
    run = run_of(order, tmp_path)
    made = run_pipeline(needed_for(SHORT.stages, Script, Narration, Storyboard), run).documents
    asked: list[MusicBrief] = []

    def composed(brief: MusicBrief, path: Path) -> Floats:
        asked.append(brief)
        return compose(brief, path)

    monkeypatch.setattr(mix_audio, "compose", composed)
    run_pipeline(needed_for(SHORT.stages, Mix), run)
    assert asked == [music_of(order, made[Script], made[Narration], made[Storyboard])]
    assert len(asked[0].accents) > 1


@pytest.mark.parametrize(("topic", "language"), KNOWN)
def test_what_failed_once_does_not_fail_again(topic: str, language: Language, tmp_path: Path) -> None:
    settings = VideoSettings(language=language)
    planned_deeply(order_of(Case(topic=topic, script="", settings=settings)), tmp_path)


@pytest.mark.parametrize("script", ["1" * 400, "a" * 5000])
@pytest.mark.parametrize("way", [planned_lightly, planned_deeply])
def test_endless_words_of_a_callers_script_are_planned_and_drawn(
    script: str, way: Way, tmp_path: Path
) -> None:
    way(order_of(Case(topic="", script=script, settings=VideoSettings())), tmp_path)


@pytest.mark.parametrize(
    ("way", "script"),
    [
        (planned_lightly, "Pay 9.\n\n5026469048875269:61266347085839189602544762609421"),
        (planned_deeply, "Why?\n\n312746859031:904687123590.\n\nIt rests."),
    ],
    ids=["steady voice", "embedded voice"],
)
def test_figures_that_take_eight_seconds_to_say_are_more_than_one_shot(
    way: Way, script: str, tmp_path: Path
) -> None:
    """One token of two figures; in the slowest mode, one shot once lasted as long as saying it."""
    settings = VideoSettings(video_mode=VideoMode.DARK_HISTORY, language=Language.HI)
    way(order_of(Case(topic="", script=script, settings=settings)), tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_topic_of_one_sign_again_and_again_passes_the_quality_gate(tmp_path: Path) -> None:
    """Its picture once stopped moving under a word that did not end, so the finished video was frozen."""
    rendered(
        order_of(Case(topic="漢" * 500, script="", settings=VideoSettings(language=Language.RU))), tmp_path
    )
    manifest = json.loads((tmp_path / "video.manifest.json").read_text("utf-8"))
    assert "漢" in manifest["script"]["title"]
    inspection = manifest["video"]["inspection"]
    assert inspection["findings"] == []
    assert inspection["frames"] == manifest["video"]["frames"] > FRAME.fps
    assert (tmp_path / "video.mp4").stat().st_size == inspection["size_bytes"]


def test_what_stood_for_what_reaches_the_manifest(tmp_path: Path) -> None:
    render(small_order().model_copy(update={"topic": "Moves 🔥 of ﷺ and \U00012345 in chess"}), tmp_path)
    manifest = json.loads((tmp_path / "video.manifest.json").read_text("utf-8"))
    notes = [note for note in manifest["providers"]["notes"] if "sounds robotic" not in note]
    assert notes == [
        "emoji are left out of captions and titles: 🔥",
        "replaced because no bundled face draws it: ﷺ by صلى الله عليه وسلم",
        "left out because no bundled face draws it: U+12345",
    ]
    assert manifest["script"]["title"] == "Moves of صلى الله عليه وسلم and in chess"
    assert "🔥" not in (tmp_path / "video.srt").read_text("utf-8")
