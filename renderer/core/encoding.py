"""How frames become H.264: encoder profiles, the named ones, and the one that a machine uses."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

_FINE_KEY_FRAME: Final = ("zones", "0,0,b=1.15")
"""The first frame, which all others of its group build on, gets 1.15 times the bit rate. With a macroblock
tree, x264 does more for every key frame but the first, and each group of pictures is encoded by itself."""

_ALIKE: Final = ("stitchable", "1"), ("weightp", "0")
"""Parameter sets that do not depend on how bits are rationed, so that segments of both kinds are joined."""

_Options = tuple[tuple[str, str], ...]


class EncoderProfile(Struct, frozen=True, kw_only=True):
    """How frames become H.264. Sizes in pixels, rates in bit/s, `gop` in frames (closed).

    Frames have the constant quantiser `qp` or, if it is 0, the quality `crf` at no more than `max_rate`.
    `tuning` names options of x264 that differ from the preset's. Where no video plays, `drawn_tuning` and the
    first of `drawn_qps` that keeps to `max_rate` take the place of `tuning` and `qp`, if there is one. With
    `still`, a picture that does not change is `encoded` in every frame, or `repeated` without the encoder;
    x264 may then use only one reference picture. Defaults serve YouTube, Instagram and TikTok with one master
    (docs/decisions, platform facts).
    """

    codec: str = "libx264"
    preset: str = "superfast"
    crf: float = 18.0
    qp: int = 0
    tuning: _Options = (
        ("mbtree", "1"), ("rc-lookahead", "8"), ("b-adapt", "0"), ("b-pyramid", "none"), *_ALIKE,
        _FINE_KEY_FRAME,
    )  # fmt: skip
    drawn_qps: tuple[int, ...] = (20, 23)
    drawn_tuning: _Options = (
        ("mbtree", "0"), ("rc-lookahead", "0"), ("b-adapt", "0"), ("b-pyramid", "none"), *_ALIKE,
        ("ipratio", "1.6"),
    )  # fmt: skip
    max_rate: int = 12_000_000
    buffer_size: int = 24_000_000
    gop: int = 60
    threads: int = 1
    still: Literal["encoded", "repeated"] = "repeated"
    audio_bit_rate: int = 192_000

    @property
    def opens_quickly(self) -> bool:
        """Whether an encoder is opened in milliseconds, so that each group of pictures may have its own."""
        return self.codec == "libx264"

    @property
    def drawn(self) -> tuple[EncoderProfile, ...]:
        """The profiles of segments in which no video plays, best first; none of them keeps to `max_rate`.

        Without any, such segments are encoded as others are (docs/decisions/0066).
        """
        if self.codec != "libx264":
            return ()
        return tuple(
            replace(self, qp=qp, tuning=self.drawn_tuning, drawn_qps=(), drawn_tuning=())
            for qp in self.drawn_qps
        )

    @property
    def of_drawn(self) -> EncoderProfile:
        """The profile with which segments without a video are encoded first, and most of them only once."""
        return (*self.drawn, self)[0]

    @property
    def repeats(self) -> bool:
        """Whether still pictures are repeated; only the streams of x264 are known well enough for that."""
        return self.still == "repeated" and self.codec == "libx264"


EncodingName: TypeAlias = Literal["fast", "quality", "small"]
ENCODINGS: Final[dict[EncodingName, EncoderProfile]] = {
    "fast": EncoderProfile(),
    "quality": EncoderProfile(
        preset="fast", crf=18.0, tuning=(_FINE_KEY_FRAME,), drawn_qps=(), drawn_tuning=(), still="encoded"
    ),
    "small": EncoderProfile(
        preset="medium", crf=21.0, tuning=(_FINE_KEY_FRAME,), drawn_qps=(), drawn_tuning=(), still="encoded"
    ),
}
"""Points on the Pareto front that `benchmarks.media.encoder` measures (docs/decisions/0030)."""


class ChosenEncoder(Struct, frozen=True, kw_only=True):
    """The encoder that this machine uses, and why: it was configured, or it encoded its test frame."""

    profile: EncoderProfile
    reason: str
