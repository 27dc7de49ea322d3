"""Standard streams that are closed or full, the table of stages, and what an analysis prints."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from renderer.backends.transcription.base import NOBODY, Transcript
from renderer.cli.output import UNREAD
from renderer.cli.profile import stage_table
from renderer.cli.remix.analysis import _check_words, _told
from renderer.contract.remix.analysis import (
    OccupiedBox,
    SourceAnalysis,
    SourceMeasures,
    SourceShot,
    SubjectPoint,
    TimeSpan,
    TranscriptSegment,
    TranscriptWord,
)
from renderer.errors import ClipwrightError
from renderer.runtime.progress import StageReport

TALKS = """
import sys
from renderer.cli.output import talking
from renderer.errors import ClipwrightError
try:
    with talking():
        {body}
except ClipwrightError as error:
    print(error.code, error.facts["path"], file=sys.stderr)
    sys.exit(2)
"""


def talk(body: str, *, out: int, unbuffered: str = "") -> Any:
    """Run a process that prints to this descriptor."""
    surroundings = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    line = [sys.executable, "-c", TALKS.format(body=body)]
    return subprocess.run(line, stdout=out, stderr=subprocess.PIPE, check=False, text=True, env=surroundings)


def test_a_reader_that_has_gone_ends_the_command_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = talk("print('x' * 100_000)", out=writer)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (UNREAD, "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("size", [1, 100_000])
def test_a_full_disk_behind_standard_output_is_named(size: int, unbuffered: str) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    ended = talk(f"print('x' * {size})", out=full, unbuffered=unbuffered)
    os.close(full)
    assert (ended.returncode, ended.stderr) == (2, "output_unwritable standard output\n")


def test_errors_of_other_files_are_left_to_others() -> None:
    ended = talk("open('/no/such/file')", out=subprocess.PIPE)
    assert ended.returncode == 1
    assert "FileNotFoundError" in ended.stderr


def test_what_was_said_arrives() -> None:
    ended = talk("print('one'); print('two', file=sys.stderr)", out=subprocess.PIPE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "one\n", "two\n")


def report(name: str, seconds: float, *, cached: bool = False) -> StageReport:
    return StageReport(
        name=name, version=1, key="", document="", seconds=seconds, cached=cached, peak_memory_mb=812.4
    )


def test_shares_of_stages_add_up_and_columns_stand_below_each_other() -> None:
    table = stage_table([report("write", 1), report("render", 3), report("publish", 0, cached=True)])
    head, *rows, total = table.splitlines()
    assert len({len(line) for line in (head, *rows)}) == 1
    assert [row.split() for row in rows] == [
        ["write", "1.000", "25.0%", "no", "812"],
        ["render", "3.000", "75.0%", "no", "812"],
        ["publish", "0.000", "0.0%", "yes", "812"],
    ]
    assert total.split() == ["total", "4.000", "100.0%", "1/3"]


def test_a_run_without_time_has_a_table() -> None:
    assert stage_table([]).splitlines()[-1].split()[-1] == "0/0"
    assert "0.0%" in stage_table([report("write", 0, cached=True)])


def analysis(**changes: Any) -> SourceAnalysis:
    measures = SourceMeasures(
        duration_seconds=12.5, width=1080, height=1920, frame_rate=29.97, has_audio=True
    )
    return SourceAnalysis(**{"source": measures, **changes})


def test_an_analysis_without_sound_and_words_says_so() -> None:
    silent = analysis().source.model_copy(update={"has_audio": False})
    told = dict(line.split(maxsplit=1) for line in _told(analysis(source=silent)))
    assert told["picture"] == "1080 x 1920, 12.50 s"
    assert told["rate"] == "29.97 frames a second"
    assert told["sound"] == "no sound, 0.0 s of speech"
    assert "nobody (no transcription model is installed)" in told["words"]
    assert dict(line.split(maxsplit=1) for line in _told(analysis()))["sound"].startswith("silence")


def test_an_analysis_is_told_at_a_glance() -> None:
    words = tuple(TranscriptWord(start_ms=n, end_ms=n + 1, text="a") for n in range(3))
    box: dict[str, Any] = {"start_ms": 0, "end_ms": 5, "left": 0.1, "top": 0.1, "width": 0.2, "height": 0.2}
    shot = SourceShot(start_ms=0, end_ms=9, path=(SubjectPoint(at_ms=0, x=0.5, y=0.5),), subject="face")
    told = "\n".join(
        _told(
            analysis(
                engine="whisper base",
                language="pt",
                transcript=(TranscriptSegment(start_ms=0, end_ms=9, text="a a a", words=words),),
                speech=(TimeSpan(start_ms=100, end_ms=1_350), TimeSpan(start_ms=2_000, end_ms=3_000)),
                loudness_lufs=-14.04,
                shots=(shot, shot.model_copy(update={"subject": "motion"}), shot),
                occupied=(OccupiedBox(kind="face", **box), OccupiedBox(kind="text", **box)) * 2,
            )
        )
    )
    assert "-14.0 LUFS, 2.2 s of speech" in told
    assert "3, subject by face, motion" in told
    assert "2 boxes of faces, 2 of text" in told
    assert "3, language pt, heard by whisper base" in told


@pytest.mark.parametrize(
    ("sound", "engine", "code"),
    [(True, NOBODY, "provider_unconfigured"), (True, "whisper", "no_speech"), (False, NOBODY, "no_speech")],
)
def test_captions_of_nothing_say_why(sound: bool, engine: str, code: str) -> None:  # noqa: FBT001
    transcript = Transcript(language="en", certainty=0.0, duration=Fraction(1), segments=(), engine=engine)
    source: Any = SimpleNamespace(sound=object() if sound else None)
    with pytest.raises(ClipwrightError) as caught:
        _check_words(source, transcript)
    assert caught.value.code == code
