"""The file of an export is as old as the export, not as the project's first minutes."""

from __future__ import annotations

from email.utils import parsedate_to_datetime

from tests.api.harness import Account, Service
from tests.api.remix_harness import RemixWorker, ready_project


def test_an_export_was_last_modified_when_it_was_done(account: Account, service: Service) -> None:
    worker = RemixWorker(service)
    project = ready_project(account, worker)
    service.clock.sleep(3 * 3600)
    account.request("POST", f"/remix/projects/{project['id']}/export", json={"revision": 2})
    worker.work_all()
    modified = account.get(f"/videos/{project['id']}/download").headers["last-modified"]
    assert parsedate_to_datetime(modified) == service.clock.now().replace(microsecond=0)
