"""Whether a server accepts connections, asked before the HTTP library is loaded."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from renderer.net.addresses import accepts

SECONDS = 2.0


def test_a_server_that_listens_accepts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert accepts(server.getsockname(), seconds=SECONDS)


def test_a_port_that_nobody_listens_on_does_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()
    assert not accepts(free, seconds=SECONDS)


@pytest.mark.parametrize("host", ["nowhere.invalid", "a" * 70 + ".invalid", "two..dots.invalid"])
def test_a_name_that_is_none_does_not(host: str) -> None:
    assert not accepts((host, 80), seconds=SECONDS)


def test_a_wiki_that_is_away_costs_no_library_for_http() -> None:
    code = """
import socket, sys
from renderer.backends.knowledge.base import Topic
from renderer.contract.vocabulary import Language
from renderer.clock import SystemClock
from renderer.net.policy import Policy
from renderer.net.response_cache import NoResponseCache
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.composition.wikis import Wikis

with socket.create_server(("127.0.0.1", 0)) as server:
    address = f"http://127.0.0.1:{server.getsockname()[1]}/api"
settings = EngineSettings(knowledge_url=address)
wikis = Wikis(settings=settings, policy=Policy(waiting=SystemClock()), cache=NoResponseCache())
chosen = wikis.chosen(Topic(text="Octopuses", language=Language.EN), automatic=True)
print(chosen, "httpx" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["None", "False"]
