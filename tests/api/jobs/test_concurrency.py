from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from renderer.contract.vocabulary import Plan
from tests.api.harness import Account, Service, fresh_key
from tests.api.served import ROOT, environment

PARALLEL = 50


def together(account: Account, calls: list[tuple[dict[str, str], str]]) -> list[tuple[int, str, bool]]:
    """Send all of these creates at once; for each: status, code or id, whether it was replayed."""

    def one(call: tuple[dict[str, str], str]) -> tuple[int, str, bool]:
        answer = account.create(call[0], key=call[1])
        body = answer.json()
        return (
            answer.status_code,
            str(body.get("code") or body["id"]),
            "idempotent-replayed" in answer.headers,
        )

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def test_fifty_creates_at_once_never_exceed_the_cap(account: Account) -> None:
    outcomes = together(account, [({"topic": "x"}, fresh_key()) for _ in range(PARALLEL)])
    counted = Counter(status if status == 202 else code for status, code, _ in outcomes)
    assert counted == {202: 5, "too_many_outstanding_jobs": PARALLEL - 5}
    assert account.usage()["outstanding_jobs"]["current"] == 5


def test_fifty_creates_at_once_never_exceed_the_allowance(service: Service) -> None:
    account = service.account(Plan.CREATOR)
    for _ in range(14):
        service.finish(account.new_video())
    outcomes = together(account, [({"topic": "x"}, fresh_key()) for _ in range(PARALLEL)])
    counted = Counter(status if status == 202 else code for status, code, _ in outcomes)
    assert counted == {202: 1, "quota_exceeded": PARALLEL - 1}
    assert account.usage()["videos"]["remaining"] == 0


def test_the_same_create_twenty_times_at_once_is_one_job(account: Account) -> None:
    for _ in range(4):
        key = fresh_key()
        outcomes = together(account, [({"topic": "x"}, key) for _ in range(20)])
        assert {status for status, _, _ in outcomes} == {202}
        assert len({video_id for _, video_id, _ in outcomes}) == 1
        assert sum(not replayed for _, _, replayed in outcomes) == 1
    assert account.usage()["videos"]["reserved"] == 4


def test_ten_different_creates_under_one_key_are_one_job(account: Account) -> None:
    key = fresh_key()
    outcomes = together(account, [({"topic": f"topic {number}"}, key) for number in range(10)])
    assert Counter(status for status, _, _ in outcomes) == {202: 1, 409: 9}
    assert {code for status, code, _ in outcomes if status == 409} == {"idempotency_conflict"}


def test_three_processes_keep_the_cap_and_share_the_keys(
    service: Service, tmp_path: Path, database_url: str
) -> None:
    many, one = service.account(), service.account()
    scenarios = [str(many.id), f"{one.id},{fresh_key()}"]
    command = [
        sys.executable,
        "-m",
        "tests.api.videos.parallel_creates",
        database_url,
        str(tmp_path),
        "17",
        *scenarios,
    ]
    running = [
        subprocess.Popen(
            command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        for _ in range(3)
    ]
    outputs = [process.communicate(timeout=100)[0].splitlines() for process in running]
    capped, keyed = (
        sum((Counter(json.loads(lines[number])) for lines in outputs), Counter[str]()) for number in (0, 1)
    )
    assert len([outcome for outcome in capped if outcome.startswith("accepted")]) == 5
    assert capped["too_many_outstanding_jobs"] == 46
    assert many.usage()["videos"]["reserved"] == 5
    (accepted,) = [outcome for outcome in keyed if outcome.startswith("accepted")]
    assert keyed == {accepted: 1, accepted.replace("accepted", "replayed"): 50}
