"""What depends on the order alone is read while a script is written, and not again when shots are chosen."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import json, sys
from pathlib import Path

from msgspec.structs import replace

from pipelines.registry import SHORT
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.fake import FakeSpeech
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.short import ShortOrder
from renderer.core.storyboard import Storyboard
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

order = ShortOrder(
    script="The octopus has three hearts. One of them rests.",
    frame=FrameSpec(width=180, height=320, fps=30),
)
workspace = open_workspace(Path(sys.argv[1]))
engines = build_capabilities(order, rim={}, settings=WorkerSettings()).serving(SpeechEngine, FakeSpeech())
write_script, *others = needed_for(SHORT.load().stages, Storyboard)
run = Run(order=order, capabilities=engines, workspace=workspace)
run_pipeline([write_script], run)
if sys.argv[2] == "ahead":
    SHORT.read_ahead(order, engines)
opened = []
sys.addaudithook(
    lambda event, arguments: opened.append(Path(str(arguments[0])).name) if event == "open" else None
)
run_pipeline([write_script, *others], run)
print(json.dumps(sorted(set(opened))))
"""
TABLES = {"historic.toml", "guarded.toml", "similarity.toml", "tags.toml", "index.zip"}
LOOKS = {"cleanEducational.toml", "tiktok.toml", "catalog.toml"}


def opened(folder: Path, when: str) -> set[str]:
    """Files opened while shots are chosen, in a process of its own, in which nothing is loaded yet."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder / when), when],
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_tables_and_looks_are_read_once(tmp_path: Path) -> None:
    assert opened(tmp_path, "late") >= TABLES
    again = opened(tmp_path, "ahead") & (TABLES | LOOKS)
    assert not again
