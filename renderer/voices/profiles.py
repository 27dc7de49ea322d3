"""Voice profiles, read from assets/voices/<voice-id>.toml.

Speech engines use the timbre, audio uses the processing.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from renderer.assets import ASSETS, read_asset
from renderer.contract.vocabulary import Language, Voice
from renderer.core.codec import canonical
from renderer.core.voice import DspProfile, EspeakTimbre, OpenJTalkTimbre, VoiceProfile

VOICES_FOLDER: Final = ASSETS / "voices"

_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Unit = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Gain = Annotated[float, msgspec.Meta(ge=-12, le=12)]
_Step = Annotated[int, msgspec.Meta(ge=0, le=99)]
_Rate = Annotated[int, msgspec.Meta(ge=80, le=300)]
_Variant = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]+$")]


class _Dsp(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    high_pass_hz: Annotated[float, msgspec.Meta(ge=0, le=300)]
    low_shelf_db: _Gain
    low_shelf_hz: Annotated[float, msgspec.Meta(ge=60, le=600)]
    presence_db: _Gain
    presence_hz: Annotated[float, msgspec.Meta(ge=1000, le=8000)]
    air_db: _Gain
    compression_ratio: Annotated[float, msgspec.Meta(ge=1, le=10)]
    compression_threshold_db: Annotated[float, msgspec.Meta(ge=-60, le=0)]
    warmth: _Unit
    room: _Unit


class _Espeak(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    variant: _Variant
    pitch: _Step
    range: _Step
    rate: _Rate


class _Override(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    variant: _Variant | None = None
    pitch: _Step | None = None
    range: _Step | None = None
    rate: _Rate | None = None


class _OpenJTalk(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    half_tone: Annotated[float, msgspec.Meta(ge=-24, le=24)]
    tract: Annotated[float, msgspec.Meta(ge=0.7, le=1.3)]


class _VoiceFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    label: _Text
    description: _Text
    dsp: _Dsp
    natural: _Dsp
    espeak: _Espeak
    openjtalk: _OpenJTalk
    languages: dict[Language, _Override] = {}


@functools.cache
def load_voice(voice: Voice, folder: Path = VOICES_FOLDER) -> VoiceProfile:
    """The profile of a voice id.

    Raises:
        ClipwrightError: `asset_missing`, `asset_invalid`.
    """
    file = read_asset(folder / f"{voice.value}.toml", _VoiceFile)
    return VoiceProfile(
        voice=voice,
        label=file.label,
        description=file.description,
        dsp=DspProfile(**msgspec.structs.asdict(file.dsp)),
        natural=DspProfile(**msgspec.structs.asdict(file.natural)),
        espeak={
            language: _timbre(file.espeak, file.languages.get(language, _Override()))
            for language in Language
            if language is not Language.JA
        },
        openjtalk=OpenJTalkTimbre(**msgspec.structs.asdict(file.openjtalk)),
    )


def _timbre(base: _Espeak, override: _Override) -> EspeakTimbre:
    changed = {key: value for key, value in msgspec.structs.asdict(override).items() if value is not None}
    return EspeakTimbre(**{**msgspec.structs.asdict(base), **changed})


def voices_digest(folder: Path = VOICES_FOLDER) -> str:
    """Twelve hex digits that change whenever the profile of any voice does, DSP included."""
    profiles = [load_voice(voice, folder) for voice in Voice]
    return hashlib.sha256(canonical(profiles)).hexdigest()[:12]
