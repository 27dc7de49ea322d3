"""Every style, on decoded frames: the active word changes on the frame where the spoken word starts."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from renderer.audio.signal.wav import write_wav
from renderer.captions.drawing.overlay import open_captions
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.showcase.specimens import specimen
from renderer.compositor.compose import FrameSource, ShotSource
from renderer.compositor.planes import Planes, Rgb
from renderer.contract.orders.base import FrameSpec
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.timecode import nearest_frame
from renderer.media.encoding.encode import VideoShape, encode_video

FRAME = FrameSpec(width=360, height=640, fps=30)
SECONDS = 5
CLEARLY = 40


@dataclass(frozen=True)
class Grey:
    """A uniform middle grey picture."""

    def look(self, seconds: float) -> None:
        """One look for all times, since the picture never changes."""

    def draw(self, target: Planes, seconds: float) -> None:
        del seconds
        target.y[:], target.u[:], target.v[:] = 90, 128, 128


def decoded(track: CaptionTrack, folder: Path) -> list[Rgb]:
    count = SECONDS * FRAME.fps
    overlay = open_captions(track, width=FRAME.width, height=FRAME.height, fps=FRAME.fps)
    write_wav(folder / "silence.wav", np.zeros((2, SECONDS * 48_000), np.float32))
    shots = [ShotSource(start=0, stop=count, open=Grey)]
    with FrameSource(shots, [overlay], width=FRAME.width, height=FRAME.height, fps=FRAME.fps) as frames:
        encode_video(
            frames,
            frame_count=count,
            shape=VideoShape(width=FRAME.width, height=FRAME.height, fps=FRAME.fps),
            profile=EncoderProfile(crf=14),
            audio=folder / "silence.wav",
            into=folder / "v.mp4",
        )
    with av.open(str(folder / "v.mp4")) as container:
        pictures = (frame.to_ndarray(format="rgb24", threads=1) for frame in container.decode(video=0))
        return [np.asarray(picture, np.uint8) for picture in pictures]


def clearly_other(before: Rgb, after: Rgb) -> int:
    """Number of pixels of which at least one colour clearly differs."""
    red, green, blue = np.moveaxis(cv2.absdiff(before, after) > CLEARLY, 2, 0)
    return int((red | green | blue).sum())


@pytest.mark.parametrize("style", CaptionStyle)
def test_the_lit_word_changes_on_its_nearest_frame(style: CaptionStyle, tmp_path: Path) -> None:
    narration, script = specimen(Language.EN)
    track = lay_out(
        narration,
        script,
        style=style,
        position=CaptionPosition.CENTER,
        language=Language.EN,
        frame=FRAME,
    )
    frames = decoded(track, tmp_path)
    changed = [0] + [clearly_other(a, b) for a, b in itertools.pairwise(frames)]
    onsets = [
        nearest_frame(word.span.start, FRAME.fps)
        for page in track.pages
        for word in [word for line in page.lines for word in line.words][1:]
        if word.span.start < SECONDS - 1
    ]
    assert len(onsets) >= 3
    for onset in onsets:
        around = min(changed[onset - 1], changed[min(onset + 3, len(changed) - 1)])
        assert changed[onset] > max(15, around), f"{style}: nothing new at frame {onset}: {changed}"
