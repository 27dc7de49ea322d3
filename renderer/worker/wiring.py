"""The composition root: settings and order in, ports with concrete engines out."""

from __future__ import annotations

from functools import cache
from typing import Final

from renderer.backends.publishing.base import Publisher
from renderer.backends.writing.base import ScriptWriter
from renderer.backends.writing.script_file import ScriptFileWriter
from renderer.contract.order import ShortOrder
from renderer.core.render_plan import EncoderProfile
from renderer.media.encoders import EncoderChoice, choose_encoder
from renderer.runtime.ports import Ports
from renderer.worker import engines as parts
from renderer.worker.engine_settings import EngineSettings
from renderer.worker.engines import Engines, engines_for_job
from renderer.worker.settings import WorkerSettings

_FORCED: Final = "set by CLIPWRIGHT_ENCODER"


def build_ports(order: ShortOrder, *, publisher: Publisher, settings: WorkerSettings) -> Ports:
    """One adapter per port for this order, with a budget of its own.

    Raises:
        ClipwrightError: `encoder_failed` when no H.264 encoder works here; `provider_unconfigured`,
            `unknown_choice` for settings of engines that make no sense.
    """
    choice = encoder_choice(settings)
    engines = engines_for_job(EngineSettings(), workspace=settings.workspace)
    return Ports(
        writer=_writer(order, engines),
        speech=parts.speech(engines),
        aligner=parts.aligner(engines),
        publisher=publisher,
        encoder=EncoderProfile(codec=choice.name, threads=settings.encoder_threads),
        encoder_reason=choice.reason,
        pictures=parts.pictures(engines),
    )


def encoder_choice(settings: WorkerSettings) -> EncoderChoice:
    """The configured encoder, or the first one whose test frame came out (tested once per process)."""
    if settings.encoder != "auto":
        return EncoderChoice(name=settings.encoder, reason=_FORCED)
    return _tested_encoder()


@cache
def _tested_encoder() -> EncoderChoice:
    return choose_encoder()


def _writer(order: ShortOrder, engines: Engines) -> ScriptWriter:
    return ScriptFileWriter(text=order.script) if order.script else parts.writer(engines)
