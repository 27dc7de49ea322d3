"""Every setting of the service; the only place in `api` that reads the environment."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from renderer.backends.storage.settings import StoreSettings
from renderer.contract.orders.base import FrameSpec
from renderer.contract.resource_need import Need
from renderer.contract.vocabulary import Language
from renderer.contract.writer_settings import WriterSettings
from renderer.errors import ClipwrightError

SECRET_BYTES: Final = 32
_DIFFERENT_BYTES: Final = 10
"""A secret with fewer different bytes is refused as a repeated word; 32 random hex digits have about 14."""
STORAGE_VARIABLE: Final = "CLIPWRIGHT_STORAGE_ROOT"
METRICS_VARIABLE: Final = "CLIPWRIGHT_METRICS_FOLDER"
WORKSPACE_VARIABLE: Final = "CLIPWRIGHT_WORKSPACE"


class ServiceSettings(StoreSettings, WriterSettings, BaseSettings):
    """Settings of the service, read from `CLIPWRIGHT_*` variables; units are in the names."""

    model_config = SettingsConfigDict(env_prefix="CLIPWRIGHT_", frozen=True, extra="ignore")

    data_dir: Path = Path("clipwright-data")
    """Folder of the embedded mode: database, objects, secret."""
    database_url: str = ""
    """SQLAlchemy address; empty means SQLite inside `data_dir`."""
    storage_root: Path = Path()
    """Folder of the local object store; empty means `objects` inside `data_dir`."""
    broker_url: SecretStr = SecretStr("")
    """RabbitMQ (`amqp://…`) or Redis (`redis://…`); empty means a worker child of this process."""
    needs: dict[str, Need] = {"short": "cpu"}
    """Kind of machine that each workflow's jobs are queued for, as JSON."""
    public_url: str = "http://127.0.0.1:8000"
    """Origin under which clients reach the service; links are built on it, never on the Host header."""
    internal_url: str = ""
    """Origin under which workers reach the service; empty means `public_url`."""
    problem_base: str = ""
    """Address of the problem pages; empty means `{public_url}/problems`."""
    secret_key: SecretStr = SecretStr("")
    """Signs cursors and report tokens, 32 bytes or more; empty means a file in `data_dir`, made once."""

    rate_limit: Annotated[int, Field(ge=1)] = 120
    """Requests that one account may make in one window."""
    wrong_key_limit: Annotated[int, Field(ge=1)] = 600
    """Refused keys that one client address may show in one window before it is told to wait."""
    rate_window_seconds: Annotated[int, Field(ge=1)] = 60
    cursor_seconds: Annotated[int, Field(ge=1)] = 24 * 3600
    body_timeout_seconds: Annotated[float, Field(gt=0)] = 10.0
    """How long the whole body of one request may take to arrive."""
    database_wait_seconds: Annotated[float, Field(gt=0)] = 10.0
    """How long one request may wait for a locked SQLite in all before it is answered with 503."""

    chunk_timeout_seconds: Annotated[float, Field(gt=0)] = 120.0
    """How long one chunk of an upload may take to arrive."""
    project_body_bytes: Annotated[int, Field(ge=32 * 1024)] = 8 * 1024 * 1024
    """Largest settings or captions of a Remix project: 2,000 cues of 300 characters, each as two escapes."""
    probe_wait_seconds: Annotated[float, Field(ge=0)] = 20.0
    """How long completing an upload waits for the source to be probed."""
    operation_wait_seconds: Annotated[float, Field(ge=0)] = 25.0
    """How long requests to translate, draft or preview wait for the operation to end."""
    chat_base_url: str = ""
    """The same setting as the workers' (docs/ENGINES.md): with it they translate into every language."""
    whisper_model: str = ""
    """The same setting as the workers': with it they transcribe every language."""
    models: Path = Path("models")
    """The same setting as that of workers on this machine: models in its folder `whisper` transcribe, too."""
    translate_languages: list[Language] = []
    """Languages that workers translate into, if this process does not have their settings; as JSON."""
    transcribe_languages: list[Language] = []
    """Languages that workers transcribe, if this process does not have their settings; as JSON."""

    frame: FrameSpec = FrameSpec()
    """Size and rate of short videos, as JSON: `{"width": 1080, "height": 1920, "fps": 30}`."""
    film_frame: FrameSpec = FrameSpec(width=1920, height=1080)
    """Size and rate of long-form videos, likewise."""
    remix_side: Annotated[int, Field(ge=144, le=2160, multiple_of=2)] = 1080
    """Pixels of the shorter side of Remix exports; no source is enlarged in its own shape."""
    lease_seconds: Annotated[int, Field(ge=1)] = 45
    """A worker that stays silent for longer loses its job."""
    redeliver_seconds: Annotated[int, Field(ge=1)] = 300
    """A message that nobody claimed is published again after this long."""
    max_tries: Annotated[int, Field(ge=1)] = 3
    """Counted attempts before a job fails."""
    background: bool = True
    """Whether this process runs the dispatcher, the reaper and the sweepers."""
    embedded_worker: bool = False
    """Whether this process supervises a worker child."""
    worker_command: list[str] = []
    """Command of the worker child; empty means `python -m renderer.worker.process.embedded`."""

    metrics_token: SecretStr = SecretStr("")
    """Bearer token for `/metrics`; if it is empty, `/metrics` is closed unless `metrics_open` is set."""
    metrics_open: bool = False
    """Whether `/metrics` needs no token. No client address is trusted instead, since behind a proxy all
    clients have this machine's address: set it only where no stranger can reach this port."""
    log_level: str = "info"

    @model_validator(mode="after")
    def _normalise(self) -> Self:
        _check_secret(self.secret_key.get_secret_value().encode())
        origin = self.public_url.rstrip("/")
        settled: dict[str, object] = {
            "public_url": origin,
            "database_url": self.database_url or f"sqlite:///{(self.data_dir / 'clipwright.db').resolve()}",
            "internal_url": (self.internal_url or origin).rstrip("/"),
            "problem_base": (self.problem_base or f"{origin}/problems").rstrip("/"),
            "storage_root": self.storage_root,
        }
        if self.storage_root == Path():
            settled["storage_root"] = (self.data_dir / "objects").resolve()
        for name, value in settled.items():
            object.__setattr__(self, name, value)
        return self

    @property
    def translates_into(self) -> list[Language]:
        """Languages that workers translate into."""
        return self.translate_languages or (list(Language) if self.chat_base_url else [])

    @property
    def transcribes(self) -> list[Language]:
        """Languages that workers transcribe."""
        is_installed = bool(self.whisper_model) or any(self.models.glob("whisper/*/model.bin"))
        return self.transcribe_languages or (list(Language) if is_installed else [])

    @property
    def chunk_folder(self) -> Path:
        """Folder in which chunks of uploads wait, as unnamed files, until a bucket has them."""
        return (self.data_dir / "chunks").resolve()

    @property
    def metrics_folder(self) -> Path:
        """Folder of the metrics files that the worker child writes and `/metrics` shows."""
        return (self.data_dir / "metrics").resolve()

    def secret(self) -> bytes:
        """The signing secret; unless set, made once and kept in `data_dir`, readable by its owner alone."""
        given = self.secret_key.get_secret_value()
        return given.encode() if given else _kept_secret(self.data_dir / "secret")


def _check_secret(given: bytes) -> None:
    """Refuse a signing secret that can be guessed.

    Raises:
        ClipwrightError: `invalid_option`, which never quotes the secret.
    """
    if given and (len(given) < SECRET_BYTES or len(set(given)) < _DIFFERENT_BYTES):
        reason = f"give at least {SECRET_BYTES} random bytes, as `openssl rand -hex 32` makes them"
        raise ClipwrightError("invalid_option", field="CLIPWRIGHT_SECRET_KEY", reason=reason)


def _kept_secret(path: Path) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f".secret-{secrets.token_hex(8)}")
    if not path.exists():
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_hex(SECRET_BYTES))
        try:
            path.hardlink_to(fresh)
        except FileExistsError:
            pass  # another process was first; its secret counts
        finally:
            fresh.unlink()
    return path.read_bytes()


def worker_environment(settings: ServiceSettings) -> dict[str, str]:
    """This process's environment without our secrets, and with the folders that service and child share."""
    hidden = {"CLIPWRIGHT_SECRET_KEY", "CLIPWRIGHT_DATABASE_URL", "CLIPWRIGHT_METRICS_TOKEN"}
    inherited = {name: value for name, value in os.environ.items() if name not in hidden}
    workspace = inherited.get(WORKSPACE_VARIABLE) or str((settings.data_dir / "workspace").resolve())
    return inherited | {
        STORAGE_VARIABLE: str(settings.storage_root),
        METRICS_VARIABLE: str(settings.metrics_folder),
        WORKSPACE_VARIABLE: workspace,
    }
