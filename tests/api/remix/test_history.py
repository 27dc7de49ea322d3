"""`clipwright remix history` and `restore`: the past of a project is kept, and can be brought back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from renderer.cli.remix.group import remix
from tests.api.harness import Account, Service
from tests.api.remix_harness import CUES, SETTINGS, RemixWorker, ready_project, shown


@pytest.fixture
def changed(caller: Account, light: Service) -> dict[str, Any]:
    """A project at revision 4, with other settings and no captions."""
    project = ready_project(caller, RemixWorker(light))
    path = f"/remix/projects/{project['id']}"
    caller.request("PATCH", path, json={"revision": 2, "settings": SETTINGS | {"aspect": "1:1"}})
    caller.request("PUT", f"{path}/captions", json={"revision": 3, "cues": []})
    return shown(caller, project["id"])


def run(light: Service, *arguments: str) -> Result:
    url = light.services.settings.database_url
    return CliRunner().invoke(remix, arguments, env={"CLIPWRIGHT_DATABASE_URL": url})


def test_the_history_names_every_revision(light: Service, changed: dict[str, Any]) -> None:
    lines = run(light, "history", changed["id"]).output.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2", "3", "4"]
    assert [line.split()[2] for line in lines] == ["created", "analysed", "settings", "captions"]
    told = [json.loads(line) for line in run(light, "history", changed["id"], "--json").output.splitlines()]
    assert [each["cues"] for each in told] == [0, 2, 2, 0]
    assert [each["settings"]["aspect"] for each in told] == ["9:16", "9:16", "1:1", "1:1"]


def test_an_older_revision_comes_back_as_a_new_one(
    light: Service, caller: Account, changed: dict[str, Any]
) -> None:
    assert run(light, "restore", changed["id"], "2").exit_code == 0
    after = shown(caller, changed["id"])
    assert (after["revision"], after["phase"]) == (5, "ready")
    assert after["settings"] == SETTINGS
    assert after["captions"] == {"origin": "analysed", "language": "en", "cues": CUES}
    assert run(light, "history", changed["id"]).output.splitlines()[-1].split()[2] == "restored"


def test_what_cannot_be_brought_back_is_told(
    light: Service, caller: Account, changed: dict[str, Any]
) -> None:
    assert "There is no revision 9" in run(light, "restore", changed["id"], "9").output
    nobody = "00000000-0000-4000-8000-000000000000"
    assert "There is no such project" in run(light, "restore", nobody, "1").output
    assert "There is no such project" in run(light, "history", nobody).output
    caller.request("POST", f"/remix/projects/{changed['id']}/cancel")
    assert "can no longer be changed" in run(light, "restore", changed["id"], "2").output
    assert shown(caller, changed["id"])["revision"] == 4
