"""Accounts: plans and their anchors, keys that replace each other, usage by window, available options."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from pydantic import ValidationError

from api.accounts import repository
from api.accounts.capabilities import capabilities
from api.accounts.service import create_account, create_key, revoke_key, set_plan
from api.accounts.usage import usage
from api.http.auth import KEY_LIFETIME, Caller, authenticate
from api.long_form.schemas import CreateLongFormVideo
from api.problems import ApiProblem
from api.remix.uploads.schemas import CreateRemixUpload
from api.videos.schemas import CreateVideo
from renderer.contract.vocabulary import Language, Plan, Source, Workflow
from tests.api.harness import START, Service
from tests.api.rows import a_job, an_account, kept
from tests.support.leaks import plant


def known(light: Service, key: str) -> Caller:
    plant(key)
    with light.services.database.read() as connection:
        return authenticate(connection, token=key, now=light.clock.now())


def refused(light: Service, key: str) -> None:
    with pytest.raises(ApiProblem, match="invalid_api_key"):
        known(light, key)


def test_a_new_account_is_its_plan_and_begins_now(light: Service) -> None:
    made = create_account(light.services.database, light.clock, plan=Plan.CREATOR, name="Ünïcode")
    with light.services.database.write() as connection:
        assert repository.lock_account(connection, made.account_id) == made
        assert repository.find_by_name(connection, "Ünïcode") == made.account_id
        assert repository.find_by_name(connection, "ünïcode") is None
        with pytest.raises(ApiProblem, match="invalid_api_key"):
            repository.lock_account(connection, UUID(int=9))
    assert (made.plan, made.billing_anchor) == (Plan.CREATOR, START)


def test_of_accounts_of_one_name_the_oldest_is_found(light: Service) -> None:
    database = light.services.database
    first = create_account(database, light.clock, plan=Plan.PRO, name="twin")
    light.clock.advance(seconds=1)
    create_account(database, light.clock, plan=Plan.PRO, name="twin")
    with database.read() as connection:
        assert repository.find_by_name(connection, "twin") == first.account_id


@pytest.mark.parametrize(
    ("before", "after", "is_new"),
    [
        (Plan.FREE, Plan.PRO, True),
        (Plan.FREE, Plan.FREE, False),
        (Plan.PRO, Plan.CREATOR, False),
        (Plan.PRO, Plan.FREE, False),
        (Plan.BASIC, Plan.PRO, False),
    ],
)
def test_a_billing_period_begins_when_a_free_account_starts_to_pay(
    light: Service, before: Plan, after: Plan, *, is_new: bool
) -> None:
    account = an_account(light, before).account_id
    light.clock.advance(days=10)
    changed = set_plan(light.services.database, light.clock, account_id=account, plan=after)
    assert (changed.plan, changed.billing_anchor == light.clock.now()) == (after, is_new)
    with light.services.database.write() as connection:
        assert repository.lock_account(connection, account) == changed


def test_one_key_at_a_time_and_none_after_it_was_revoked(light: Service) -> None:
    database, account = light.services.database, an_account(light)
    first = create_key(database, light.clock, account_id=account.account_id)
    assert known(light, first.key) == account
    second = create_key(database, light.clock, account_id=account.account_id)
    refused(light, first.key)
    assert known(light, second.key) == account
    assert revoke_key(database, light.clock, account_id=account.account_id) == 1
    refused(light, second.key)
    assert revoke_key(database, light.clock, account_id=account.account_id) == 0


def test_a_key_lives_as_long_as_asked_and_never_longer_than_a_year(light: Service) -> None:
    database, account = light.services.database, an_account(light).account_id
    for asked, given in ((timedelta(days=2), timedelta(days=2)), (timedelta(days=900), KEY_LIFETIME)):
        now = light.clock.now()
        made = create_key(database, light.clock, account_id=account, expires_at=now + asked)
        assert made.expires_at == now + given
        light.clock.instant = made.expires_at - timedelta(microseconds=1)
        assert known(light, made.key).account_id == account
        light.clock.instant = made.expires_at
        refused(light, made.key)


def test_usage_counts_what_the_window_holds(light: Service) -> None:
    account = an_account(light)
    kept(
        light,
        a_job(account, status="completed", allowance="used", units=3, settled_at=START),
        a_job(account, status="completed", allowance="used", units=2, settled_at=START, source="dashboard"),
        a_job(account, status="completed", allowance="used", units=9, settled_at=START - timedelta(days=1)),
        a_job(account, units=4),
        a_job(account, workflow="remix", status="completed", allowance="used", units=50, settled_at=START),
    )
    shown = usage(light.services.database, account, now=START)
    assert (shown.videos.used, shown.videos.reserved, shown.videos.remaining) == (5, 4, 35 - 9)
    assert shown.videos.by_source.dashboard.model_dump() == {"used": 2, "reserved": 0}
    assert shown.videos.by_source.api.model_dump() == {"used": 3, "reserved": 4}
    assert (shown.outstanding_jobs.limit, shown.outstanding_jobs.current) == (5, 1)
    remix = shown.meters.remix
    assert (remix.unit, remix.used, remix.remaining) == ("minutes", 50, 70)
    assert (shown.meters.short.unit, shown.meters.long_form.remaining) == ("videos", 8)
    assert (shown.window.start, shown.window.evaluated_at) == (START, START)


def test_a_plan_that_shrank_leaves_nothing_and_never_less(light: Service) -> None:
    account = an_account(light)
    kept(light, a_job(account, status="completed", allowance="used", units=30, settled_at=START))
    smaller = set_plan(light.services.database, light.clock, account_id=account.account_id, plan=Plan.CREATOR)
    shown = usage(light.services.database, smaller, now=START)
    assert (shown.videos.limit, shown.videos.used, shown.videos.remaining) == (15, 30, 0)


def test_a_free_accounts_window_is_the_last_seven_days(light: Service) -> None:
    account = an_account(light, Plan.FREE)
    kept(light, a_job(account, status="completed", allowance="used", settled_at=START))
    for days, used in ((6.999, 1), (7.0, 1), (7.001, 0)):
        shown = usage(light.services.database, account, now=START + timedelta(days=days))
        assert (shown.window.type, shown.videos.used) == ("rolling_7_days", used)
        assert shown.meters.remix.limit == 0


def test_what_capabilities_offer_is_what_orders_take() -> None:
    caller = Caller(account_id=UUID(int=1), plan=Plan.PRO, billing_anchor=START)
    told = capabilities(caller, adapts=("condense",), translates=[Language.DE])
    for choice in told.generation.video_modes:
        assert CreateVideo.model_validate({"topic": "x", "video_mode": choice.id}).video_mode == choice.id
    for choice in told.generation.voices:
        assert CreateVideo.model_validate({"topic": "x", "voice": choice.id}).voice == choice.id
    for language in told.generation.languages:
        assert CreateVideo.model_validate({"topic": "x", "language": language}).language == language
    assert CreateVideo.model_validate({"topic": "x" * told.limits.topic_characters})
    with pytest.raises(ValidationError, match="topic"):
        CreateVideo.model_validate({"topic": "x" * (told.limits.topic_characters + 1)})
    film, bounds = told.long_form, {"rights_attested": True}
    fewest, most = film.script_characters.min, film.script_characters.max
    for count in (fewest, most):
        order = CreateLongFormVideo.model_validate(bounds | {"script": "x" * count})
        assert order.target_minutes == film.target_minutes.default
    for count in (fewest - 1, most + 1):
        with pytest.raises(ValidationError, match="script"):
            CreateLongFormVideo.model_validate(bounds | {"script": "x" * count})
    for mime in told.remix.mime_types:
        wanted = {"file_name": "x", "mime_type": mime, "byte_length": told.remix.max_bytes}
        assert CreateRemixUpload.model_validate(wanted).byte_length == told.remix.max_bytes
    assert (told.remix.translate_languages, told.remix.transcribe_languages) == ([Language.DE], [])


@pytest.mark.parametrize(
    ("id_", "label"),
    [
        ("darkHistory", "Dark History"),
        ("warm-storyteller", "Warm Storyteller"),
        ("documentary", "Documentary"),
        ("cleanEducational", "Clean Educational"),
    ],
)
def test_labels_are_the_words_of_the_id(id_: str, label: str) -> None:
    caller = Caller(account_id=UUID(int=1), plan=Plan.PRO, billing_anchor=START)
    made = capabilities(caller, adapts=()).generation
    choices = {choice.id: choice.label for choice in (*made.video_modes, *made.voices, *made.style_packs)}
    assert choices[id_] == label


def test_every_plan_has_a_limit_for_every_workflow() -> None:
    for plan in Plan:
        caller = Caller(account_id=UUID(int=1), plan=plan, billing_anchor=START)
        told = capabilities(caller, adapts=()).plan
        assert set(caller.terms.limits) == set(Workflow)
        assert (told.id, told.video_limit) == (plan, caller.terms.limits[Workflow.SHORT])
    assert {source.value for source in Source} == {"dashboard", "api"}
