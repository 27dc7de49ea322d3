"""All decisions about a video, as data: the same plan gives the same bytes."""

from __future__ import annotations

from msgspec import Struct

from renderer.core.captions import CaptionTrack
from renderer.core.encoding import EncoderProfile
from renderer.core.storyboard import Storyboard


class RenderPlan(Struct, frozen=True, kw_only=True):
    """`frame_count` frames of `width` x `height` at `fps`; `audio` is that of the `Mix`."""

    width: int
    height: int
    fps: int
    frame_count: int
    storyboard: Storyboard
    captions: CaptionTrack
    audio: str
    encoder: EncoderProfile
