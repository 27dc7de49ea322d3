"""Providers built from settings: what engines and finders ask over the network.

Imported only where a provider is configured: HTTP clients take a tenth of a second to import, which a machine
without providers need not spend.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import SecretStr

from renderer.backends.imagery.openai_images import OpenAIImages
from renderer.backends.imagery.pexels import CALLS_PER_HOUR, Pexels
from renderer.backends.imagery.pixabay import CALLS_PER_MINUTE, Pixabay
from renderer.backends.imagery.stock import CallRate, StockClient
from renderer.backends.providers.chat import ChatClient
from renderer.backends.speech.endpoint.openai_speech import TABLE, OpenAISpeech
from renderer.clock import SystemClock
from renderer.errors import ClipwrightError
from renderer.media.sources.sound_answer import decode_sound
from renderer.net.bounds import MEGABYTE, Bounds
from renderer.net.endpoint import Endpoint
from renderer.net.http import HttpClient
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.job_resources import Engines

TEXT_SHARE: Final = 10
"""Text answers are bounded at one `TEXT_SHARE`-th of the bound for sound and pictures."""
_NO_PATH: Final = Path()


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


def pexels(engines: Engines) -> Pexels:
    """Photographs and clips of Pexels; raises `provider_unconfigured`."""
    return Pexels(stock=_stock(engines, "Pexels"))


def pixabay(engines: Engines) -> Pixabay:
    """Photographs and clips of Pixabay; raises `provider_unconfigured`."""
    return Pixabay(stock=_stock(engines, "Pixabay"), key=engines.settings.pixabay_key)


def openai_speech(engines: Engines) -> OpenAISpeech:
    """The speech endpoint; raises `provider_unconfigured`."""
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


def openai_images(engines: Engines) -> OpenAIImages:
    """The image endpoint; raises `provider_unconfigured`."""
    settings = engines.settings
    endpoint = _endpoint("The image endpoint", settings.image_base_url, settings.image_key, "IMAGE")
    return OpenAIImages(
        client=HttpClient(endpoint=endpoint, bounds=_bounds(settings), purchases=engines.purchases),
        model=settings.image_model,
        policy=engines.policy,
        cache=engines.cache,
        prices=engines.prices,
    )


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
        key=key if pexels else SecretStr(""),  # Pixabay takes its key in the query
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
    """The provider's rate limiter, shared by all jobs of the process."""
    count, seconds = (CALLS_PER_HOUR, 3600.0) if provider == "Pexels" else (CALLS_PER_MINUTE, 60.0)
    return CallRate(count=count, seconds=seconds, waiting=SystemClock())
