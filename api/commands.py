"""The service's commands, mounted by `clipwright`: serve, accounts, keys."""

from __future__ import annotations

import fcntl
import json
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click
from sqlalchemy.exc import IntegrityError

from api import serving
from api.accounts import repository, service
from api.app import create_app
from api.doorbell import SilentDoorbell
from api.doorbell_embedded import EmbeddedDoorbell
from api.logs import configure_logs
from api.migrate import migrate
from api.problems import ApiProblem
from api.services import Services, build_services, default_outside
from api.settings import Settings
from renderer.contract.vocabulary import Plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

DEMO: Final = "demo"
_NO_ACCOUNT: Final = "There is no such account."
_TAKEN: Final = "Another service is running on {}."
_PLANS: Final = click.Choice([plan.value for plan in Plan])
_ANY_HOST: Final = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - compared with, not bound to


def _data_dir(command: Callable[..., None]) -> Callable[..., None]:
    return click.option(
        "--data-dir",
        type=click.Path(path_type=Path),
        default=None,
        help="Folder of the embedded mode [CLIPWRIGHT_DATA_DIR, or ./clipwright-data].",
    )(command)


def _as_json(command: Callable[..., None]) -> Callable[..., None]:
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@_data_dir
@click.option(
    "--demo-account", is_flag=True, help="Make sure of a demo account and print a fresh key for it."
)
def serve(*, host: str, port: int, data_dir: Path | None, demo_account: bool) -> None:
    """Run the API and one worker together; no other server is needed.

    With a broker in CLIPWRIGHT_BROKER_URL the workers are elsewhere, and any number of these may run.
    """
    base = Settings()
    configure_logs(base.log_level)
    settings = _serve_settings(base, host=host, port=port, data_dir=data_dir)
    with _workplace(settings) as (services, companions):
        migrate(services.database)
        if demo_account:
            _show_demo(services)
        app = create_app(services, companions=companions)
        click.echo(
            f"Clipwright listens on {settings.public_url} (API at /api/v1, document at /docs).", err=True
        )
        serving.run(app, host=host, port=port, problem_base=settings.problem_base)


@click.group()
def accounts() -> None:
    """Create accounts and change their plans."""


@accounts.command("create")
@click.option("--plan", type=_PLANS, required=True)
@click.option("--name", default="", help="A name to recognise the account by.")
@_data_dir
@_as_json
def create_account(*, plan: str, name: str, data_dir: Path | None, as_json: bool) -> None:
    """Create an account; a paid plan's billing period begins now."""
    with _books(data_dir) as services:
        made = service.create_account(services.database, services.clock, plan=Plan(plan), name=name)
    _print({"account": str(made.account_id), "plan": plan, "name": name}, as_json=as_json)


@accounts.command("set-plan")
@click.argument("account", type=click.UUID)
@click.argument("plan", type=_PLANS)
@_data_dir
@_as_json
def set_plan(*, account: UUID, plan: str, data_dir: Path | None, as_json: bool) -> None:
    """Change an account's plan, at once."""
    with _books(data_dir) as services:
        service.set_plan(services.database, services.clock, account_id=account, plan=Plan(plan))
    _print({"account": str(account), "plan": plan}, as_json=as_json)


@click.group()
def keys() -> None:
    """Give and revoke API keys; an account has at most one."""


@keys.command("create")
@click.argument("account", type=click.UUID)
@click.option(
    "--expires-at",
    type=click.DateTime(["%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d"]),
    help="UTC; at most 365 days ahead.",
)
@_data_dir
@_as_json
def create_key(*, account: UUID, expires_at: datetime | None, data_dir: Path | None, as_json: bool) -> None:
    """Create a key and show it, once; the account's key before it stops working at once."""
    until = expires_at.replace(tzinfo=UTC) if expires_at else None
    with _books(data_dir) as services:
        made = service.create_key(services.database, services.clock, account_id=account, expires_at=until)
    facts = {"account": str(account), "key": made.key, "expires_at": made.expires_at.isoformat()}
    _print(facts, as_json=as_json)


@keys.command("revoke")
@click.argument("account", type=click.UUID)
@_data_dir
@_as_json
def revoke_key(*, account: UUID, data_dir: Path | None, as_json: bool) -> None:
    """Revoke the account's key, at once."""
    with _books(data_dir) as services:
        revoked = service.revoke_key(services.database, services.clock, account_id=account)
    _print({"account": str(account), "revoked": revoked}, as_json=as_json)


def _serve_settings(base: Settings, *, host: str, port: int, data_dir: Path | None) -> Settings:
    reached = f"http://{_ANY_HOST.get(host, host)}:{port}"
    given = base.model_fields_set
    changes: dict[str, Any] = {"embedded_worker": not base.broker_url.get_secret_value()}
    if "public_url" not in given:
        changes["public_url"] = reached
    if "internal_url" not in given:
        changes["internal_url"] = reached
    return _with(base, data_dir=data_dir, **changes)


def _with(base: Settings, *, data_dir: Path | None, **changes: Any) -> Settings:
    """The settings that were given, and these; what follows from them follows anew."""
    given = {name: getattr(base, name) for name in base.model_fields_set} | changes
    return Settings(**given | ({"data_dir": data_dir} if data_dir else {}))


@contextmanager
def _workplace(settings: Settings) -> Iterator[tuple[Services, Callable[[], AbstractContextManager[object]]]]:
    """The services, and what runs beside them: a worker child, or nothing where a broker brings workers."""
    if settings.embedded_worker:
        embedded = EmbeddedDoorbell()
        services = build_services(settings, default_outside(settings, embedded))
        with _only_one(settings.data_dir):
            yield services, lambda: embedded.worker(services)
        return
    from api.doorbell_celery import CeleryDoorbell  # noqa: PLC0415 - slow to import, not needed embedded

    doorbell = CeleryDoorbell(settings.broker_url.get_secret_value(), needs=settings.needs)
    try:
        yield build_services(settings, default_outside(settings, doorbell)), ExitStack
    finally:
        doorbell.close()


@contextmanager
def _books(data_dir: Path | None) -> Iterator[Services]:
    base = Settings()
    configure_logs("warning")
    settings = _with(base, data_dir=data_dir)
    services = build_services(settings, default_outside(settings, SilentDoorbell()))
    try:
        migrate(services.database)
        yield services
    except (ApiProblem, IntegrityError) as error:
        raise click.ClickException(_NO_ACCOUNT) from error
    finally:
        services.close()


@contextmanager
def _only_one(data_dir: Path) -> Iterator[None]:
    """Two services on one folder would take each other's jobs."""
    data_dir.mkdir(parents=True, exist_ok=True)
    with (data_dir / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise click.ClickException(_TAKEN.format(data_dir)) from error
        yield


def _show_demo(services: Services) -> None:
    with services.database.read() as connection:
        found = repository.find_by_name(connection, DEMO)
    account = (
        found
        or service.create_account(services.database, services.clock, plan=Plan.PRO, name=DEMO).account_id
    )
    made = service.create_key(services.database, services.clock, account_id=account)
    _print({"account": str(account), "key": made.key}, as_json=False)


def _print(facts: Mapping[str, object], *, as_json: bool) -> None:
    lines = json.dumps(facts) if as_json else "\n".join(f"{name}: {value}" for name, value in facts.items())
    click.echo(lines)
