"""Without a translator, revision and phase are judged first: a request for another revision conflicts."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.api.harness import Account, Service, problem
from tests.api.remix_harness import RemixWorker, open_upload, ready_project


def translate(account: Account, project_id: str, revision: int) -> httpx2.Response:
    body: dict[str, Any] = {"revision": revision, "targetLanguage": "es"}
    return account.request("POST", f"/remix/projects/{project_id}/translate-captions", json=body)


@pytest.mark.parametrize("revision", [1, 3, 2**31])
def test_another_revision_is_a_conflict_first(account: Account, service: Service, revision: int) -> None:
    project = ready_project(account, RemixWorker(service))
    problem(translate(account, project["id"], revision), 409, "revision_conflict")
    told = problem(translate(account, project["id"], 2), 503, "service_unavailable")
    assert "translator" in told["detail"]


def test_what_is_over_is_final_first(account: Account) -> None:
    project_id = open_upload(account)["video_id"]
    problem(translate(account, project_id, 1), 503, "service_unavailable")
    account.request("POST", f"/remix/projects/{project_id}/cancel")
    problem(translate(account, project_id, 1), 409, "project_final")
