"""The allowance, counted from the job table: what is reserved, used, released and still available."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from api.jobs.allowance import SourceTally, Tally, tally
from renderer.contract.vocabulary import Source, Workflow
from tests.api.harness import START, Account, Service


def counted(
    account: Account, workflow: Workflow = Workflow.SHORT, *, since: timedelta = timedelta(days=-30)
) -> Tally:
    with account.service.services.database.read() as connection:
        return tally(connection, account_id=account.id, since=START + since)[workflow]


def test_an_account_without_jobs_has_nothing_of_anything(service: Service) -> None:
    account = service.account()
    assert counted(account) == Tally()


def test_a_job_reserves_a_unit_and_is_open(service: Service) -> None:
    account = service.account()
    account.new_video()
    account.new_video()
    found = counted(account)
    assert (found.reserved, found.used, found.outstanding) == (2, 0, 2)
    assert found.of(Source.API) == SourceTally(reserved=2)


def test_a_finished_job_has_used_its_unit(service: Service) -> None:
    account = service.account()
    job = account.new_video()
    service.claim(job)
    service.finish(job)
    found = counted(account)
    assert (found.reserved, found.used, found.outstanding) == (0, 1, 0)


def test_a_cancelled_job_gives_its_unit_back(service: Service) -> None:
    account = service.account()
    account.cancel(account.new_film())
    found = counted(account, Workflow.LONG_FORM)
    assert (found.reserved, found.used, found.outstanding) == (0, 0, 0)


def test_a_job_that_is_being_cancelled_holds_no_unit_and_is_still_open(service: Service) -> None:
    account = service.account()
    job = account.new_film()
    service.claim(job)
    account.cancel(job)
    found = counted(account, Workflow.LONG_FORM)
    assert (found.reserved, found.used, found.outstanding) == (0, 0, 1)


def test_what_was_used_before_the_window_is_over_and_what_is_reserved_is_not(service: Service) -> None:
    account = service.account()
    done, waiting = account.new_video(), account.new_video()
    service.claim(done)
    service.finish(done)
    assert done != waiting
    later = counted(account, since=timedelta(seconds=1))
    assert (later.reserved, later.used) == (1, 0)


def test_accounts_and_workflows_are_counted_apart(service: Service) -> None:
    one, other = service.account(), service.account()
    one.new_video()
    one.new_film()
    assert (counted(one).outstanding, counted(other).outstanding) == (1, 0)
    films = counted(one, Workflow.LONG_FORM)
    assert (films.reserved, films.outstanding) == (1, 1)


@given(
    used=st.integers(0, 50), reserved=st.integers(0, 50), limit=st.integers(0, 60), units=st.integers(1, 5)
)
def test_reserving_takes_from_what_remains_and_never_below_nothing(
    used: int, reserved: int, limit: int, units: int
) -> None:
    before = Tally(by_source={Source.API: SourceTally(used=used, reserved=reserved)}, outstanding=3)
    after = before.with_reserved(Source.API, units)
    assert (after.used, after.reserved, after.outstanding) == (used, reserved + units, 4)
    assert before.reserved == reserved
    assert before.remaining(limit) == max(0, limit - used - reserved)
    assert after.remaining(limit) == max(0, limit - used - reserved - units)
