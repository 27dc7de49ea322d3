"""All decisions of a video, no effect: the same plan gives the same bytes."""

from __future__ import annotations

from dataclasses import dataclass

from renderer.core.captions import CaptionTrack
from renderer.core.storyboard import Storyboard


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderProfile:
    """How frames become H.264. Sizes in pixels, rates in bit/s, `gop` in frames (closed).

    Defaults serve YouTube, Instagram and TikTok with one master (docs/decisions, platform facts).
    """

    codec: str = "libx264"
    preset: str = "veryfast"
    crf: int = 20
    max_rate: int = 12_000_000
    buffer_size: int = 24_000_000
    gop: int = 30
    threads: int = 4
    audio_bit_rate: int = 192_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenEncoder:
    """The encoder that this machine uses, and why: it was set, or its test frame came out."""

    profile: EncoderProfile
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderPlan:
    """`frame_count` frames of `width` x `height` at `fps`; `audio` is the digest of the mastered mix."""

    width: int
    height: int
    fps: int
    frame_count: int
    storyboard: Storyboard
    captions: CaptionTrack
    audio: str
    encoder: EncoderProfile
