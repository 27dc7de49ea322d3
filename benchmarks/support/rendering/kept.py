"""Quality of the job's videos: luma PSNR against the frames before encoding, and against ideal ones."""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2

from benchmarks.baselines import ffmpeg_job
from benchmarks.support.job import PROFILE, Job, frame_source
from benchmarks.support.rendering.job_plan import plan_of
from benchmarks.support.rendering.side_by_side import rendering_of
from benchmarks.support.rendering.true_picture import true_psnr
from renderer.compositor.planes import Planes, allocate
from renderer.media.encoding.encode import encode_video
from renderer.media.inspection.frame_reader import frames_at
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace

LOOKED_AT: Final = range(5, 165, 10)
"""Numbers of the judged frames: from the first two shots, with captions and a dissolve among them."""


def psnr_of_ours(job: Job) -> float:
    """PSNR in decibels of the file that `ours` wrote, against its frames before encoding."""
    folder = Path(job.folder)
    store = ArtifactStore(open_workspace(folder / "composed"))
    plan = plan_of(job, store)
    composed = {number: allocate(job.width, job.height) for number in _numbers(job)}
    with closing(rendering_of(plan, store, folder).open_plan(plan, store)) as source:
        for number, planes in composed.items():
            source.draw(number, planes)
    return _psnr(composed, frames_at(folder / "ours.mp4", composed, fps=job.fps))


def true_psnrs(job: Job) -> tuple[float, float]:
    """PSNR in decibels of ours and of the hand-written graph against an ideal view (`true_picture`).

    Ours is rendered without the look of the pack (its light, grain and colours), which no other contender
    has. The graph's file is the one that `psnr_of_graph` has written.
    """
    folder, short = Path(job.folder), replace(job, frames=min(job.frames, LOOKED_AT.stop))
    plain = folder / "plain.mp4"
    encode_video(
        frame_source(short),
        frame_count=short.frames,
        shape=short.shape,
        profile=PROFILE.of_drawn,
        audio=short.sound,
        into=plain,
    )
    ours, graph = (true_psnr(short, video, _numbers(short)) for video in (plain, folder / "graph.mp4"))
    return ours, graph


def psnr_of_graph(job: Job) -> float:
    """PSNR in decibels of the hand-written graph's file against its lossless output."""
    folder, short = Path(job.folder), replace(job, frames=min(job.frames, LOOKED_AT.stop))
    lossy, lossless = folder / "graph.mp4", folder / "graph-lossless.mp4"
    ffmpeg_job.render(short, lossy)
    ffmpeg_job.render(short, lossless, lossless=True)
    numbers = _numbers(job)
    return _psnr(frames_at(lossless, numbers, fps=job.fps), frames_at(lossy, numbers, fps=job.fps))


def _numbers(job: Job) -> list[int]:
    return [number for number in LOOKED_AT if number < job.frames]


def _psnr(before: Mapping[int, Planes], after: Mapping[int, Planes]) -> float:
    return statistics.mean(cv2.PSNR(before[number].y, after[number].y) for number in before)
