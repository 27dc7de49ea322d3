from __future__ import annotations

from datetime import timedelta

import pytest

from api.accounts import service as accounts
from api.db.tables import api_keys
from api.http.auth import key_hash, new_key
from renderer.contract.vocabulary import Plan
from tests.api.harness import Account, Service, problem

USAGE = "/api/v1/usage"


def test_keys_are_long_prefixed_and_all_different() -> None:
    keys = {new_key() for _ in range(200)}
    assert len(keys) == 200
    assert all(key.startswith("cw_") and len(key) == 52 for key in keys)


def test_only_a_hash_is_stored(account: Account, service: Service) -> None:
    with service.services.database.read() as connection:
        row = connection.execute(api_keys.select().where(api_keys.c.account_id == account.id)).one()
    assert row.hash == key_hash(account.key)
    assert account.key not in str(row)
    assert row.expires_at - row.created_at == timedelta(days=365)


def mangled(key: str) -> list[str]:
    other = "a" if key[10] != "a" else "b"
    return [
        "",
        " ",
        "Bearer",
        "Bearer ",
        f"Bearer  {key}",
        f"Bearer\t{key}",
        f"Token {key}",
        key,
        f"Basic {key}",
        f"Bearer {key[:-1]}",
        f"Bearer {key}x",
        f"Bearer {key.upper()}",
        f"Bearer {key} {key}",
        f"Bearer {key},",
        f'Bearer "{key}"',
        f"Bearer {key[:10]}{other}{key[11:]}",
        "Bearer null",
        "Bearer cw_",
        f"Bearer: {key}",
        f"Bearer={key}",
        f"Bearer {new_key()}",
        "Bearer " + "x" * 5000,
        f"Bearer {key}\x7f",
    ]


def test_whatever_is_not_the_key_is_refused_alike(caller: Account) -> None:
    client = caller.service.client
    bodies = set()
    for value in mangled(caller.key):
        answer = client.get(USAGE, headers={"Authorization": value})
        body = problem(answer, 401, "invalid_api_key")
        assert answer.headers["www-authenticate"] == "Bearer"
        assert "ratelimit-limit" not in answer.headers
        bodies.add(body["detail"])
    problem(client.get(USAGE), 401, "invalid_api_key")
    assert len(bodies) == 1


def test_two_authorization_headers_are_none(caller: Account) -> None:
    value = f"Bearer {caller.key}"
    answer = caller.service.client.get(USAGE, headers=[("Authorization", value), ("Authorization", value)])
    problem(answer, 401, "invalid_api_key")


def test_the_scheme_has_no_case(caller: Account) -> None:
    assert (
        caller.service.client.get(USAGE, headers={"Authorization": f"bearer {caller.key}"}).status_code == 200
    )


@pytest.mark.parametrize(
    "name", ["key", "api_key", "apikey", "access_token", "token", "authorization", "Authorization", "bearer"]
)
def test_a_key_in_the_query_is_no_key(caller: Account, name: str) -> None:
    client = caller.service.client
    problem(client.get(f"{USAGE}?{name}={caller.key}"), 401, "invalid_api_key")
    problem(client.get(USAGE, headers={"Cookie": f"{name}={caller.key}"}), 401, "invalid_api_key")
    problem(client.post("/api/v1/videos", json={"topic": "x", name: caller.key}), 401, "invalid_api_key")


@pytest.mark.parametrize(
    "name",
    [
        "x-api-key",
        "api-key",
        "x-auth-token",
        "x-access-token",
        "proxy-authorization",
        "x-authorization",
        "cookie",
        "x-forwarded-authorization",
    ],
)
def test_a_key_in_another_header_is_no_key(caller: Account, name: str) -> None:
    for value in (caller.key, f"Bearer {caller.key}"):
        problem(caller.service.client.get(USAGE, headers={name: value}), 401, "invalid_api_key")


def test_a_new_key_revokes_the_old_one(account: Account, service: Service) -> None:
    database = service.services.database
    made = accounts.create_key(database, service.clock, account_id=account.id)
    problem(account.get("/usage"), 401, "invalid_api_key")
    renewed = Account(service=service, id=account.id, key=made.key)
    assert renewed.get("/usage").status_code == 200
    assert accounts.revoke_key(database, service.clock, account_id=account.id) == 1
    problem(renewed.get("/usage"), 401, "invalid_api_key")
    assert accounts.revoke_key(database, service.clock, account_id=account.id) == 0


def test_a_key_ends_after_365_days_to_the_instant(account: Account, service: Service) -> None:
    service.clock.advance(days=365, microseconds=-1)
    assert account.get("/usage").status_code == 200
    service.clock.advance(microseconds=1)
    problem(account.get("/usage"), 401, "invalid_api_key")


def test_a_key_can_end_sooner_but_never_later(account: Account, service: Service) -> None:
    database, clock = service.services.database, service.clock
    soon = accounts.create_key(
        database, clock, account_id=account.id, expires_at=clock.now() + timedelta(hours=1)
    )
    late = accounts.create_key(
        database, clock, account_id=account.id, expires_at=clock.now() + timedelta(days=999)
    )
    assert soon.expires_at == clock.now() + timedelta(hours=1)
    assert late.expires_at == clock.now() + timedelta(days=365)


@pytest.mark.parametrize("plan", [Plan.FREE, Plan.BASIC])
def test_plans_without_access_are_refused_before_anything_else(light: Service, plan: Plan) -> None:
    poor = light.account(plan)
    for method, path in [
        ("GET", "/usage"),
        ("GET", "/capabilities"),
        ("GET", "/videos?limit=junk"),
        ("POST", "/videos"),
        ("GET", "/videos/junk"),
        ("GET", "/videos/junk/download"),
        ("DELETE", "/nowhere"),
    ]:
        answer = poor.request(method, path)
        problem(answer, 403, "api_access_required")
        assert "ratelimit-limit" in answer.headers


def test_a_downgrade_counts_at_once_and_an_upgrade_too(account: Account, service: Service) -> None:
    database = service.services.database
    accounts.set_plan(database, service.clock, account_id=account.id, plan=Plan.BASIC)
    problem(account.get("/usage"), 403, "api_access_required")
    accounts.set_plan(database, service.clock, account_id=account.id, plan=Plan.CREATOR)
    assert account.usage()["plan"] == "creator"


def test_unknown_and_revoked_keys_cost_the_same_statements(
    light: Service,
) -> None:
    """Counts the statements, since a measured time would vary."""
    import sqlalchemy as sa  # noqa: PLC0415 - only here

    caller = light.account()
    accounts.revoke_key(light.services.database, light.clock, account_id=caller.id)
    seen: list[str] = []

    def note(_c: object, _cursor: object, statement: str, *_: object) -> None:
        seen.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        for key in (caller.key, new_key()):
            light.client.get(USAGE, headers={"Authorization": f"Bearer {key}"})
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)
    assert len(seen) == 2
    assert seen[0] == seen[1]
