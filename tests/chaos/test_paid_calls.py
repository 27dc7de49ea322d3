"""A job is killed right after each of its paid calls in turn; the next process repeats none of them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from renderer.contract.vocabulary import Language
from tests.support.providers.scripts import SENTENCES, part
from tests.support.providers.server import ProviderServer

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.services, pytest.mark.slow]


def answered(request: dict[str, Any]) -> str:
    content = json.loads(request["messages"][1]["content"])
    if "lines" in content:
        return json.dumps({"lines": [SENTENCES[Language.DE] for _ in content["lines"]]}, ensure_ascii=False)
    scenes = [
        part(
            f"The sea keeps secret number {at}, and it is older than the people who sail on it.",
            visual=(f"sea {at}",),
        )
        for at in range(7)
    ]
    reply = {"title": "The sea", "hook": scenes[0], "scenes": scenes[1:6], "close": scenes[6]}
    return json.dumps(reply)


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer(chat=answered) as running:
        yield running


def job(server: ProviderServer, folder: Path, die_after: int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.support.paid_job", server.url, str(folder), str(die_after)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100, check=False)


def works(server: ProviderServer) -> Counter[tuple[str, str]]:
    """How often each paid request was made."""
    return Counter((one.path, one.body.decode()) for one in server.seen if one.method == "POST")


@pytest.mark.slow
@pytest.mark.timeout(300)  # seventeen processes, each of which starts anew
def test_killed_after_every_paid_call_in_turn_a_job_repeats_none(
    server: ProviderServer, tmp_path: Path
) -> None:
    deaths = 0
    while (result := job(server, tmp_path, 1)).returncode == -signal.SIGKILL:
        deaths += 1
        assert len(server.seen) == deaths, "each process buys exactly one more answer"
    assert result.returncode == 0, result.stderr
    assert result.stdout == "7 lines, 7 pictures, 7 translated\n"
    # one script, seven lines, seven pictures, one translation
    assert deaths == 16
    assert set(works(server).values()) == {1}


def test_an_undisturbed_job_buys_each_piece_once(server: ProviderServer, tmp_path: Path) -> None:
    assert job(server, tmp_path, 0).returncode == 0
    bought = works(server)
    assert set(bought.values()) == {1}
    assert job(server, tmp_path, 0).returncode == 0
    assert works(server) == bought
