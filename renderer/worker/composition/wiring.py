"""The composition root: turns settings and an order into capabilities; engines are opened on demand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Final, TypeAlias

from msgspec.structs import replace

from renderer.backends.adapting.base import ScriptAdapter
from renderer.backends.alignment.base import WordAligner
from renderer.backends.imagery.base import PictureFinder
from renderer.backends.knowledge.base import Answers, NoAnswers
from renderer.backends.rewriting.base import LineRewriter
from renderer.backends.separation.base import VoiceSeparator
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.transcription.base import Transcriber
from renderer.backends.translation.base import Translator
from renderer.backends.vision.base import FaceDetector, TextDetector
from renderer.backends.voice_activity.base import VoiceActivityDetector
from renderer.backends.writing.base import ScriptWriter
from renderer.backends.writing.said import FolderSaid, Said
from renderer.backends.writing.script_file import ScriptFileWriter
from renderer.contract.orders.base import NarratedOrder, OrderDocument
from renderer.core.encoding import ENCODINGS, ChosenEncoder
from renderer.media.encoding.encoders import EncoderChoice, choose_encoder
from renderer.net.idempotency import Purchases
from renderer.net.response_cache import ResponseCache
from renderer.runtime.capabilities import CapabilitySet, Factories
from renderer.runtime.segment_processes import NoSegmentProcesses, SegmentProcesses
from renderer.visuals.style_packs import StylePacks
from renderer.voices.speaking_rate import SpeakingRate
from renderer.worker.composition import engines as parts
from renderer.worker.composition import perception
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import Engines, engines_for_job
from renderer.worker.processors import usable_cores
from renderer.worker.segments.children import ChildProcess
from renderer.worker.segments.processes import PipedSegmentProcesses, not_forked
from renderer.worker.settings import WorkerSettings

Forking: TypeAlias = Callable[[StylePacks, Path], ChildProcess | None]
"""Makes a child process that renders segments of a workspace with these style packs; None where it cannot."""

SAID_FOLDER: Final = "said"
_FORCED: Final = "set by CLIPWRIGHT_ENCODER"


def chosen_engines(*, writer: str = "", offline: bool = False, speakers: str = "") -> EngineSettings:
    """The settings, overridden by the writer, offline flag and speakers given on a command line."""
    settings = EngineSettings()
    changes: dict[str, object] = {"writers": writer} if writer else {}
    changes |= {"speakers": speakers} if speakers else {}
    return settings.model_copy(update={**changes, **({"offline": True} if offline else {})})


def build_capabilities(
    order: OrderDocument,
    *,
    rim: Factories,
    settings: WorkerSettings,
    engine_settings: EngineSettings | None = None,
    forking: Forking | None = None,
) -> CapabilitySet:
    """The engines for this order, with a budget of their own; each is opened when a stage asks for it.

    Engine settings come from the environment unless `engine_settings` is given. `forking` makes the child
    processes that render ahead; give it only where this process can be forked until it starts drawing.

    `rim` adds the ports at the edge of this run: the publisher, the job's input objects, where paid answers
    are kept if not in the workspace alone, the job's purchases, and the knowledge look-ups already made.
    Opening an engine raises `encoder_failed` when no H.264 encoder works here, `provider_unconfigured` or
    `unknown_choice` for invalid settings.
    """
    engines = engines_for_job(
        engine_settings or EngineSettings(),
        workspace=settings.workspace,
        paid=rim.get(ResponseCache),
        purchases=rim.get(Purchases, Purchases),
        answers=rim.get(Answers, NoAnswers),
    )
    return CapabilitySet(
        {
            ScriptWriter: lambda: _writer(order, engines),
            ScriptAdapter: lambda: parts.adapter(engines),
            SpeakingRate: lambda: parts.pace(engines),
            SpeechEngine: lambda: parts.speech(engines),
            WordAligner: lambda: perception.aligner(engines),
            PictureFinder: lambda: parts.pictures(engines),
            Transcriber: lambda: perception.source_transcriber(engines),
            FaceDetector: perception.face_detector,
            TextDetector: lambda: perception.text_detector(engines),
            VoiceActivityDetector: perception.voice_activity_detector,
            VoiceSeparator: lambda: perception.voice_separator(engines),
            Translator: lambda: parts.translator(engines),
            LineRewriter: lambda: parts.rewriter(engines),
            Said: lambda: FolderSaid(settings.workspace / SAID_FOLDER),
            ChosenEncoder: lambda: _chosen_encoder(settings),
            SegmentProcesses: lambda: _segment_processes(settings, forking),
            StylePacks: _style_packs,
            **rim,
        }
    )


def encoder_choice(settings: WorkerSettings) -> EncoderChoice:
    """The configured encoder, or the first one that encodes a test frame (tested once per process)."""
    if settings.encoder != "auto":
        return EncoderChoice(name=settings.encoder, reason=_FORCED)
    return _tested_encoder()


@cache
def _tested_encoder() -> EncoderChoice:
    return choose_encoder()


def _chosen_encoder(settings: WorkerSettings) -> ChosenEncoder:
    choice = encoder_choice(settings)
    profile = replace(ENCODINGS[settings.encoding], codec=choice.name, threads=settings.encoder_threads)
    return ChosenEncoder(profile=profile, reason=choice.reason)


def _segment_processes(settings: WorkerSettings, forking: Forking | None) -> SegmentProcesses:
    """The segment processes; none with NVENC, where each would hold a context on the graphics card."""
    if encoder_choice(settings).name != "libx264":
        return NoSegmentProcesses()
    beside = (settings.render_processes or usable_cores()) - 1
    forked = partial(forking, _style_packs()) if forking else not_forked
    return PipedSegmentProcesses(beside, forked=forked)


def _style_packs() -> StylePacks:
    from renderer.visuals.style_pack_files import load_pack  # noqa: PLC0415 - it loads every painter

    return load_pack


def _writer(order: OrderDocument, engines: Engines) -> ScriptWriter:
    if not isinstance(order, NarratedOrder):
        return parts.writer(engines)
    if order.script:
        return ScriptFileWriter(text=order.script)
    return parts.writer(engines, topic=order.about, language=order.settings.language)
