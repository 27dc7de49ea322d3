"""The engines a pipeline may call, filled in by the composition root."""

from __future__ import annotations

from dataclasses import dataclass, field

from renderer.backends.alignment.base import WordAligner
from renderer.backends.imagery.base import NoPictures, PictureFinder
from renderer.backends.publishing.base import Publisher
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.writing.base import ScriptWriter
from renderer.core.render_plan import EncoderProfile


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """One adapter per port; `encoder` was chosen by a test encode, `encoder_reason` says how."""

    writer: ScriptWriter
    speech: SpeechEngine
    aligner: WordAligner
    publisher: Publisher
    encoder: EncoderProfile
    encoder_reason: str
    pictures: PictureFinder = field(default_factory=NoPictures)
