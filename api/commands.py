"""The service's commands, mounted by `clipwright`: serve, accounts, keys."""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click
from sqlalchemy.exc import IntegrityError

from api.accounts import repository, service
from api.app import create_app
from api.assembly import AllServices, build_services, default_adapters
from api.db.migrate import migrate
from api.http import server
from api.options import data_dir_option, settings_with
from api.problems import ApiProblem
from api.queue.base import UnavailableQueue
from api.queue.embedded_queue import EmbeddedQueue
from api.settings import ServiceSettings
from renderer.contract.vocabulary import Plan
from renderer.logs import configure_logs, log_the_unhandled

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator, Mapping

DEMO: Final = "demo"
PRIVATE_UMASK: Final = 0o077
"""Folders 0700, files 0600: for this process, and for the worker child that inherits it."""
_NO_ACCOUNT: Final = "There is no such account."
_TAKEN: Final = "Another service is running on {}."
_PLANS: Final = click.Choice([plan.value for plan in Plan])
_CANNOT_LISTEN: Final = "Cannot listen on port {} of {}: {}. Choose another with --port and --host."
_LISTENS: Final = "Clipwright listens on {} (API at /api/v1, document at /docs)."
_GUESSED: Final = (
    "Links lead to {}; set CLIPWRIGHT_PUBLIC_URL if clients reach this machine by another address."
)


def _as_json(command: Callable[..., None]) -> Callable[..., None]:
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@data_dir_option
@click.option(
    "--demo-account", is_flag=True, help="Make sure of a demo account and print a fresh key for it."
)
def serve(*, host: str, port: int, data_dir: Path | None, demo_account: bool) -> None:
    """Run the API and one worker together; no other server is needed.

    With a broker in CLIPWRIGHT_BROKER_URL the workers are elsewhere, and any number of these may run.
    """
    os.umask(PRIVATE_UMASK)
    base = ServiceSettings()
    configure_logs(base.log_level)
    log_the_unhandled()
    settings = _serve_settings(base, host=host, port=port, data_dir=data_dir)
    with _listening(host, port) as listener, _workplace(settings) as (services, companions):
        migrate(services.database)
        if demo_account:
            _show_demo(services)
        app = create_app(services, companions=companions)
        guessed = server.is_everywhere(host) and "public_url" not in base.model_fields_set
        click.echo(_announcement(host, port, settings, guessed=guessed), err=True)
        server.run(app, listener=listener, problem_base=settings.problem_base)


@click.group()
def accounts() -> None:
    """Create accounts and change their plans."""


@accounts.command("create")
@click.option("--plan", type=_PLANS, required=True)
@click.option("--name", default="", help="A name to recognise the account by.")
@data_dir_option
@_as_json
def create_account(*, plan: str, name: str, data_dir: Path | None, as_json: bool) -> None:
    """Create an account; a paid plan's billing period begins now."""
    with _books(data_dir) as services:
        made = service.create_account(services.database, services.clock, plan=Plan(plan), name=name)
    _print({"account": str(made.account_id), "plan": plan, "name": name}, as_json=as_json)


@accounts.command("set-plan")
@click.argument("account", type=click.UUID)
@click.argument("plan", type=_PLANS)
@data_dir_option
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
@data_dir_option
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
@data_dir_option
@_as_json
def revoke_key(*, account: UUID, data_dir: Path | None, as_json: bool) -> None:
    """Revoke the account's key, at once."""
    with _books(data_dir) as services:
        revoked = service.revoke_key(services.database, services.clock, account_id=account)
    _print({"account": str(account), "revoked": revoked}, as_json=as_json)


def _serve_settings(base: ServiceSettings, *, host: str, port: int, data_dir: Path | None) -> ServiceSettings:
    given = base.model_fields_set
    changes: dict[str, Any] = {"embedded_worker": not base.broker_url.get_secret_value()}
    if "public_url" not in given:
        changes["public_url"] = server.address_of(server.reached_from_outside(host), port)
    if "internal_url" not in given:
        changes["internal_url"] = server.address_of(server.reached_from_here(host), port)
    return settings_with(base, data_dir=data_dir, **changes)


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """A listening socket, opened before anything is started or announced."""
    try:
        listener = server.listen(host, port)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        raise click.ClickException(_CANNOT_LISTEN.format(port, host, reason)) from error
    with listener:
        yield listener


def _announcement(host: str, port: int, settings: ServiceSettings, *, guessed: bool) -> str:
    listens = _LISTENS.format(server.address_of(server.reached_from_here(host), port))
    return f"{listens}\n{_GUESSED.format(settings.public_url)}" if guessed else listens


@contextmanager
def _workplace(
    settings: ServiceSettings,
) -> Iterator[tuple[AllServices, Callable[[], AbstractContextManager[object]]]]:
    """The services, and what runs beside them: a worker child, or nothing where a broker has the workers."""
    if settings.embedded_worker:
        embedded = EmbeddedQueue()
        services = build_services(settings, default_adapters(settings, embedded))
        with _only_one(settings.data_dir):
            yield services, lambda: embedded.worker(services)
        return
    from api.queue.celery_queue import CeleryQueue  # noqa: PLC0415 - slow to import, not needed embedded

    job_queue = CeleryQueue(settings.broker_url.get_secret_value(), needs=settings.needs)
    try:
        yield build_services(settings, default_adapters(settings, job_queue)), ExitStack
    finally:
        job_queue.close()


@contextmanager
def _books(data_dir: Path | None) -> Iterator[AllServices]:
    os.umask(PRIVATE_UMASK)
    base = ServiceSettings()
    configure_logs("warning")
    settings = settings_with(base, data_dir=data_dir)
    services = build_services(settings, default_adapters(settings, UnavailableQueue()))
    try:
        migrate(services.database)
        yield services
    except (ApiProblem, IntegrityError) as error:
        raise click.ClickException(_NO_ACCOUNT) from error
    finally:
        services.close()


@contextmanager
def _only_one(data_dir: Path) -> Iterator[None]:
    """Lock the data folder: two services on one folder would take each other's jobs."""
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (data_dir / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise click.ClickException(_TAKEN.format(data_dir)) from error
        yield


def _show_demo(services: AllServices) -> None:
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
