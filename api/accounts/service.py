"""Creates accounts, changes their plans, issues and revokes their keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from api.accounts import repository
from api.http.auth import KEY_LIFETIME, Caller, key_hash, new_key
from renderer.contract.vocabulary import Plan

if TYPE_CHECKING:
    from api.db.database import Database
    from renderer.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A new key, at the only moment when it can be shown."""

    account_id: UUID
    key: str
    created_at: datetime
    expires_at: datetime


def create_account(database: Database, clock: Clock, *, plan: Plan, name: str) -> Caller:
    """A new account; a paid plan's billing period begins now."""
    now = clock.now()
    caller = Caller(account_id=uuid4(), plan=plan, billing_anchor=now)
    with database.write() as connection:
        repository.insert_account(connection, caller, name=name, now=now)
    return caller


def set_plan(database: Database, clock: Clock, *, account_id: UUID, plan: Plan) -> Caller:
    """Change the plan at once; the billing period restarts only on a change from free to a paid plan."""
    with database.write() as connection:
        before = repository.lock_account(connection, account_id)
        starts = before.plan is Plan.FREE and plan is not Plan.FREE
        after = replace(before, plan=plan, billing_anchor=clock.now() if starts else before.billing_anchor)
        repository.change_plan(connection, after)
    return after


def create_key(
    database: Database, clock: Clock, *, account_id: UUID, expires_at: datetime | None = None
) -> NewKey:
    """A new key, valid for 365 days or until an earlier `expires_at`; an older key stops working at once."""
    now, key = clock.now(), new_key()
    latest = now + KEY_LIFETIME
    made = NewKey(
        account_id=account_id, key=key, created_at=now, expires_at=min(expires_at or latest, latest)
    )
    with database.write() as connection:
        repository.lock_account(connection, account_id)
        repository.revoke_keys(connection, account_id, now=now)
        repository.insert_key(connection, _key_row(made))
    return made


def revoke_key(database: Database, clock: Clock, *, account_id: UUID) -> int:
    """Revoke the account's key at once; returns how many were active."""
    with database.write() as connection:
        repository.lock_account(connection, account_id)
        return repository.revoke_keys(connection, account_id, now=clock.now())


def _key_row(made: NewKey) -> dict[str, object]:
    return {
        "id": uuid4(),
        "account_id": made.account_id,
        "hash": key_hash(made.key),
        "last4": made.key[-4:],
        "created_at": made.created_at,
        "expires_at": made.expires_at,
        "revoked_at": None,
    }
