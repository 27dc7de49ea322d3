"""Settings of engines and providers (prefix CLIPWRIGHT_): which are used, where they are, what they may cost.

Besides renderer/worker/settings.py, the only module on the worker side that reads the environment. With none
of them set, everything runs on the embedded engines.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from renderer.assets import ROOT
from renderer.contract.writer_settings import WriterSettings

KNOWLEDGE_SETTING: Final = "CLIPWRIGHT_KNOWLEDGE_URL"
"""Environment variable of `EngineSettings.knowledge_url`, for messages that ask the user to set it."""

Money = Annotated[Decimal, Field(ge=0)]
Seconds = Annotated[float, Field(gt=0, le=3600)]
MODELS: Final = Path("models")
"""The models folder by default."""


def _found(folder: Path) -> Path:
    """The folder itself, or the checkout's models where the default folder does not exist.

    `make setup` puts models into the checkout; they are found from any current directory.
    """
    checkout = ROOT / MODELS
    elsewhere = folder == MODELS and not folder.is_dir()
    return checkout if elsewhere and checkout.is_dir() and (ROOT / "pyproject.toml").is_file() else folder


class EngineSettings(WriterSettings, BaseSettings):
    """Engines, providers, policy and budget. Secrets never appear in the repr."""

    model_config = SettingsConfigDict(env_prefix="CLIPWRIGHT_", frozen=True, extra="ignore")

    encyclopaedia: Path = Path()
    """A ZIM file (docs/KNOWLEDGE.md says which to get); "." means none."""
    knowledge_url: str = "https://{language}.wikipedia.org/w/api.php"
    """A MediaWiki api.php; {language} is filled in; empty means none."""
    knowledge_contact: str = ""
    """E-mail or web address at which a wiki's operators can reach you; part of the user agent string."""
    wikidata_url: str = "https://www.wikidata.org/w/api.php"
    """For quantities and dates; empty means none."""
    offline: bool = False
    """Whether knowledge may not use the network; what was read before is still used."""
    speakers: str = "auto"
    """Comma-separated, in order: openai, hibari, kokoro, piper, embedded. "auto": those that are set up or
    installed in the models folder. The first one that has the voice in the language speaks."""
    pictures: str = "auto"
    """Comma-separated, in order: library, pexels, pixabay, openai. "auto": all of these that are set up."""
    fallback: bool = True
    """Whether the next one stands in for one that fails (the manifest says so), or the job fails clearly."""

    models: Annotated[Path, AfterValidator(_found)] = Field(default=MODELS, validate_default=True)
    """Folder with hibari/, kokoro/, piper/, separation/, vision/ and whisper/ models. By default `models` in
    the current directory, or in the checkout where there is none."""
    separation_model: str = ""
    """Name of a folder in MODELS/separation; empty means that voices are not separated."""
    whisper_model: str = ""
    """Name of a folder in MODELS/whisper; empty means no Whisper."""
    whisper_device: Literal["auto", "cpu", "cuda"] = "auto"
    whisper_threads: Annotated[int, Field(ge=1, le=64)] = 2
    piper_cuda: bool = False
    kokoro_device: Literal["auto", "cpu", "cuda"] = "auto"
    """"auto": CUDA where onnxruntime-gpu is installed, but the CPU for 8-bit integer models."""

    chat_key: SecretStr = SecretStr("")
    chat_json: Literal["schema", "object", "text"] = "schema"
    """How the server is asked for JSON; some servers support only "object", some only plain text."""
    chat_temperature: Annotated[float, Field(ge=-1, le=2)] = -1.0
    """Negative leaves it to the server."""

    speech_base_url: str = ""
    """Address above /audio/speech of an OpenAI-compatible server; empty means none."""
    speech_model: str = "gpt-4o-mini-tts"
    speech_key: SecretStr = SecretStr("")
    speech_format: Literal["wav", "mp3", "opus", "aac", "flac"] = "wav"
    """Format that the server is asked for; it may answer in any of these."""
    speech_voices: Path = Path()
    """A voice table of your own (format: assets/voices/neural/openai.toml)."""

    image_base_url: str = ""
    """Address above /images/generations of an OpenAI-compatible server; empty means none."""
    image_model: str = "gpt-image-1"
    image_key: SecretStr = SecretStr("")
    picture_library: Path = Path()
    """Folder of your own pictures; "." means none."""
    picture_library_licence: str = "the library owner's"
    pexels_key: SecretStr = SecretStr("")
    pexels_base_url: str = "https://api.pexels.com/v1"
    pixabay_key: SecretStr = SecretStr("")
    pixabay_base_url: str = "https://pixabay.com/api"

    provider_tries: Annotated[int, Field(ge=1, le=10)] = 3
    provider_first_pause: Seconds = 1.0
    provider_longest_pause: Seconds = 30.0
    provider_connect_seconds: Seconds = 10.0
    provider_idle_seconds: Seconds = 60.0
    """Longest silence of a server in the middle of an answer."""
    provider_total_seconds: Seconds = 180.0
    provider_answer_mb: Annotated[int, Field(ge=1, le=200)] = 40
    """Largest answer with sound or pictures; text is bounded at a tenth of it."""
    breaker_failures: Annotated[int, Field(ge=1, le=100)] = 5
    breaker_seconds: Seconds = 60.0

    budget_calls: Annotated[int, Field(ge=1)] = 200
    """Paid calls that one job may make, tries included."""
    budget_seconds: Seconds = 900.0
    """Seconds that one job may wait for providers."""
    budget_money: Money = Decimal(5)
    """Money that one job may cost, in the currency of the prices below."""
    price_chat_in: Money = Decimal(0)
    """Per million tokens."""
    price_chat_out: Money = Decimal(0)
    """Per million tokens."""
    price_speech: Money = Decimal(0)
    """Per million characters."""
    price_picture: Money = Decimal(0)
    """Per picture."""
