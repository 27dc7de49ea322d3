"""The whole short pipeline with real engines at a small size, judged by the finished file."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from pipelines.documents import RenderedVideo
from pipelines.short import SHORT
from pipelines.stages import mix_audio
from renderer.audio.signal.wav import write_wav
from renderer.backends.alignment.base import WordAligner
from renderer.backends.imagery.base import PictureFinder
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.writing.base import ScriptWriter
from renderer.contract.orders.base import CaptionSettings, NarratedOrder
from renderer.contract.vocabulary import Language, VideoMode
from renderer.core.captions import CaptionTrack
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import AUDIO_RATE, nearest_frame
from renderer.core.words import Narration
from renderer.errors import ClipwrightError
from renderer.media.inspection.inspect import Inspection
from renderer.rendering.segment_content import key_frames
from renderer.runtime.artifacts import file_digest
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Outcome, Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.stage import StageContext
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_packs import StylePacks
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings
from tests.support.rendering import SMALL, render, settings_of, small_order, video_of


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    folder = tmp_path_factory.mktemp("short")
    return folder, render(small_order(), folder)


CLEARLY = 70
"""Difference in levels between a white word and its active green, less what the encoder blurs."""


def manifest_of(folder: Path) -> dict[str, Any]:
    text = (folder / "video.manifest.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def test_the_video_passes_inspection_and_all_sidecars_are_there(finished: tuple[Path, Outcome]) -> None:
    folder, outcome = finished
    inspection: Inspection = outcome.documents[Inspection]
    assert inspection.passed
    assert abs(inspection.loudness_lufs + 14) <= 0.5
    assert inspection.true_peak_dbtp <= -1.0
    names = {path.name for path in folder.iterdir() if path.is_file()}
    suffixes = {".mp4", ".manifest.json", ".words.json", ".credits.txt", ".srt", ".vtt", ".jpg"}
    assert names == {f"video{suffix}" for suffix in suffixes}


def test_words_json_holds_every_spoken_word_with_rising_times(finished: tuple[Path, Outcome]) -> None:
    folder, outcome = finished
    words = json.loads((folder / "video.words.json").read_text("utf-8"))
    assert " ".join(word["text"] for word in words) == (
        "Why do octopuses have 3 hearts? Two pump blood to the gills. It is a strange design."
    )
    assert all(set(word) == {"text", "start", "end", "line", "confidence", "source"} for word in words)
    edges = [edge for word in words for edge in (word["start"], word["end"])]
    assert edges == sorted(edges)
    narration: Narration = outcome.documents[Narration]
    assert edges[-1] <= float(narration.duration) + 1e-6  # sidecars round to six decimals
    assert {word["source"] for word in words} == {"espeak"}


def test_the_manifest_says_who_did_what(finished: tuple[Path, Outcome]) -> None:
    folder, outcome = finished
    manifest = manifest_of(folder)
    assert manifest["schema"] == "Manifest.1"
    assert manifest["video"]["sha256"] == file_digest(folder / "video.mp4")
    assert manifest["providers"]["encoder"]["name"] == "libx264"
    assert manifest["providers"]["writing"] == {"name": "file", "fingerprint": "script file 2"}
    assert manifest["script"]["source"] == "file"
    assert [stage["name"] for stage in manifest["stages"]] == [s.name for s in SHORT.stages[:-1]]
    assert manifest["captions"]["pages"] == len(outcome.documents[CaptionTrack].pages)
    assert str(folder) not in (folder / "video.manifest.json").read_text("utf-8")


def test_the_thumbnail_is_a_picture_of_the_videos_size(finished: tuple[Path, Outcome]) -> None:
    folder, _ = finished
    with Image.open(folder / "video.jpg") as picture:
        assert picture.size == (SMALL.width, SMALL.height)
        assert np.asarray(picture.convert("L")).std() > 15


def test_key_frames_stand_where_the_plan_says(finished: tuple[Path, Outcome]) -> None:
    _, outcome = finished
    with av.open(str(video_of(outcome))) as container:
        found = [
            packet for packet in container.demux(video=0) if packet.is_keyframe and packet.pts is not None
        ]
        rate = container.streams.video[0].average_rate or 0
        numbers = [round(packet.pts * packet.time_base * rate) for packet in found if packet.pts is not None]
    plan: RenderPlan = outcome.documents[RenderedVideo].plan
    assert tuple(numbers) == key_frames(plan)
    assert len(numbers) > 1


def test_subtitles_hold_the_text(finished: tuple[Path, Outcome]) -> None:
    folder, _ = finished
    srt = (folder / "video.srt").read_text("utf-8")
    assert srt.startswith("1\n00:00:00,")
    assert (folder / "video.vtt").read_text("utf-8").startswith("WEBVTT")
    assert "octopuses" in srt


def test_the_active_word_changes_on_the_decoded_frame_of_its_start(finished: tuple[Path, Outcome]) -> None:
    """In the caption's box, the frame at an onset differs clearly from the one before."""
    folder, outcome = finished
    track: CaptionTrack = outcome.documents[CaptionTrack]
    with av.open(str(folder / "video.mp4")) as container:
        frames = [frame.to_ndarray(format="rgb24").astype(np.int16) for frame in container.decode(video=0)]
    rows = slice(SMALL.height // 3, SMALL.height * 2 // 3)
    changed = [0] + [
        int((np.abs(b[rows] - a[rows]).max(axis=2) > CLEARLY).sum()) for a, b in itertools.pairwise(frames)
    ]
    onsets = [
        nearest_frame(word.span.start, SMALL.fps)
        for page in track.pages
        for word in [word for line in page.lines for word in line.words][1:]
    ]
    assert len(onsets) >= 5
    calm = sorted(changed)[len(changed) // 2]
    for onset in onsets:
        assert changed[onset] > 10 + 3 * calm, f"no change at frame {onset}"


def test_the_same_order_gives_the_same_bytes_in_a_fresh_workspace(
    finished: tuple[Path, Outcome], tmp_path: Path
) -> None:
    folder, _ = finished
    again = render(small_order(), tmp_path)
    assert file_digest(video_of(again)) == file_digest(folder / "video.mp4")


def test_another_caption_style_keeps_script_voice_and_word_times(finished: tuple[Path, Outcome]) -> None:
    folder, _ = finished
    order = small_order(settings=settings_of(captions=CaptionSettings.model_validate({"style": "minimal"})))
    reports = render(order, folder).reports
    redone = [report.name for report in reports if not report.cached]
    drawn = ["lay_out_captions", "render_video", "inspect_video", "publish"]
    pictures = {"storyboard", "cue_sound", "draw_thumbnail"}  # where the captions' box differs
    assert [name for name in redone if name not in pictures] == drawn


def test_a_run_that_died_resumes_at_the_first_missing_stage(tmp_path: Path) -> None:
    calls = 0

    def dies_while_rendering() -> bool:
        nonlocal calls
        calls += 1
        return calls > 40

    with pytest.raises(ClipwrightError, match="cancelled"):
        render(small_order(), tmp_path, cancelled=dies_while_rendering)
    assert not (tmp_path / "video.mp4").exists()
    reports = render(small_order(), tmp_path).reports
    assert [report.name for report in reports if report.cached][:3] == [
        "write_script",
        "narrate",
        "align_words",
    ]


@pytest.mark.parametrize(("language", "mode"), zip(Language, itertools.cycle(VideoMode), strict=False))
def test_every_language_and_every_mode_gives_a_valid_file(
    mode: VideoMode, language: Language, tmp_path: Path
) -> None:
    """Each language once, each mode at least once; `make fuzz` tries the other combinations."""
    frame = SMALL.model_copy(update={"width": 144, "height": 256, "fps": 10})
    order = small_order(
        topic=TOPICS[language],
        script="",
        frame=frame,
        settings=settings_of(video_mode=mode, language=language),
    )
    outcome = render(order, tmp_path, shortened=True)
    assert outcome.documents[Inspection].passed
    manifest = manifest_of(tmp_path)
    assert manifest["script"]["source"] == ("lexicon" if language is Language.EN else "template")
    told = json.dumps(manifest["script"], ensure_ascii=False)
    assert TOPICS[language].casefold() in told.casefold()


TOPICS = {
    Language.EN: "octopus hearts",
    Language.ES: "el pulpo",
    Language.ZH: "章鱼的心脏",
    Language.HI: "ऑक्टोपस का दिल",
    Language.AR: "قلوب الأخطبوط",
    Language.PT: "o polvo",
    Language.FR: "la pieuvre",
    Language.JA: "タコの心臓",
    Language.DE: "der Oktopus",
    Language.RU: "осьминог",
}


@pytest.mark.parametrize("size", [(480, 270), (320, 320), (256, 320)])
def test_other_aspect_ratios_give_valid_files(size: tuple[int, int], tmp_path: Path) -> None:
    frame = SMALL.model_copy(update={"width": size[0], "height": size[1], "fps": 10})
    assert render(small_order(frame=frame), tmp_path).documents[Inspection].passed


def test_a_folder_of_own_pictures_is_used(tmp_path: Path) -> None:
    media = tmp_path / "media"
    media.mkdir()
    rng = np.random.default_rng(1)
    for name in ("octopus.png", "gills.jpg"):
        noise = rng.integers(0, 255, (40, 30, 3), np.uint8)
        Image.fromarray(noise).resize((600, 800)).save(media / name)
    (media / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    (media / "notes.pdf").write_bytes(b"%PDF-1.4")
    render(small_order(media_dir=str(media)), tmp_path)
    pictures = manifest_of(tmp_path)["pictures"]
    assert sum(bool(shot["media"]) for shot in pictures["shots"]) == 2
    assert any("broken.png" in note for note in pictures["notes"])
    assert any("notes.pdf" in note for note in pictures["notes"])


def test_an_unusable_media_folder_is_one_clear_error(tmp_path: Path) -> None:
    media = tmp_path / "media"
    media.mkdir()
    (media / "x.png").write_bytes(b"")
    with pytest.raises(ClipwrightError) as caught:
        render(small_order(media_dir=str(media)), tmp_path)
    assert caught.value.code == "media_nothing_usable"


def test_a_file_that_fails_inspection_is_never_published(tmp_path: Path) -> None:
    """The mix is replaced by silence, so the finished file misses its loudness."""

    def silent(context: StageContext[NarratedOrder]) -> object:
        mix = mix_audio.run(context)
        path = context.scratch / "silence.wav"
        write_wav(path, np.zeros((2, int(mix.duration * AUDIO_RATE)), np.float32))
        return replace(mix, audio=context.keep(path))

    muted = replace(mix_audio.STAGE, run=silent, version=99)
    stages = tuple(muted if stage.name == "mix_audio" else stage for stage in SHORT.stages)
    with pytest.raises(ClipwrightError) as caught:
        render(small_order(), tmp_path, stages=stages)
    assert caught.value.code == "quality_gate"
    assert "LUFS" in caught.value.sentence
    assert [path.name for path in tmp_path.iterdir()] == ["workspace"]


def test_one_frame_needs_neither_publisher_nor_encoder(tmp_path: Path) -> None:
    order = small_order()
    settings = WorkerSettings(workspace=tmp_path)
    engines = build_capabilities(order, rim={}, settings=settings)
    stages = needed_for(SHORT.stages, Storyboard, CaptionTrack)
    run_pipeline(stages, Run(order=order, capabilities=engines, workspace=open_workspace(tmp_path)))
    assert engines.opened == {ScriptWriter, SpeechEngine, WordAligner, PictureFinder, StylePacks}
