"""Turns an `EncoderProfile` into each encoder's options. One master serves YouTube, Instagram and TikTok."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from renderer.core.encoding import EncoderProfile
from renderer.errors import ClipwrightError
from renderer.media.encoding.instruction_sets import instruction_limit_here
from renderer.media.encoding.levels import level_of

BT709: Final = 1
"""Code point of BT.709 primaries, transfer and matrix alike (ITU-T H.273)."""
LIMITED: Final = 1
"""AVCOL_RANGE_MPEG: luma 16-235."""
_NVENC_CQ_ABOVE_CRF: Final = 1.5
"""Added to a CRF to get NVENC's CQ, since the two quality scales differ."""

_Options = Callable[[EncoderProfile], dict[str, str]]


def _common(profile: EncoderProfile) -> dict[str, str]:
    return {
        "profile": "high",
        "bf": "2",
        "g": str(profile.gop),
        "flags": "+bitexact+cgop",
    }


def _limits(profile: EncoderProfile) -> dict[str, str]:
    return {"maxrate": str(profile.max_rate), "bufsize": str(profile.buffer_size)}


def _libx264(profile: EncoderProfile) -> dict[str, str]:
    """Options with a fixed GOP length, so that the video can be cut at any GOP boundary."""
    tuning = *profile.tuning, *instruction_limit_here()
    rate = {"qp": str(profile.qp)} if profile.qp else {"crf": str(profile.crf)} | _limits(profile)
    return {
        **_common(profile),
        **rate,
        "preset": profile.preset,
        "keyint_min": str(profile.gop),
        "sc_threshold": "0",
        "x264-params": ":".join(f"{name}={value}" for name, value in tuning),
    }


def _h264_nvenc(profile: EncoderProfile) -> dict[str, str]:
    return {
        **_common(profile),
        **_limits(profile),
        "preset": "p5",
        "rc": "vbr",
        "cq": str(profile.crf + _NVENC_CQ_ABOVE_CRF),
        "b": "0",
        "no-scenecut": "1",
        "strict_gop": "1",
        "forced-idr": "1",
        "spatial-aq": "1",
    }


ENCODERS: Final[dict[str, _Options]] = {"libx264": _libx264, "h264_nvenc": _h264_nvenc}


def options_of(profile: EncoderProfile) -> dict[str, str]:
    """Options for `profile.codec`.

    Raises:
        ClipwrightError: `unknown_choice` for an encoder that is not in `ENCODERS`.
    """
    if profile.codec not in ENCODERS:
        raise ClipwrightError(
            "unknown_choice", field="encoder", value=profile.codec, choices=", ".join(ENCODERS)
        )
    return ENCODERS[profile.codec](profile)


def _level(profile: EncoderProfile, *, width: int, height: int, fps: int) -> dict[str, str]:
    """The level as x264's option: left to x264, it would depend on whether the bit rate is limited."""
    if profile.codec != "libx264":
        return {}
    limits = {"max_rate": profile.max_rate, "buffer_size": profile.buffer_size}
    return {"level": level_of(width=width, height=height, fps=fps, **limits)}


def add_video_stream(container: Any, profile: EncoderProfile, *, width: int, height: int, fps: int) -> Any:
    """A new video stream of an open PyAV output: constant frame rate, BT.709 limited range, tagged as such.

    Threads work on frames, not slices: slices wait for each other in every frame, which on two cores left a
    quarter of the time unused while a third thread was composing.
    """
    options = options_of(profile) | _level(profile, width=width, height=height, fps=fps)
    stream = container.add_stream(profile.codec, rate=fps, options=options)
    stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
    codec = stream.codec_context
    codec.time_base = Fraction(1, fps)
    codec.color_primaries = codec.color_trc = codec.colorspace = BT709
    codec.color_range = LIMITED
    codec.thread_count, codec.thread_type = profile.threads, "FRAME"
    return stream
