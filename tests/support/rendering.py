"""Runs the real pipeline of shorts at a small size and length, for tests that judge finished files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from pipelines.documents import Publication
from pipelines.short import SHORT
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.backends.writing.base import Brief, Draft, ScriptWriter
from renderer.contract.orders.base import FrameSpec, VideoSettings
from renderer.contract.orders.short import ShortOrder
from renderer.runtime.execution.run import Outcome, Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.stage import Stage
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.settings import WorkerSettings

SMALL = FrameSpec(width=270, height=480, fps=15)
TWO_SCENES = "Why do octopuses have 3 hearts?\n\nTwo pump blood to the gills. It is a strange design."


@dataclass(frozen=True)
class Shortened:
    """Another writer's hook, first beat and close only: all roles in a third of the length."""

    inner: ScriptWriter

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def fingerprint(self) -> str:
        return f"shortened {self.inner.fingerprint}"

    def write(self, brief: Brief) -> Draft:
        draft = self.inner.write(brief)
        return replace(draft, scenes=(*draft.scenes[:2], draft.scenes[-1]))


def small_order(**changes: Any) -> ShortOrder:
    """A short script at a small size; `changes` replace fields."""
    fields: dict[str, Any] = {"topic": "Octopus hearts", "script": TWO_SCENES, "frame": SMALL}
    return ShortOrder(**{**fields, **changes})


def settings_of(**changes: Any) -> VideoSettings:
    return VideoSettings(**changes)


def render(
    order: ShortOrder,
    folder: Path,
    *,
    shortened: bool = False,
    stages: tuple[Stage[ShortOrder], ...] = SHORT.stages,
    engines: Mapping[type, Any] = MappingProxyType({}),
    **more: Any,
) -> Outcome:
    """Run the whole pipeline; the workspace and `video.mp4` are in `folder`.

    `engines` (factories by port) replace those of the product.
    """
    publisher = FolderPublisher(folder / "video.mp4")
    settings = WorkerSettings(encoder="libx264")
    rim: dict[type, Any] = {Publisher: lambda: publisher, **engines}
    if shortened:
        inner = build_capabilities(order, rim={}, settings=settings).engine(ScriptWriter)
        rim[ScriptWriter] = lambda: Shortened(inner)
    run = Run(
        order=order,
        capabilities=build_capabilities(order, rim=rim, settings=settings),
        workspace=open_workspace(folder / "workspace"),
        **more,
    )
    return run_pipeline(stages, run)


def video_of(outcome: Outcome) -> Path:
    """Where the video was published."""
    publication: Publication = outcome.documents[Publication]
    return Path(publication.places[0])
