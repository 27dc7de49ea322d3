from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.api.harness import Service
from tests.api.served import ROOT, environment
from tests.api.videos.killed_creates import MOMENTS, ROUNDS


def test_a_create_that_was_killed_is_answered_by_its_replay(
    service: Service, tmp_path: Path, database_url: str
) -> None:
    """SIGKILL before the commit, or between it and the last byte, loses nothing and repeats nothing."""
    accounts = [service.account() for _ in range(ROUNDS)]
    command = [sys.executable, "-m", "tests.api.videos.killed_creates", database_url, str(tmp_path), "5"]
    done = subprocess.run(
        [*command, *(account.key for account in accounts)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        check=True,
        timeout=100,
    )
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    for account, told in zip(accounts, rounds, strict=True):
        killed, first, second = told["answers"]
        assert killed == {"signal": signal.SIGKILL}
        assert first["status"] == second["status"] == 202, told
        assert first["replayed"] == (told["moment"] != "before_the_commit")
        assert second["replayed"]
        assert first["body"] == second["body"]
        (video,) = account.get("/videos").json()["data"]
        assert video["id"] == json.loads(first["body"])["id"]
        assert account.usage()["videos"]["reserved"] == 1
    assert set(Counter(told["moment"] for told in rounds)) == {moment.__name__ for moment in MOMENTS}
