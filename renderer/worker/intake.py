"""Lets the main process of a queue worker consume only while its children could do a job.

Celery's main process sends a heartbeat every two seconds from the thread that also consumes, so it can leave
and rejoin queues there. Jobs under way continue; messages waiting in the broker go to other workers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import structlog

from renderer.worker.fitness import trouble
from renderer.worker.settings import WorkerSettings

BEATS_PER_LOOK: Final = 2
_LOG: Final = structlog.get_logger(__name__)


@dataclass(slots=True, kw_only=True)
class Intake:
    """The queues of one Celery consumer: it consumes all of them, or none for the reason in `trouble`."""

    consumer: Any
    settings: WorkerSettings
    judge: Callable[[WorkerSettings], str] = trouble
    trouble: str = ""
    _left: list[str] = field(default_factory=list)
    _beats: int = 0

    def look(self) -> None:
        """Leave or rejoin the queues if fitness has changed; call it at every heartbeat."""
        self._beats += 1
        if self._beats % BEATS_PER_LOOK:
            return
        before, self.trouble = self.trouble, self.judge(self.settings)
        if self.trouble and not before:
            self._leave()
        elif before and not self.trouble:
            self._join()

    def _leave(self) -> None:
        _LOG.warning("worker_pauses", trouble=self.trouble)
        self._left = list(self.consumer.app.amqp.queues.consume_from)
        for queue in self._left:
            self.consumer.cancel_task_queue(queue)

    def _join(self) -> None:
        _LOG.info("worker_resumes")
        for queue in self._left:
            self.consumer.add_task_queue(queue)
