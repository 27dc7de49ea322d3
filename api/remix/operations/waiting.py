"""Waiting for an operation while the caller's request is open, without holding a thread or a connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from uuid import UUID

from api.deadline import not_counted
from api.problems import ApiProblem, service_unavailable
from api.remix.projects import repository
from api.remix.projects.repository import Project
from renderer.clock import stopwatch

if TYPE_CHECKING:
    from api.db.database import ConnectionSource
    from api.services import Services

_FIRST_PAUSE: Final = 0.03
_LONGEST_PAUSE: Final = 0.4
_GROWTH: Final = 1.5


async def until(
    services: Services, project_id: UUID, over: Callable[[Project], bool], *, ends: float
) -> Project | None:
    """The project once `over` is true of it; None if the stopwatch reaches `ends` first or it is gone."""
    pause = _FIRST_PAUSE

    def look(connections: ConnectionSource) -> Project | None:
        with connections.read() as connection:
            return repository.find(connection, project_id)

    while True:
        project = await services.database.inline_or_thread(look)
        if project is None or over(project):
            return project
        left = ends - stopwatch()
        if left <= 0:
            return None
        with not_counted():
            await asyncio.sleep(min(pause, left))
        pause = min(_LONGEST_PAUSE, pause * _GROWTH)


async def outcome(services: Services, project_id: UUID, operation_id: UUID) -> None:
    """Return once the operation has succeeded or the time to wait is over; raise why it failed."""
    ends = stopwatch() + services.settings.operation_wait_seconds
    project = await until(services, project_id, lambda each: each.operation_id != operation_id, ends=ends)
    trouble = project.trouble if project else None
    if trouble is None or trouble["operation_id"] != str(operation_id):
        return
    if trouble["code"] == "caller":
        raise ApiProblem("invalid_request", trouble["sentence"])
    away = service_unavailable()
    raise ApiProblem("service_unavailable", trouble["sentence"], retry_after=away.headers["retry-after"])
