"""What a voice id sounds like: engine settings per language, and the processing of its recording."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from renderer.contract.vocabulary import Language, Voice


class DspProfile(Struct, frozen=True, kw_only=True):
    """Settings of the voice chain; frequencies in hertz, levels in decibels.

    A `high_pass_hz` of 0 leaves the voice as it was made, except that its level and peaks are set.
    `compression_ratio` >= 1 above `compression_threshold_db` (dBFS of a voice levelled to the house level);
    `warmth` (soft saturation of the lower band) and `room` (early reflections) lie in [0, 1].
    """

    high_pass_hz: float = 80.0
    low_shelf_db: float = 0.0
    low_shelf_hz: float = 180.0
    presence_db: float = 2.0
    presence_hz: float = 3200.0
    air_db: float = 1.0
    compression_ratio: float = 2.5
    compression_threshold_db: float = -22.0
    warmth: float = 0.2
    room: float = 0.15


SYNTHETIC: Final = frozenset({"espeak", "openjtalk"})
"""Engines whose sound is built from rules or statistics, and which warmth and a room improve."""


class EspeakTimbre(Struct, frozen=True, kw_only=True):
    """Settings for espeak-ng.

    `variant` is a file of its voice folder `!v`; `pitch` and `range` lie in [0, 99] with 50 neutral;
    `rate` is in words per minute.
    """

    variant: str
    pitch: int
    range: int
    rate: int


class OpenJTalkTimbre(Struct, frozen=True, kw_only=True):
    """Settings for Open JTalk.

    `half_tone` shifts the pitch; `tract` scales formants, pitch and pace together: 0.85 sounds like a
    longer vocal tract that takes its time.
    """

    half_tone: float
    tract: float


class VoiceProfile(Struct, frozen=True, kw_only=True):
    """One voice id. `espeak` has an entry for every language but Japanese.

    `dsp` processes the synthetic engines, `natural` all others: what helps a synthetic voice harms a recorded
    or neural one.
    """

    voice: Voice
    label: str
    description: str
    dsp: DspProfile
    natural: DspProfile
    espeak: Mapping[Language, EspeakTimbre]
    openjtalk: OpenJTalkTimbre

    def chain(self, engine: str) -> DspProfile:
        """The processing for what this engine speaks."""
        return self.dsp if engine in SYNTHETIC else self.natural
