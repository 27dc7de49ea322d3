"""Perception engines built from settings: aligners, transcribers, detectors."""

from __future__ import annotations

from renderer.backends.alignment.base import WordAligner
from renderer.backends.alignment.dtw import DtwAligner
from renderer.backends.alignment.fallback import AlignerFallback
from renderer.backends.alignment.pocketsphinx import PocketSphinxAligner, is_installed
from renderer.backends.alignment.proportional import Proportional
from renderer.backends.alignment.whisper_hearer import TranscribedHearer
from renderer.backends.alignment.whisper_words import WhisperWords
from renderer.backends.separation.base import NoSeparator, VoiceSeparator
from renderer.backends.separation.onnx import OnnxSeparator
from renderer.backends.speech.embedded.reference import SpokenReferences
from renderer.backends.transcription.base import NoTranscriber, Transcriber
from renderer.backends.transcription.whisper import FILES, WhisperTranscriber
from renderer.backends.vision.base import FaceDetector, NothingSeen, TextDetector
from renderer.backends.voice_activity.base import VoiceActivityDetector
from renderer.backends.voice_activity.loud import LoudIsSpeech
from renderer.backends.voice_activity.silero import SileroVad, silero_is_installed
from renderer.errors import ClipwrightError
from renderer.worker.composition.job_resources import Engines


def aligner(engines: Engines) -> WordAligner:
    """The aligners in order of trust: forced alignment, then Whisper, then a guess by word length."""
    whisper = (
        [WhisperWords(hearer=TranscribedHearer(transcriber=transcriber(engines)))]
        if has_whisper(engines)
        else []
    )
    sphinx = [PocketSphinxAligner()] if is_installed() else []
    return AlignerFallback(
        aligners=(*sphinx, DtwAligner(reader=SpokenReferences()), *whisper, Proportional())
    )


def has_whisper(engines: Engines) -> bool:
    """Whether a Whisper model is chosen."""
    return bool(engines.settings.whisper_model)


def transcriber(engines: Engines) -> WhisperTranscriber:
    """The transcriber; raises `provider_unconfigured`."""
    settings = engines.settings
    if not settings.whisper_model:
        setting = "CLIPWRIGHT_WHISPER_MODEL to a folder name in the models folder's whisper/"
        raise ClipwrightError("provider_unconfigured", provider="Whisper", setting=setting)
    return WhisperTranscriber(
        folder=settings.models / "whisper" / settings.whisper_model,
        device=settings.whisper_device,
        threads=settings.whisper_threads,
    )


def source_transcriber(engines: Engines) -> Transcriber:
    """The transcriber of uploaded videos: the chosen model, else the largest one installed, else none."""
    if has_whisper(engines):
        return transcriber(engines)
    found = [path.parent for path in (engines.settings.models / "whisper").glob(f"*/{FILES[0]}")]
    if not found:
        return NoTranscriber()
    largest = max(found, key=lambda folder: ((folder / FILES[0]).stat().st_size, folder.name))
    settings = engines.settings
    return WhisperTranscriber(
        folder=largest, device=settings.whisper_device, threads=settings.whisper_threads
    )


def face_detector() -> FaceDetector:
    """YuNet, which is bundled."""
    from renderer.backends.vision.yunet import YuNet  # noqa: PLC0415 - brings OpenCV, for remixes alone

    return YuNet()


def text_detector(engines: Engines) -> TextDetector:
    """The text detector of the model pack `text-detection`, or one that sees nothing."""
    from renderer.backends.vision import ppocr  # noqa: PLC0415 - the same

    models = engines.settings.models
    return ppocr.PaddleText(models=models) if ppocr.is_installed(models) else NothingSeen()


def voice_activity_detector() -> VoiceActivityDetector:
    """Silero where faster-whisper is installed; otherwise a detector by loudness."""
    return SileroVad() if silero_is_installed() else LoudIsSpeech()


def voice_separator(engines: Engines) -> VoiceSeparator:
    """The chosen voice separation model, or none."""
    settings = engines.settings
    if not settings.separation_model:
        return NoSeparator()
    return OnnxSeparator(folder=settings.models / "separation" / settings.separation_model)
