"""A render plan with silence for a real video, or for its beginning."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from renderer.audio.signal.wav import write_wav
from renderer.contract.orders.base import FrameSpec
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import AUDIO_RATE, TimeRange, first_frame
from renderer.runtime.artifacts import ArtifactStore

FRAME = FrameSpec()


def render_plan_of(
    storyboard: Storyboard, captions: CaptionTrack, store: ArtifactStore, *, seconds: float
) -> RenderPlan:
    """Make a plan of the video's first `seconds` (0 for all of it), with silence."""
    end = storyboard.shots[-1].span.end
    end = min(end, Fraction(seconds).limit_denominator(FRAME.fps)) if seconds else end
    count = first_frame(end, FRAME.fps)
    shots = [shot for shot in storyboard.shots if shot.span.start < end]
    shots[-1] = replace(shots[-1], span=TimeRange(shots[-1].span.start, end))
    with tempfile.TemporaryDirectory() as folder:
        silence = Path(folder) / "silence.wav"
        write_wav(silence, np.zeros((2, count * AUDIO_RATE // FRAME.fps), np.float32))
        sound = store.put_bytes(silence.read_bytes())
    return RenderPlan(
        width=FRAME.width,
        height=FRAME.height,
        fps=FRAME.fps,
        frame_count=count,
        storyboard=replace(storyboard, shots=tuple(shots)),
        captions=replace(captions, pages=tuple(page for page in captions.pages if page.span.end <= end)),
        audio=sound,
        encoder=EncoderProfile(),
    )
