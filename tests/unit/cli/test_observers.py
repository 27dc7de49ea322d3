"""Watching a run: plain lines for a pipe, JSON lines for programs, bars for a terminal."""

from __future__ import annotations

import io
import json

import pytest

from renderer.cli.observers import JsonObserver, PlainObserver, live_bars, watching
from renderer.runtime.progress import (
    Observer,
    RunStarted,
    SegmentsBegun,
    StageAdvanced,
    StageDone,
    StageReport,
    StageStarted,
)

STAGES = [("write", 1.0), ("render", 8.0), ("publish", 1.0)]


def report(name: str, *, cached: bool = False, summary: str = "") -> StageReport:
    return StageReport(
        name=name,
        version=1,
        key="k" * 64,
        document="d" * 64,
        seconds=1.234,
        cached=cached,
        peak_memory_mb=100,
        summary=summary,
    )


def run(observer: Observer) -> None:
    """A run of three stages; the middle one reports twenty steps, the last was found in the cache."""
    observer.see(RunStarted(tuple(STAGES)))
    for name, _ in STAGES:
        observer.see(StageStarted(name))
        if name == "render":
            for step in range(1, 21):
                observer.see(StageAdvanced(name, step / 20, f"frame {step}"))
        observer.see(StageDone(report(name, cached=name == "publish")))


def test_a_pipe_gets_a_line_a_stage_and_one_for_each_tenth_of_the_long_one() -> None:
    stream = io.StringIO()
    run(PlainObserver(stream))
    lines = stream.getvalue().splitlines()
    assert lines[0] == "3 stages"
    tenths = [line for line in lines if "%" in line]
    assert [line.split()[1] for line in tenths] == [str(10 * tenth) for tenth in range(1, 11)]
    assert lines[-1].split() == ["publish", "cached"]
    assert lines[1].split() == ["write", "1.23", "s"]


def test_a_short_stage_says_nothing_of_its_progress() -> None:
    stream = io.StringIO()
    observer = PlainObserver(stream)
    observer.see(RunStarted(tuple(STAGES)))
    observer.see(StageStarted("write"))
    observer.see(StageAdvanced("write", 0.5, "half"))
    assert "half" not in stream.getvalue()


def test_what_a_stage_has_found_out_is_said_before_it_ends() -> None:
    stream = io.StringIO()
    PlainObserver(stream).see(StageDone(report("write", summary="a script of 4 scenes")))
    assert [line.strip() for line in stream.getvalue().splitlines()] == [
        "a script of 4 scenes",
        "write              1.23 s",
    ]


def test_programs_get_one_json_object_a_line_and_a_share_of_the_whole_that_never_falls() -> None:
    stream = io.StringIO()
    run(JsonObserver(stream))
    events = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert events[0] == {"event": "run_started", "stages": ["write", "render", "publish"]}
    assert [event["stage"] for event in events if event["event"] == "stage_started"] == [
        name for name, _ in STAGES
    ]
    overall = [event["overall"] for event in events if event["event"] == "stage_advanced"]
    assert overall == sorted(overall)
    assert overall[0] == pytest.approx(0.1 + 0.8 / 20, abs=1e-3)
    assert overall[-1] == pytest.approx(0.9, abs=1e-3)
    assert events[-1] == {"event": "stage_finished", "stage": "publish", "seconds": 1.234, "cached": True}


def test_programs_are_told_when_frames_begin_to_be_rendered_ahead() -> None:
    stream, lines = io.StringIO(), io.StringIO()
    JsonObserver(stream).see(SegmentsBegun(3))
    PlainObserver(lines).see(SegmentsBegun(3))
    assert json.loads(stream.getvalue()) == {"event": "segments_begun", "segments": 3}
    assert not lines.getvalue()


def test_json_keeps_letters_of_every_script() -> None:
    stream = io.StringIO()
    JsonObserver(stream).emit("finished", video="章鱼.mp4")
    assert stream.getvalue() == '{"event": "finished", "video": "章鱼.mp4"}\n'


def test_bars_go_to_standard_error_and_standard_output_stays_clean(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with live_bars() as observer:
        run(observer)
    out, err = capsys.readouterr()
    assert out == ""
    assert "render" in err


def test_a_terminal_shows_what_a_stage_has_found_out(capsys: pytest.CaptureFixture[str]) -> None:
    with live_bars() as observer:
        observer.see(StageStarted("narrate"))
        observer.see(StageDone(report("narrate", summary="spoken by espeak [robotic]")))
    assert "spoken by espeak [robotic]" in capsys.readouterr().err


def test_the_observer_fits_where_the_output_goes() -> None:
    with watching(as_json=True) as programs:
        assert isinstance(programs, JsonObserver)
    with watching(as_json=False) as pipe:
        assert isinstance(pipe, PlainObserver)
