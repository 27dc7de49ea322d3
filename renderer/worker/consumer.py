"""A Celery consumer that rejects an unreadable message instead of ending the worker.

Celery itself refuses messages that are not JSON or name no known task. A message with our task's name and a
body of another shape (none at all, null, a number) raises in Celery's main loop. Here it is rejected without
requeueing, so that it goes to the dead-letter exchange where there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import structlog
from celery.utils.log import get_logger
from celery.worker import consumer

UNREADABLE: Final = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
_LOG: Final = structlog.get_logger(__name__)


class Consumer(consumer.Consumer):
    """The consumer that the setting `worker_consumer` names."""

    def create_task_handler(self, *given: Any, **named: Any) -> Callable[[Any], Any]:
        """Celery's own handler, which rejects what it cannot read."""
        handle = super().create_task_handler(*given, **named)

        def guarded(message: Any) -> Any:
            try:
                return handle(message)
            except UNREADABLE as error:
                # never log the bytes themselves: they may hold anything
                _LOG.error("message_put_aside", reason=type(error).__name__)
                errors = self.connection_errors  # type: ignore[attr-defined]  # the stubs leave it out
                return message.reject_log_error(get_logger(__name__), errors)

        return guarded
