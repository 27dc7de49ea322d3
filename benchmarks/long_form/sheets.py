"""A contact sheet of a film: the middle frame of every n-th shot."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from pipelines.long_form import LONG_FORM
from renderer.compositor.planes import allocate
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.long_form import LongFormOrder, LongFormSettings
from renderer.contract.vocabulary import Language
from renderer.core.shot_frames import shots_in_frames
from renderer.core.storyboard import Storyboard
from renderer.rendering.frames import open_frames
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.composition.wiring import build_capabilities, chosen_engines
from renderer.worker.settings import WorkerSettings

WIDTH, HEIGHT = 640, 360
COLUMNS: Final = 4
SHRUNK: Final = 2
"""Pictures are drawn at this multiple of their size on the sheet."""
QUALITY: Final = 80


def film_sheet(
    storyboard: Storyboard, store: ArtifactStore, into: Path, *, every: int = 10, columns: int = COLUMNS
) -> None:
    """Write the sheet as WebP, shots in reading order."""
    spec = FrameSpec(width=WIDTH, height=HEIGHT)
    middles = [(timed.start + timed.stop) // 2 for timed in shots_in_frames(storyboard, spec.fps)][::every]
    frame = allocate(WIDTH, HEIGHT)
    with open_frames(storyboard, None, frame=spec, store=store, pack=load_pack(storyboard.pack)) as source:
        stills = []
        for middle in middles:
            source.draw(middle, frame)
            stills.append(_still(np.vstack([frame.y, _chroma(frame.u, frame.v)])))
    blank = np.zeros_like(stills[0])
    stills += [blank] * (-len(stills) % columns)
    rows = [np.hstack(stills[at : at + columns]) for at in range(0, len(stills), columns)]
    cv2.imwrite(str(into), np.vstack(rows), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def planned_sheet(script: Path, into: Path, *, language: str) -> None:
    """Plan the film of a script with the embedded voice, and write its sheet."""
    order = LongFormOrder(
        script=script.read_text("utf-8").strip(), settings=LongFormSettings(language=Language(language))
    )
    with tempfile.TemporaryDirectory() as folder:
        capabilities = build_capabilities(
            order,
            rim={},
            settings=WorkerSettings(workspace=Path(folder)),
            engine_settings=chosen_engines(speakers="embedded", offline=True),
        )
        place = open_workspace(Path(folder))
        run = Run(order=order, capabilities=capabilities, workspace=place)
        outcome = run_pipeline(needed_for(LONG_FORM.stages, Storyboard), run)
        film_sheet(outcome.documents[Storyboard], ArtifactStore(place), into)


def _chroma(u: npt.NDArray[np.uint8], v: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Both chroma planes as the rows that follow the luma of an I420 image."""
    return np.concatenate([u.ravel(), v.ravel()]).reshape(-1, WIDTH)


def _still(i420: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    colour = cv2.cvtColor(i420, cv2.COLOR_YUV2BGR_I420)
    small = cv2.resize(colour, (WIDTH // SHRUNK, HEIGHT // SHRUNK), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
