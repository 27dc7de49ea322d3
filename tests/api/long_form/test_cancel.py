"""Cancelling: in every phase and by many callers at once, the unit is given back exactly once."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from api.jobs.phases import STAGES
from tests.api.harness import Account, Service, problem

WORKING = ["starting", *STAGES["long_form"]]


def working(service: Service, film: str, stage: str) -> None:
    service.claim(film)
    if stage != "starting":
        service.event(film, 1, kind="progressed", sequence=2, percent=9, stage=stage, detail="At work.")


def six_at_once(account: Account, film: str) -> list[str]:
    with ThreadPoolExecutor(6) as pool:
        return [str(each["phase"]) for each in pool.map(account.cancel, [film] * 6)]


def test_a_queued_film_is_cancelled_at_once(account: Account, service: Service) -> None:
    film = account.new_film()
    assert six_at_once(account, film) == ["cancelled"] * 6
    shown = account.film(film)
    assert (shown["status"], shown["phase"]) == ("cancelled", "cancelled")
    assert "queue" not in shown
    assert account.meter() == (0, 0, 8)
    assert "retry-after" not in account.get(f"/long-form/videos/{film}").headers
    assert service.services.dispatcher.run_once() == 0
    assert service.claim(film) == {"accepted": False, "lease_seconds": 0, "cancel": False}
    assert account.order_film().status_code == 202


@pytest.mark.parametrize("stage", WORKING)
def test_a_running_film_stops_and_its_unit_is_released_once(
    account: Account, service: Service, stage: str
) -> None:
    film = account.new_film()
    working(service, film, stage)
    assert account.meter() == (0, 1, 7)
    assert six_at_once(account, film) == ["cancelling"] * 6
    shown = account.film(film)
    assert (shown["status"], shown["phase"], shown["progress"]["stage"]) == (
        "processing", "cancelling", "cancelling",
    )  # fmt: skip
    assert shown["allowance"]["reserved"] == 0
    assert account.meter() == (0, 0, 8)
    assert account.get(f"/long-form/videos/{film}").headers["retry-after"] == "5"
    assert account.video(film)["progress"]["stage"] == "cancelling"
    problem(account.order_film(), 409, "too_many_outstanding_jobs")

    told = service.event(film, 1, kind="heartbeat", sequence=3).json()
    assert told["cancel"] is True
    service.event(
        film,
        1,
        kind="failed",
        sequence=4,
        code="cancelled",
        sentence="The job was cancelled.",
        retryable=False,
    )
    shown = account.film(film)
    assert (shown["status"], shown["phase"]) == ("cancelled", "cancelled")
    assert account.cancel(film) == shown
    assert account.meter() == (0, 0, 8)
    assert account.order_film().status_code == 202


@pytest.mark.parametrize("last", ["completed", "released", "lost", "retryable"])
def test_whatever_a_worker_says_last_a_cancelled_film_ends_cancelled(
    account: Account, service: Service, last: str
) -> None:
    """The unit has been given back, so neither a film nor another attempt may follow."""
    film = account.new_film()
    working(service, film, "render_film")
    account.cancel(film)
    match last:
        case "completed":
            assert service.finish_film(film)["accepted"] is True
        case "released":
            service.event(film, 1, kind="released", sequence=9)
        case "lost":
            service.services.reaper.listening.begin_again()
            service.clock.advance(seconds=100)
            assert service.services.reaper.run_once() == 1
        case "retryable":
            service.fail(film, retryable=True)
    shown = account.film(film)
    assert (shown["status"], shown["links"]["download"]) == ("cancelled", None)
    assert account.meter() == (0, 0, 8)
    assert service.services.dispatcher.run_once() == 0
    service.clock.advance(minutes=11)
    service.services.sweeper.run_once()
    assert list(service.store.keys(f"videos/{film}/")) == []


def test_between_two_attempts_a_film_is_cancelled_at_once(account: Account, service: Service) -> None:
    film = account.new_film()
    working(service, film, "render_film")
    service.event(film, 1, kind="released", sequence=9)
    assert account.film(film)["status"] == "processing"
    assert account.cancel(film)["status"] == "cancelled"
    assert account.meter() == (0, 0, 8)
    assert service.services.dispatcher.run_once() == 0


@pytest.mark.parametrize("final", ["completed", "failed", "expired"])
def test_what_is_over_stays_as_it_is(account: Account, service: Service, final: str) -> None:
    film = account.new_film()
    if final == "failed":
        service.fail(film)
    else:
        service.finish_film(film)
    if final == "expired":
        service.clock.advance(days=8)
    before, meter = account.film(film), account.meter()
    assert before["status"] == final
    assert account.cancel(film) == before
    assert (account.film(film), account.meter()) == (before, meter)


@pytest.mark.parametrize(
    ("content", "kind", "code"),
    [
        (b"", "", ""),
        (b"{}", "application/json", ""),
        (b'{"reason": ["any", {"thing": 1}]}', "application/json; charset=utf-8", ""),
        (b"[]", "application/json", "invalid_request"),
        (b"{", "application/json", "invalid_request"),
        (b"{}", "text/plain", "unsupported_media_type"),
        (b"{}" + b" " * 40_000, "application/json", "payload_too_large"),
    ],
)
def test_a_body_is_not_needed_and_an_object_is_ignored(
    caller: Account, content: bytes, kind: str, code: str
) -> None:
    film = caller.new_film()
    headers = {"Content-Type": kind} if kind else {}
    answer = caller.request("POST", f"/long-form/videos/{film}/cancel", headers=headers, content=content)
    if code:
        problem(answer, answer.status_code, code)
        assert answer.status_code in {400, 413, 415}
    else:
        assert answer.json()["status"] == "cancelled"
    assert caller.film(film)["status"] == ("queued" if code else "cancelled")


def test_the_meter_balances_after_many_random_operations(account: Account, service: Service) -> None:
    """Used are completed films not cancelled before; reserved are open ones not being cancelled."""
    chance = random.Random(17)  # noqa: S311 - repeatable
    film, state, used, sequence = "", "none", 0, 100
    for _ in range(300):
        sequence += 1
        operation = chance.choice(["create", "claim", "cancel", "cancel", "finish", "fail", "release"])
        if operation == "create" and state in {"none", "over"} and used < 8:
            film, state = account.new_film(), "queued"
        elif operation == "claim" and state == "queued":
            service.claim(film)
            state = "processing"
        elif operation == "cancel" and film:
            account.cancel(film)
            state = {"queued": "over", "processing": "cancelling"}.get(state, state)
        elif operation == "finish" and state in {"processing", "cancelling"}:
            service.finish_film(film)
            used, state = used + (state == "processing"), "over"
        elif operation == "fail" and state in {"processing", "cancelling"}:
            service.fail(film)
            state = "over"
        elif operation == "release" and state == "cancelling":
            service.event(film, 1, kind="released", sequence=sequence)
            state = "over"
        reserved = int(state in {"queued", "processing"})
        assert account.meter() == (used, reserved, 8 - used - reserved), (operation, state)
    assert used > 2
