"""An account, and the part of a service that judges reports, on SQLite."""

from __future__ import annotations

import pytest

from api.http.auth import Caller
from api.remix.operations.following import ProjectFollower
from api.worker_events.service import Reports
from tests.api.harness import Service
from tests.api.rows import an_account
from tests.api.worker_events.reporting import LEASE


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


@pytest.fixture
def reports(light: Service) -> Reports:
    return Reports(
        database=light.services.database,
        store=light.store,
        clock=light.clock,
        lease=LEASE,
        max_tries=3,
        metrics=light.services.metrics,
        follower=ProjectFollower(light.store),
    )
