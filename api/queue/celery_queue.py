"""The job queue for production: RabbitMQ or Redis through Celery.

A message counts as published once the broker has confirmed it (publisher confirms on RabbitMQ, the reply
on Redis). Anything else raises, and the row stays in the outbox.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from celery import Celery

from renderer.contract.job import JobMessage
from renderer.contract.queues import RUN_JOB, queue_name, sender_options, task_id, time_limits
from renderer.contract.resource_need import Need

_AFTER_COOPERATION: Final = 30
"""The worker itself ends a job that takes too long; Celery interrupts it only this many seconds later."""
_PATIENCE: Final = 5
"""Seconds that the broker may take for one answer."""


class CeleryQueue:
    """Publishes through a broker.

    `needs` says which kind of machine each workflow wants. Safe to share between threads.
    """

    concurrency = 4
    trouble = ""
    """Always empty: workers behind a broker report their own readiness (`clipwright worker --ready`)."""

    def __init__(self, broker_url: str, *, needs: Mapping[str, Need]) -> None:
        self._needs = needs
        self._app = Celery("clipwright-job queue", broker=broker_url, set_as_current=False)
        self._app.conf.update(
            # the outbox tries again; retrying here would hold up the messages behind this one
            broker_transport_options=sender_options(broker_url, patience=_PATIENCE),
            broker_connection_timeout=3,
            broker_pool_limit=self.concurrency,
            task_serializer="json",
            accept_content=["json"],
            task_ignore_result=True,
            task_default_delivery_mode="persistent",
        )
        # Celery makes its pools without a lock on first use: the second of two threads finds one half made
        _ = self._app.producer_pool

    def publish(self, message: JobMessage) -> None:
        """Publish the message; returns once the broker has confirmed it."""
        workflow = message.order.workflow
        soft, hard = time_limits(message.order)
        self._app.send_task(
            RUN_JOB,
            args=(message.model_dump(mode="json"),),
            task_id=task_id(message),
            queue=queue_name(workflow, self._needs.get(workflow, "cpu")),
            soft_time_limit=soft + _AFTER_COOPERATION,
            time_limit=hard,
            retry=False,
            ignore_result=True,
        )

    def close(self) -> None:
        """Close the connections to the broker."""
        self._app.close()
