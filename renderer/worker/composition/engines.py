"""Engines and providers built from settings: one function per port, called by the composition root.

Every function returns a complete port: the embedded engine, one provider, or several in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from renderer.backends.adapting.base import NoAdapter, ScriptAdapter
from renderer.backends.imagery.base import NoPictures, PictureFinder, PictureSource
from renderer.backends.imagery.fallback import PictureFallback
from renderer.backends.imagery.library import LocalLibrary
from renderer.backends.knowledge.base import Knowledge, Topic
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.rewriting.base import LineRewriter, NoRewriter
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.speech.fallback import SpeechFallback
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.backends.speech.neural.hibari import HibariEngine
from renderer.backends.speech.neural.kokoro import KokoroEngine
from renderer.backends.speech.neural.piper import PiperEngine
from renderer.backends.speech.paces import SpeakersPace
from renderer.backends.speech.speaking_rate import RateMeasuringSpeech
from renderer.backends.translation.base import NoTranslator, Translator
from renderer.backends.writing.base import ScriptWriter
from renderer.backends.writing.composed import ComposedWriter
from renderer.backends.writing.fallback import WriterFallback
from renderer.backends.writing.nothing import NothingKnown
from renderer.backends.writing.paced import PacedWriter
from renderer.backends.writing.template import TemplateWriter
from renderer.backends.writing.topic import topic_of
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.net.response_cache import ResponseCache
from renderer.voices.speaking_rate import SpeakingRate
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import Engines
from renderer.worker.composition.knowledge import SOURCES, Knowing

T = TypeVar("T")
AUTO: Final = "auto"
_NO_PATH: Final = Path()


def writer(engines: Engines, *, topic: str = "", language: Language = Language.EN) -> ScriptWriter:
    """The script writer for a topic; raises `provider_unconfigured`, `unknown_choice`."""
    wanted = engines.settings.writers
    automatic = wanted.strip() == AUTO
    names = _writers_named(engines)
    asked_about = Topic(text=_as_asked(topic, language), language=language)
    known = knowing(engines).sources(names, asked_about, automatic=automatic)
    composed: tuple[ScriptWriter, ...] = ()
    if any(name in SOURCES for name in names):
        otherwise: ScriptWriter = TemplateWriter() if "template" in names else NothingKnown()
        composed = (ComposedWriter(knowledge=known, otherwise=otherwise),)
    elif "template" in names:
        composed = (TemplateWriter(),)
    asked: tuple[ScriptWriter, ...] = ()
    if "chat" in names:
        asked = (_chat_writer(engines, _for_chat(known)),)
    found = (*asked, *composed) if names[0] == "chat" else (*composed, *asked)
    chosen = (
        found[0] if len(found) == 1 else WriterFallback(writers=found, fallback=engines.settings.fallback)
    )
    speakers = _speakers(engines)
    if speakers == (EmbeddedEngine(),):
        return chosen
    fingerprint = " then ".join(speaker.fingerprint for speaker in speakers)
    return PacedWriter(
        writer=chosen, pace=SpeakersPace(engines=speakers), speaker=fingerprint, notes=engines.notes
    )


def _as_asked(topic: str, language: Language) -> str:
    """The topic as writers ask for it; an unusable one is returned as it is, for the writer to refuse."""
    try:
        return topic_of(topic, language)
    except ClipwrightError:
        return topic


def knowing(engines: Engines) -> Knowing:
    """The builder of knowledge sources."""
    return Knowing(settings=engines.settings, wikipedia=partial(_wikipedia, engines), answers=engines.answers)


def _for_chat(known: KnowledgeInOrder) -> KnowledgeInOrder:
    """The sources without the lexicon: a model knows what words mean, and definitions would mislead it."""
    return KnowledgeInOrder(sources=tuple(one for one in known.sources if one.name != "lexicon"))


def _writers_named(engines: Engines) -> tuple[str, ...]:
    choices = ("chat", *SOURCES, "template")
    automatic = choices if engines.settings.chat_base_url else choices[1:]
    return _some_in_order(
        "CLIPWRIGHT_WRITERS",
        engines.settings.writers,
        automatic,
        {name: partial(str, name) for name in choices},
    )


def speech(engines: Engines) -> SpeechEngine:
    """The speech engine; lines of paid and neural voices are cached.

    Raises:
        ClipwrightError: `provider_unconfigured`, `unknown_choice`.
    """
    found = _speakers(engines)
    if found == (EmbeddedEngine(),):
        return found[0]
    return SpeechFallback(engines=found, fallback=engines.settings.fallback)


def _speakers(engines: Engines) -> tuple[SpeechEngine, ...]:
    settings = engines.settings
    ready = {
        "openai": bool(settings.speech_base_url),
        "hibari": _lies_in(settings.models / "hibari"),
        "kokoro": _lies_in(settings.models / "kokoro"),
        "piper": _lies_in(settings.models / "piper"),
        "embedded": True,
    }
    automatic = tuple(name for name, there in ready.items() if there)
    makers: dict[str, Callable[[], SpeechEngine]] = {
        "openai": lambda: _kept(_endpoint_speech(engines), engines, cache=engines.cache),
        "hibari": lambda: CachedSpeech(
            engine=HibariEngine(folder=settings.models / "hibari"), cache=engines.spoken
        ),
        "kokoro": lambda: CachedSpeech(
            engine=KokoroEngine(folder=settings.models / "kokoro", device=settings.kokoro_device),
            cache=engines.spoken,
        ),
        "piper": lambda: _kept(
            PiperEngine(folder=settings.models / "piper", cuda=settings.piper_cuda),
            engines,
            cache=engines.spoken,
        ),
        "embedded": EmbeddedEngine,
    }
    return _some_in_order("CLIPWRIGHT_SPEAKERS", settings.speakers, automatic, makers)


def _lies_in(folder: Path) -> bool:
    """Whether the folder contains a voice model."""
    return any(folder.glob("*.onnx"))


def translator(engines: Engines) -> Translator:
    """The translator, or one that refuses with a clear error."""
    if not engines.settings.chat_base_url:
        return NoTranslator()
    from renderer.backends.translation.chat import ChatTranslator  # noqa: PLC0415 - loads HTTP clients
    from renderer.worker.composition.providers import chat  # noqa: PLC0415 - same

    return ChatTranslator(chat=chat(engines))


def adapter(engines: Engines) -> ScriptAdapter:
    """The script adapter, or one that changes nothing; raises `provider_unconfigured`."""
    settings = engines.settings
    if not settings.has_chat:
        return NoAdapter()
    from renderer.backends.adapting.chat import ChatAdapter  # noqa: PLC0415 - loads HTTP clients
    from renderer.worker.composition.providers import chat  # noqa: PLC0415 - same

    return ChatAdapter(chat=chat(engines), required=not settings.fallback)


def pace(engines: Engines) -> SpeakingRate:
    """The speaking rate of the configured speakers, as far as it has been measured."""
    return SpeakersPace(engines=_speakers(engines))


def rewriter(engines: Engines) -> LineRewriter:
    """The line rewriter, or one that refuses with a clear error."""
    if not engines.settings.chat_base_url:
        return NoRewriter()
    from renderer.backends.rewriting.chat import ChatRewriter  # noqa: PLC0415 - loads HTTP clients
    from renderer.worker.composition.providers import chat  # noqa: PLC0415 - same

    return ChatRewriter(chat=chat(engines))


def pictures(engines: Engines) -> PictureFinder:
    """The picture finder, or none at all; raises `provider_unconfigured`, `unknown_choice`."""
    settings = engines.settings
    makers: dict[str, Callable[[], PictureSource]] = {
        "library": lambda: _library(settings),
        "pexels": lambda: _pexels(engines),
        "pixabay": lambda: _pixabay(engines),
        "openai": lambda: _endpoint_images(engines),
    }
    ready = {
        "library": settings.picture_library != _NO_PATH,
        "pexels": bool(settings.pexels_key.get_secret_value()),
        "pixabay": bool(settings.pixabay_key.get_secret_value()),
        "openai": bool(settings.image_base_url),
    }
    automatic = tuple(name for name in makers if ready[name])
    found = _in_order("CLIPWRIGHT_PICTURES", settings.pictures, automatic, makers)
    if not found:
        return NoPictures()
    return PictureFallback(sources=found, fallback=settings.fallback, ledger=engines.ledger)


def _in_order(
    setting: str, wanted: str, automatic: tuple[str, ...], makers: Mapping[str, Callable[[], T]]
) -> tuple[T, ...]:
    names = (
        automatic
        if wanted.strip() == AUTO
        else tuple(part.strip() for part in wanted.split(",") if part.strip())
    )
    for name in names:
        if name not in makers:
            raise ClipwrightError("unknown_choice", field=setting, value=name, choices=", ".join(makers))
    return tuple(makers[name]() for name in names)


def _some_in_order(
    setting: str, wanted: str, automatic: tuple[str, ...], makers: Mapping[str, Callable[[], T]]
) -> tuple[T, ...]:
    """As `_in_order`, but refuses an empty result with `unknown_choice`."""
    found = _in_order(setting, wanted, automatic, makers)
    if not found:
        raise ClipwrightError("unknown_choice", field=setting, value=wanted, choices=", ".join(makers))
    return found


def _kept(engine: SpeechEngine, engines: Engines, *, cache: ResponseCache) -> SpeechEngine:
    kept = CachedSpeech(engine=engine, cache=cache)
    return RateMeasuringSpeech(engine=kept, notes=engines.notes)


def _library(settings: EngineSettings) -> PictureSource:
    if settings.picture_library == _NO_PATH:
        setting = "CLIPWRIGHT_PICTURE_LIBRARY"
        raise ClipwrightError("provider_unconfigured", provider="The picture library", setting=setting)
    return LocalLibrary(folder=settings.picture_library, licence=settings.picture_library_licence)


def _chat_writer(engines: Engines, knowledge: KnowledgeInOrder) -> ScriptWriter:
    from renderer.backends.writing.chat import ChatWriter  # noqa: PLC0415 - loads HTTP clients
    from renderer.worker.composition.providers import chat  # noqa: PLC0415 - same

    return ChatWriter(chat=chat(engines), knowledge=knowledge)


def _wikipedia(engines: Engines, topic: Topic, *, automatic: bool) -> Knowledge | None:
    from renderer.worker.composition.wikis import Wikis  # noqa: PLC0415 - loads HTTP clients

    wikis = Wikis(settings=engines.settings, policy=engines.policy, cache=engines.read)
    return wikis.chosen(topic, automatic=automatic)


def _endpoint_speech(engines: Engines) -> SpeechEngine:
    from renderer.worker.composition.providers import openai_speech  # noqa: PLC0415 - loads HTTP clients

    return openai_speech(engines)


def _endpoint_images(engines: Engines) -> PictureSource:
    from renderer.worker.composition.providers import openai_images  # noqa: PLC0415 - loads HTTP clients

    return openai_images(engines)


def _pexels(engines: Engines) -> PictureSource:
    from renderer.worker.composition.providers import pexels  # noqa: PLC0415 - loads HTTP clients

    return pexels(engines)


def _pixabay(engines: Engines) -> PictureSource:
    from renderer.worker.composition.providers import pixabay  # noqa: PLC0415 - loads HTTP clients

    return pixabay(engines)
