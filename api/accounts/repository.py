"""Accounts and keys in the database."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import UUID

import sqlalchemy as sa

from api.db.tables import accounts, api_keys
from api.http.auth import Caller
from api.problems import ApiProblem
from renderer.contract.vocabulary import Plan

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection


_LOCKED: Final = (
    sa.select(accounts).where(accounts.c.id == sa.bindparam("account_id")).with_for_update(key_share=True)
)


def lock_account(connection: Connection, account_id: UUID) -> Caller:
    """The current account, locked until the transaction ends; raises `invalid_api_key` when it is gone."""
    row = connection.execute(_LOCKED, {"account_id": account_id}).one_or_none()
    if row is None:
        raise ApiProblem("invalid_api_key", www_authenticate="Bearer")
    return Caller(account_id=row.id, plan=Plan(row.plan), billing_anchor=row.billing_anchor)


def insert_account(connection: Connection, caller: Caller, *, name: str, now: datetime) -> None:
    """Add an account."""
    row = {
        "id": caller.account_id,
        "name": name,
        "plan": caller.plan.value,
        "billing_anchor": caller.billing_anchor,
        "created_at": now,
    }
    connection.execute(accounts.insert(), row)


def change_plan(connection: Connection, caller: Caller) -> None:
    """Write the account's plan and billing anchor."""
    changes = {"plan": caller.plan.value, "billing_anchor": caller.billing_anchor}
    connection.execute(accounts.update().where(accounts.c.id == caller.account_id), changes)


def find_by_name(connection: Connection, name: str) -> UUID | None:
    """The oldest account of this name."""
    query = sa.select(accounts.c.id).where(accounts.c.name == name).order_by(accounts.c.created_at).limit(1)
    found: UUID | None = connection.execute(query).scalar_one_or_none()
    return found


def revoke_keys(connection: Connection, account_id: UUID, *, now: datetime) -> int:
    """Revoke the account's active key, if any; returns the number of keys revoked."""
    active = sa.and_(api_keys.c.account_id == account_id, api_keys.c.revoked_at.is_(None))
    return connection.execute(api_keys.update().where(active), {"revoked_at": now}).rowcount


def insert_key(connection: Connection, row: dict[str, object]) -> None:
    """Add a key's hash."""
    connection.execute(api_keys.insert(), row)
