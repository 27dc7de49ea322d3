"""Runs the analysing pipelines on a video, with detectors that recognise faces and text by colour."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pipelines.registry import PIPELINES
from renderer.backends.publishing.base import Publisher
from renderer.backends.publishing.folder import FolderPublisher
from renderer.backends.transcription.base import NoTranscriber, Transcriber
from renderer.backends.transcription.fake import FakeTranscriber
from renderer.backends.vision.base import FaceDetector, TextDetector
from renderer.backends.vision.fake import ColourDetector
from renderer.backends.voice_activity.base import VoiceActivityDetector
from renderer.backends.voice_activity.loud import LoudIsSpeech
from renderer.cli.local_inputs import local_inputs
from renderer.contract.orders.remix import RemixAnalyse, RemixProbe
from renderer.contract.remix.analysis import SourceAnalysis, SourceMeasures
from renderer.runtime.cancellation import never_cancelled
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.execution.run import Outcome, Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.inputs import Inputs
from renderer.runtime.progress import NullObserver, Observer
from renderer.runtime.workspace import open_workspace

FACE, TEXT = (250, 10, 240), (10, 240, 250)
"""The colours that the detectors take for a face and for text."""


def run_on(
    path: Path,
    folder: Path,
    *,
    operation: str = "analyse",
    hears: bool = True,
    transcriber: Transcriber | None = None,
    observer: Observer | None = None,
    cancelled: Callable[[], bool] = never_cancelled,
) -> Outcome:
    """Run the operation on the file at `path`; its document is delivered to `folder`."""
    inputs = local_inputs(source=path)
    publisher = FolderPublisher(folder / f"{operation}.json")
    engines: dict[type[Any], Callable[[], Any]] = {
        Inputs: lambda: inputs,
        Publisher: lambda: publisher,
        FaceDetector: lambda: ColourDetector(colour=FACE),
        TextDetector: lambda: ColourDetector(colour=TEXT),
        VoiceActivityDetector: LoudIsSpeech,
        Transcriber: lambda: transcriber or (FakeTranscriber() if hears else NoTranscriber()),
    }
    order = RemixAnalyse() if operation == "analyse" else RemixProbe()
    run = Run(
        order=order,
        capabilities=CapabilitySet(engines),
        workspace=open_workspace(folder / "workspace"),
        observer=observer or NullObserver(),
        cancelled=cancelled,
    )
    return run_pipeline(PIPELINES[order.pipeline].load().stages, run)


def analysed(
    path: Path, folder: Path, *, hears: bool = True, transcriber: Transcriber | None = None
) -> SourceAnalysis:
    """The analysis of the file, read back from where it was delivered."""
    run_on(path, folder, hears=hears, transcriber=transcriber)
    return SourceAnalysis.model_validate_json((folder / "analyse.json").read_bytes())


def probed(path: Path, folder: Path) -> SourceMeasures:
    """The measures of the file, read back from where they were delivered."""
    run_on(path, folder, operation="probe")
    return SourceMeasures.model_validate_json((folder / "probe.json").read_bytes())
