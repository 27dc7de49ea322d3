"""Small films by the real stages; one of eleven minutes is made once for all tests that start from it."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from pipelines.documents import RenderedVideo
from pipelines.long_form import LONG_FORM
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Voice
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.runtime.workspace_folders import Workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings
from tests.unit.manuscript.scripts import script

SMALL: Final = FrameSpec(width=256, height=144, fps=10)
TEXT: Final = script(sentences=160, chapters=6)


def film_order(text: str, **settings: Any) -> LongFormOrder:
    chosen = LongFormSettings(**{"voice": Voice.DEEP_DOCUMENTARY, **settings})
    return LongFormOrder(script=text, settings=chosen, frame=SMALL, title="")


def eleven_minutes(text: str = TEXT) -> LongFormOrder:
    return film_order(text, target_minutes=11)


def made(order: LongFormOrder, workspace: Workspace, *targets: type) -> dict[type, Any]:
    """The documents of these types, made by the real stages and engines."""
    settings = WorkerSettings(encoder="libx264", workspace=workspace.root)
    rim = {Publisher: lambda: FolderPublisher(workspace.root / "film.mp4")}
    capabilities = build_capabilities(order, rim=rim, settings=settings)
    stages = needed_for(LONG_FORM.stages, *targets)
    return run_pipeline(stages, Run(order=order, capabilities=capabilities, workspace=workspace)).documents


@pytest.fixture(scope="session")
def rendered_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace in which `eleven_minutes` was rendered, to be copied; no test may change it.

    The first process of the session that asks makes it; the others wait for its lock.
    """
    common = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        common = common.parent
    folder = common / "rendered film"
    with (common / "rendered film.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            workspace = open_workspace(common / "film to be rendered")
            made(eleven_minutes(), workspace, RenderedVideo)
            workspace.root.rename(folder)
    return folder


def copied(rendered_film: Path, folder: Path) -> Workspace:
    """A copy of the workspace by hard links; safe, as a workspace's files are never written again."""
    shutil.copytree(rendered_film, folder, copy_function=os.link)
    return open_workspace(folder)
