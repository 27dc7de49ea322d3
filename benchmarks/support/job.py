"""The job of every contender: stills under a slow camera move, dissolves, changing captions, and sound.

Stills, sprites and sound are made beforehand and kept on disk, so that only the rendering is compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from renderer.audio.signal.wav import write_wav
from renderer.compositor.compose import FrameSource, ShotSource
from renderer.compositor.picture import Picture
from renderer.compositor.planes import rgb_to_planes
from renderer.compositor.sprite import PlacedSprite, sprite_from_rgba
from renderer.core.camera import CameraMove, View
from renderer.core.encoding import EncoderProfile
from renderer.media.encoding.encode import VideoShape
from renderer.media.sources.planar_file import PlanarWriter, open_frames
from renderer.visuals.camera.views import filmed_still

ROOM: Final = 1.25
"""Stills are larger than the frame by this factor, so that a zoom of 1.2 never magnifies."""
ZOOM: Final = 1.2
FIRST_ZOOM: Final = 1.01
"""The product's zoom starts a hundredth further in, since a zoom about a whole pixel needs a margin."""
CAPTION_FRAMES: Final = 9
CAPTIONS: Final = ("HERE IS", "ONE MORE", "WORD OF", "THE VOICE", "THAT YOU", "CAN HEAR")
FONT: Final = Path(__file__).parents[2] / "fonts" / "anton" / "anton-400.ttf"
RATE: Final = 48_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Sizes in pixels, times in frames; `folder` holds the materials."""

    folder: str
    frames: int
    width: int = 1080
    height: int = 1920
    fps: int = 30
    shot_frames: int = 90
    dissolve_frames: int = 8

    @property
    def shape(self) -> VideoShape:
        """Frame size and rate, for the encoder."""
        return VideoShape(width=self.width, height=self.height, fps=self.fps)

    @property
    def shots(self) -> list[range]:
        """The frame numbers of each shot."""
        starts = range(0, self.frames, self.shot_frames)
        return [range(start, min(self.frames, start + self.shot_frames)) for start in starts]

    @property
    def caption_box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of every caption sprite."""
        return 40 * self.width // 1080, 1200 * self.height // 1920, 1000 * self.width // 1080, 300

    def still(self, shot: int) -> Path:
        """Path of a shot's picture; shots cycle through six."""
        return Path(self.folder) / f"still{shot % 6}.png"

    def planar(self, shot: int) -> Path:
        """Path of the same picture in the pipeline's own format, see `media.decode.normalise`."""
        return self.still(shot).with_suffix(".planar")

    def sprite(self, caption: int) -> Path:
        """Path of a caption's raster, with straight alpha."""
        return Path(self.folder) / f"caption{caption % len(CAPTIONS)}.png"

    @property
    def sound(self) -> Path:
        """Path of a stereo float WAV as long as the video."""
        return Path(self.folder) / "sound.wav"

    def to_json(self) -> str:
        """The job as an argument for a contender's process."""
        return json.dumps(asdict(self))


PROFILE: Final = EncoderProfile()
THREADS: Final = 4
"""Encoder threads of the contenders that render in one process."""


def prepare(job: Job) -> None:
    """Write the job's materials."""
    folder = Path(job.folder)
    folder.mkdir(parents=True, exist_ok=True)
    size = (round(job.width * ROOM / 2) * 2, round(job.height * ROOM / 2) * 2)
    for shot in range(6):
        photo = _photo(size, seed=shot)
        Image.fromarray(photo).save(job.still(shot), compress_level=1)
        with PlanarWriter(job.planar(shot)) as writer:
            writer.add(rgb_to_planes(photo))
            writer.finish(order=[0], fps=job.fps)
    for caption in range(len(CAPTIONS)):
        _caption(job, caption).save(job.sprite(caption))
    moments = np.arange(job.frames * RATE // job.fps) / RATE
    wave = 0.2 * np.sin(2 * np.pi * 220 * moments) * (0.6 + 0.4 * np.sin(2 * np.pi * 0.7 * moments))
    write_wav(job.sound, np.stack([wave, wave]).astype(np.float32))


def _photo(size: tuple[int, int], *, seed: int) -> npt.NDArray[np.uint8]:
    """A fractal texture with a little grain, about as hard to encode as a photograph."""
    rng = np.random.default_rng(seed)
    width, height = size
    picture = np.zeros((height, width, 3), np.float32)
    for scale in (8, 32, 128, 512):
        cells = rng.standard_normal((height // scale + 2, width // scale + 2, 3)).astype(np.float32)
        picture += scale**0.6 * np.asarray(cv2.resize(cells, size, interpolation=cv2.INTER_CUBIC))
    picture = (picture - picture.mean()) / picture.std() * 50 + 120
    picture += rng.standard_normal(picture.shape).astype(np.float32) * 2
    clipped: npt.NDArray[np.uint8] = np.clip(picture, 0, 255).astype(np.uint8)
    return clipped


def _caption(job: Job, caption: int) -> Image.Image:
    _, _, width, height = job.caption_box
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    font = ImageFont.truetype(str(FONT), height // 2)
    ink, edge = (255, 225, 40, 255), (0, 0, 0, 255)
    middle = (width // 2, height // 2)
    draw = ImageDraw.Draw(image)
    draw.text(middle, CAPTIONS[caption], font=font, fill=ink, anchor="mm", stroke_width=8, stroke_fill=edge)
    return image


class Captions:
    """The job's captions as an overlay of the product's compositor."""

    def __init__(self, job: Job) -> None:
        self._corner = job.caption_box[:2]
        self._sprites = []
        for caption in range(len(CAPTIONS)):
            rgba = np.asarray(Image.open(job.sprite(caption))).astype(np.uint16)
            rgba[..., :3] = (rgba[..., :3] * rgba[..., 3:] + 127) // 255
            self._sprites.append(sprite_from_rgba(rgba.astype(np.uint8)))

    def placed_at(self, frame: int) -> Sequence[PlacedSprite]:
        """The caption sprite of a frame."""
        return [PlacedSprite(self._sprites[frame // CAPTION_FRAMES % len(self._sprites)], *self._corner)]


def frame_source(job: Job) -> FrameSource:
    """The job as a frame source of the product's compositor."""
    shots = [
        ShotSource(
            start=span.start,
            stop=span.stop,
            open=_opener(job, number),
            transition="dissolve" if number else "cut",
            transition_frames=min(job.dissolve_frames, len(span)) if number else 0,
        )
        for number, span in enumerate(job.shots)
    ]
    return FrameSource(shots, [Captions(job)], width=job.width, height=job.height, fps=job.fps)


def _opener(job: Job, shot: int) -> Callable[[], Picture]:
    seconds = (job.shot_frames + job.dissolve_frames) / job.fps

    def opened() -> Picture:
        planes = open_frames(job.planar(shot))[0]
        move = CameraMove(start=View(zoom=FIRST_ZOOM), end=View(zoom=ZOOM))
        return filmed_still(planes, move, width=job.width, height=job.height, duration=seconds)

    return opened
