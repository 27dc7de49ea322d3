"""What the service counts of jobs: ends, failures, lost leases; each once, however often it is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.api.harness import Account, Service


def counts(service: Service) -> dict[str, float]:
    """Every sample whose name ends in _total, named with its label's value."""
    families = text_string_to_metric_families(service.services.metrics.text().decode())
    return {
        ":".join([each.name, *each.labels.values()]): each.value
        for family in families
        for each in family.samples
        if each.name.endswith("_total")
    }


def claimed(account: Account) -> str:
    video = account.new_video()
    claim(account, video, attempt=1)
    return video


def claim(account: Account, video: str, *, attempt: int) -> None:
    account.service.event(video, attempt, kind="claimed", sequence=1, worker=f"w-{attempt}")


def fail(account: Account, video: str, *, attempt: int, code: str, retryable: bool) -> None:
    for _ in range(2):  # a worker that got no answer reports again
        account.service.event(
            video, attempt, kind="failed", sequence=2, code=code, sentence="x", retryable=retryable
        )


def test_everything_begins_at_nothing(light: Service) -> None:
    """Every series starts at 0; one that starts at 1 would show no increase."""
    found = counts(light)
    for status in ("completed", "failed", "cancelled"):
        assert found[f"clipwright_jobs_ended_total:{status}"] == 0
    assert found["clipwright_leases_lost_total"] == 0


def test_failed_jobs_are_counted_once_by_their_code(account: Account) -> None:
    fail(account, claimed(account), attempt=1, code="encoder_failed", retryable=False)
    fail(account, claimed(account), attempt=1, code="of_no_table", retryable=False)
    found = counts(account.service)
    assert found["clipwright_jobs_ended_total:failed"] == 2
    assert found["clipwright_jobs_failed_total:encoder_failed"] == 1
    assert found["clipwright_jobs_failed_total:other"] == 1
    assert found["clipwright_leases_lost_total"] == 0


def test_an_attempt_that_fails_is_no_job_that_ends(account: Account) -> None:
    fail(account, claimed(account), attempt=1, code="encoder_failed", retryable=True)
    assert counts(account.service)["clipwright_jobs_ended_total:failed"] == 0


def test_completed_jobs_are_counted(account: Account) -> None:
    account.service.finish(account.new_video())
    assert counts(account.service)["clipwright_jobs_ended_total:completed"] == 1


def test_lost_leases_are_counted_and_the_job_when_its_tries_are_spent(account: Account) -> None:
    service = account.service
    video = claimed(account)
    tries = service.services.settings.max_tries
    for attempt in range(1, tries + 1):
        if attempt > 1:
            claim(account, video, attempt=attempt)
        service.clock.advance(seconds=service.services.settings.lease_seconds + 1)
        service.services.reaper.run_once()
        service.services.reaper.run_once()
        assert counts(service)["clipwright_leases_lost_total"] == attempt
    found = counts(service)
    assert found["clipwright_jobs_ended_total:failed"] == 1
    assert found["clipwright_jobs_failed_total:lease_lost"] == 1


@pytest.mark.parametrize(("planned", "lost"), [(True, 0), (False, 1)])
def test_what_an_embedded_worker_takes_with_it_is_lost_unless_planned(
    account: Account, *, planned: bool, lost: int
) -> None:
    claimed(account)
    account.service.services.reaper.take_back_all(planned=planned)
    assert counts(account.service)["clipwright_leases_lost_total"] == lost


def test_without_an_embedded_worker_no_folder_is_looked_into(light: Service, tmp_path: Path) -> None:
    assert not light.services.settings.embedded_worker
    (tmp_path / "metrics").mkdir(exist_ok=True)
    (tmp_path / "metrics" / "counter_1.db").write_bytes(b"no such file")
    assert "clipwright_leases_lost_total" in counts(light)
