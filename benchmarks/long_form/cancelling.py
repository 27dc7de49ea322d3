"""How long the command takes to end after Ctrl-C, in each phase of a film."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from benchmarks.long_form.command import VOICES

STAGES: Final = ("adapt_script", "record_lines", "direct_film", "score_film", "render_film", "inspect_film")
SETTLED: Final = 0.3
"""Seconds that a stage has run when it is interrupted; less where it ends sooner."""
MOST: Final = 2.0


def cancel_times(script: Path, *, size: str, language: str, voice: str) -> list[dict[str, Any]]:
    """Seconds from the signal to the end of the process, per stage; each run resumes where the last ended."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # shells start background jobs with it ignored
    found = []
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-c", "from renderer.cli.main import main; main()", "film",
            "--script", str(script), "--size", size, "--language", language, "--json",
            "--workspace", f"{folder}/workspace", "--out", f"{folder}/film.mp4",
        ]  # fmt: skip
        for stage in STAGES:
            seconds, status = _interrupted(command, stage, voice)
            over = status != 128 + signal.SIGINT or seconds > MOST
            print(
                f"{'MISSED' if over else 'met':6} {stage} ends {seconds:.2f} s after Ctrl-C, status {status}",
                flush=True,
            )
            found.append({"stage": stage, "seconds": seconds, "missed": [stage] if over else []})
    return found


def _interrupted(command: list[str], stage: str, voice: str) -> tuple[float, int]:
    environment = os.environ | {"CLIPWRIGHT_SPEAKERS": VOICES[voice]}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        for line in process.stdout or ():
            event = json.loads(line)
            if event["event"] == "stage_started" and event["stage"] == stage:
                break
        time.sleep(0.0 if stage == STAGES[0] else SETTLED)
        began = time.perf_counter()
        process.send_signal(signal.SIGINT)
        status = process.wait()
        return time.perf_counter() - began, status
