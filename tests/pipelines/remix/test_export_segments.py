"""Exports in segments: cut where the source can be entered, reused, and the same from other workers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pipelines.project.documents import EncodedExport, ReframedSource
from renderer.contract.orders.remix import Aspect, OriginalAudio, RemixCaptions, RemixExport, RemixSettings
from renderer.core.timecode import first_frame
from renderer.media.sources.normalise import survey_video
from renderer.rendering.segment_content import segments_of
from renderer.runtime.artifacts import file_digest
from renderer.runtime.progress import NullObserver, RunEvent, StageAdvanced, StageStarted
from renderer.runtime.segment_processes import NoSegmentProcesses, SegmentProcesses
from renderer.runtime.workspace_folders import Workspace
from tests.support.remix.projects import Composed, delivered, moving, run_remix, tones, write_source

SECONDS, FPS = 28.0, 10


class Watched(NullObserver):
    def __init__(self) -> None:
        self.encoded: list[str] = []

    def see(self, event: RunEvent) -> None:
        if isinstance(event, StageAdvanced) and event.name == "render_export":
            self.encoded.append(event.detail)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    composed = Composed(
        pictures=moving(160, 90, SECONDS, fps=FPS), sound=tones(SECONDS, (300, 0.2, 0, SECONDS))
    )
    return write_source(tmp_path_factory.mktemp("long") / "s.mov", composed, gop=20)


def order(*, sounds: bool = True) -> RemixExport:
    settings = RemixSettings(
        aspect=Aspect.SQUARE,
        captions=RemixCaptions(enabled=False),
        original_audio=OriginalAudio(enabled=sounds),
    )
    return RemixExport(settings=settings, side=144)


def test_segments_begin_where_decoding_can(source: Path, tmp_path: Path) -> None:
    outcome = run_remix(order(), tmp_path / "out", source)
    reframed: ReframedSource = outcome.documents[ReframedSource]
    export: EncodedExport = outcome.documents[EncodedExport]
    assert export.plan is not None
    segments = segments_of(export.plan)
    assert len(segments) == 5
    entries = {first_frame(entry, reframed.fps) for entry in survey_video(source).entries}
    assert {frames.start for frames in segments} <= entries
    assert float(export.duration) == pytest.approx(SECONDS, abs=0.11)


def test_another_sound_draws_no_picture_again_and_the_same_export_is_the_same_file(
    source: Path, tmp_path: Path
) -> None:
    first = run_remix(order(), tmp_path / "one", source)
    watch = Watched()
    silent = run_remix(order(sounds=False), tmp_path / "one", source, observer=watch)
    assert len(set(watch.encoded)) <= 1, "all segments were found"
    assert silent.documents[EncodedExport].video != first.documents[EncodedExport].video
    again = run_remix(order(), tmp_path / "two", source)
    assert file_digest(delivered(again)["video.mp4"]) == first.documents[EncodedExport].video


class Noted(NoSegmentProcesses):
    """Begins nothing, but notes which segments were asked for, and in which stage."""

    def __init__(self) -> None:
        self.begun: list[tuple[range, str]] = []
        self.stage = ""

    def begin(self, plan: str, workspace: Workspace, segments: Mapping[range, str], *, pixels: int) -> None:
        del plan, workspace, pixels
        self.begun += [(frames, self.stage) for frames in segments]


class Following(NullObserver):
    def __init__(self, noted: Noted) -> None:
        self._noted = noted

    def see(self, event: RunEvent) -> None:
        if isinstance(event, StageStarted):
            self._noted.stage = event.name


@pytest.mark.parametrize("aspect", [Aspect.SQUARE, Aspect.SOURCE])
def test_what_must_be_drawn_is_begun_while_the_sound_is_still_to_be_mixed(
    source: Path, tmp_path: Path, aspect: Aspect
) -> None:
    noted = Noted()
    settings = order().settings.model_copy(update={"aspect": aspect})
    outcome = run_remix(
        RemixExport(settings=settings, side=144),
        tmp_path / "out",
        source,
        observer=Following(noted),
        rim={SegmentProcesses: lambda: noted},
    )
    export: EncodedExport = outcome.documents[EncodedExport]
    if aspect is Aspect.SOURCE:
        assert not noted.begun, "its pictures are copied"
        return
    assert export.plan is not None
    assert noted.begun == [(frames, "lay_out_cues") for frames in segments_of(export.plan)]
