"""Engines and providers put together from settings: one function per port, called by the composition root.

Every function returns a complete port: the embedded engine, one provider, or several in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Final, TypeVar

from pydantic import SecretStr

from renderer.backends.adapting.base import NoAdapter, ScriptAdapter
from renderer.backends.adapting.chat import ChatAdapter
from renderer.backends.imagery.base import NoPictures, PictureFinder, PictureSource
from renderer.backends.imagery.fallback import PictureFallback
from renderer.backends.imagery.library import LocalLibrary
from renderer.backends.imagery.openai_images import OpenAIImages
from renderer.backends.imagery.pexels import CALLS_PER_HOUR, Pexels
from renderer.backends.imagery.pixabay import CALLS_PER_MINUTE, Pixabay
from renderer.backends.imagery.stock import CallRate, StockClient
from renderer.backends.knowledge.base import Topic
from renderer.backends.knowledge.in_order import KnowledgeInOrder
from renderer.backends.providers.chat import ChatClient
from renderer.backends.rewriting.base import LineRewriter, NoRewriter
from renderer.backends.rewriting.chat import ChatRewriter
from renderer.backends.speech.base import SpeechEngine
from renderer.backends.speech.embedded.engine import EmbeddedEngine
from renderer.backends.speech.endpoint.openai_speech import TABLE, OpenAISpeech
from renderer.backends.speech.fallback import SpeechFallback
from renderer.backends.speech.line_cache import CachedSpeech
from renderer.backends.speech.neural.hibari import HibariEngine
from renderer.backends.speech.neural.kokoro import KokoroEngine
from renderer.backends.speech.neural.piper import PiperEngine
from renderer.backends.speech.paces import SpeakersPace
from renderer.backends.speech.speaking_rate import RateMeasuringSpeech
from renderer.backends.translation.base import NoTranslator, Translator
from renderer.backends.translation.chat import ChatTranslator
from renderer.backends.writing.base import ScriptWriter
from renderer.backends.writing.chat import ChatWriter
from renderer.backends.writing.composed import ComposedWriter
from renderer.backends.writing.fallback import WriterFallback
from renderer.backends.writing.nothing import NothingKnown
from renderer.backends.writing.paced import PacedWriter
from renderer.backends.writing.template import TemplateWriter
from renderer.backends.writing.topic import clean_topic
from renderer.clock import SystemClock
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.media.sources.sound_answer import decode_sound
from renderer.net.http import Endpoint, HttpClient
from renderer.net.response_cache import ResponseCache
from renderer.net.transport import MEGABYTE, Bounds
from renderer.voices.speaking_rate import SpeakingRate
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import Engines
from renderer.worker.composition.knowledge import SOURCES, Knowing

T = TypeVar("T")
AUTO: Final = "auto"
TEXT_SHARE: Final = 10
"""Text answers are bounded at this part of the bound for sound and pictures."""
_NO_PATH: Final = Path()


def writer(engines: Engines, *, topic: str = "", language: Language = Language.EN) -> ScriptWriter:
    """The script writer for a topic; raises `provider_unconfigured`, `unknown_choice`."""
    wanted = engines.settings.writers
    automatic = wanted.strip() == AUTO
    names = _writers_named(engines)
    asked_about = Topic(text=_as_asked(topic), language=language)
    known = knowing(engines).sources(names, asked_about, automatic=automatic)
    composed: tuple[ScriptWriter, ...] = ()
    if any(name in SOURCES for name in names):
        otherwise: ScriptWriter = TemplateWriter() if "template" in names else NothingKnown()
        composed = (ComposedWriter(knowledge=known, otherwise=otherwise),)
    elif "template" in names:
        composed = (TemplateWriter(),)
    asked: tuple[ScriptWriter, ...] = ()
    if "chat" in names:
        asked = (ChatWriter(chat=chat(engines), knowledge=_for_chat(known)),)
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


def _as_asked(topic: str) -> str:
    """The topic as writers ask for it; one that cannot be used is their matter."""
    try:
        return clean_topic(topic)
    except ClipwrightError:
        return topic


def knowing(engines: Engines) -> Knowing:
    """What knowledge is made of."""
    return Knowing(settings=engines.settings, policy=engines.policy, cache=engines.read)


def _for_chat(known: KnowledgeInOrder) -> KnowledgeInOrder:
    """A model knows what words mean; definitions would only mislead it."""
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
    """The speech engine; paid and neural lines are kept. Raises `provider_unconfigured`, `unknown_choice`."""
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
        "openai": lambda: _kept(_openai_speech(engines), engines, cache=engines.cache),
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
    """Whether a folder holds a voice."""
    return any(folder.glob("*.onnx"))


def translator(engines: Engines) -> Translator:
    """The translator, or one that refuses clearly."""
    return ChatTranslator(chat=chat(engines)) if engines.settings.chat_base_url else NoTranslator()


def adapter(engines: Engines) -> ScriptAdapter:
    """The script adapter, or one that can do nothing; raises `provider_unconfigured`."""
    settings = engines.settings
    if not settings.has_chat:
        return NoAdapter()
    return ChatAdapter(chat=chat(engines), required=not settings.fallback)


def pace(engines: Engines) -> SpeakingRate:
    """How fast whoever speaks will read, as far as it was measured."""
    return SpeakersPace(engines=_speakers(engines))


def rewriter(engines: Engines) -> LineRewriter:
    """The rewriter of lines, or one that refuses clearly."""
    return ChatRewriter(chat=chat(engines)) if engines.settings.chat_base_url else NoRewriter()


def pictures(engines: Engines) -> PictureFinder:
    """The picture finder, or none at all; raises `provider_unconfigured`, `unknown_choice`."""
    settings = engines.settings
    makers: dict[str, Callable[[], PictureSource]] = {
        "library": lambda: _library(settings),
        "pexels": lambda: Pexels(stock=_stock(engines, "Pexels")),
        "pixabay": lambda: Pixabay(stock=_stock(engines, "Pixabay"), key=settings.pixabay_key),
        "openai": lambda: _images(engines),
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


def chat(engines: Engines) -> ChatClient:
    """The chat client; raises `provider_unconfigured`."""
    settings = engines.settings
    endpoint = _endpoint("The chat endpoint", settings.chat_base_url, settings.chat_key, "CHAT")
    if not settings.chat_model:
        raise ClipwrightError(
            "provider_unconfigured", provider=endpoint.provider, setting="CLIPWRIGHT_CHAT_MODEL"
        )
    return ChatClient(
        endpoint=endpoint,
        model=settings.chat_model,
        policy=engines.policy,
        cache=engines.cache,
        prices=engines.prices,
        bounds=_bounds(settings, share=TEXT_SHARE),
        purchases=engines.purchases,
        json_mode=settings.chat_json,
        temperature=settings.chat_temperature,
    )


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
    """At least one."""
    found = _in_order(setting, wanted, automatic, makers)
    if not found:
        raise ClipwrightError("unknown_choice", field=setting, value=wanted, choices=", ".join(makers))
    return found


def _endpoint(provider: str, base: str, key: SecretStr, name: str) -> Endpoint:
    setting = f"CLIPWRIGHT_{name}_BASE_URL"
    if not base:
        raise ClipwrightError("provider_unconfigured", provider=provider, setting=setting)
    return Endpoint(
        provider=provider, base=base, setting=setting, key=key, key_setting=f"CLIPWRIGHT_{name}_KEY"
    )


def _bounds(settings: EngineSettings, *, share: int = 1) -> Bounds:
    return Bounds(
        connect=settings.provider_connect_seconds,
        idle=settings.provider_idle_seconds,
        total=settings.provider_total_seconds,
        body=settings.provider_answer_mb * MEGABYTE // share,
    )


def _kept(engine: SpeechEngine, engines: Engines, *, cache: ResponseCache) -> SpeechEngine:
    kept = CachedSpeech(engine=engine, cache=cache)
    return RateMeasuringSpeech(engine=kept, notes=engines.notes)


def _openai_speech(engines: Engines) -> SpeechEngine:
    settings = engines.settings
    endpoint = _endpoint("The speech endpoint", settings.speech_base_url, settings.speech_key, "SPEECH")
    return OpenAISpeech(
        client=HttpClient(endpoint=endpoint, bounds=_bounds(settings), purchases=engines.purchases),
        model=settings.speech_model,
        policy=engines.policy,
        prices=engines.prices,
        table=TABLE if settings.speech_voices == _NO_PATH else settings.speech_voices,
        format=settings.speech_format,
        decode=decode_sound,
    )


def _library(settings: EngineSettings) -> PictureSource:
    if settings.picture_library == _NO_PATH:
        setting = "CLIPWRIGHT_PICTURE_LIBRARY"
        raise ClipwrightError("provider_unconfigured", provider="The picture library", setting=setting)
    return LocalLibrary(folder=settings.picture_library, licence=settings.picture_library_licence)


def _images(engines: Engines) -> PictureSource:
    settings = engines.settings
    endpoint = _endpoint("The image endpoint", settings.image_base_url, settings.image_key, "IMAGE")
    return OpenAIImages(
        client=HttpClient(endpoint=endpoint, bounds=_bounds(settings), purchases=engines.purchases),
        model=settings.image_model,
        policy=engines.policy,
        cache=engines.cache,
        prices=engines.prices,
    )


def _stock(engines: Engines, provider: str) -> StockClient:
    settings = engines.settings
    pexels = provider == "Pexels"
    key = settings.pexels_key if pexels else settings.pixabay_key
    name = provider.upper()
    if not key.get_secret_value():
        raise ClipwrightError("provider_unconfigured", provider=provider, setting=f"CLIPWRIGHT_{name}_KEY")
    endpoint = Endpoint(
        provider=provider,
        base=settings.pexels_base_url if pexels else settings.pixabay_base_url,
        setting=f"CLIPWRIGHT_{name}_BASE_URL",
        key=key if pexels else SecretStr(""),  # Pixabay's travels in the query
        key_setting=f"CLIPWRIGHT_{name}_KEY",
        key_prefix="",
    )
    return StockClient(
        client=HttpClient(endpoint=endpoint, bounds=_bounds(settings)),
        policy=engines.policy,
        cache=engines.cache,
        pace=_pace(provider),
        period=datetime.now(UTC).date().isoformat(),
    )


@cache
def _pace(provider: str) -> CallRate:
    """One for all jobs of the process."""
    count, seconds = (CALLS_PER_HOUR, 3600.0) if provider == "Pexels" else (CALLS_PER_MINUTE, 60.0)
    return CallRate(count=count, seconds=seconds, waiting=SystemClock())
