"""Celery's consumer, which puts aside a message that it cannot make sense of instead of ending the worker.

Celery refuses what is no JSON or no known task; a message of our task's name with a body of another shape
(none at all, null, a number) raises in the main loop. It is rejected, so that a dead-letter exchange gets it
where there is one, and never asked for again.
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
    """Named in the setting `worker_consumer`."""

    def create_task_handler(self, *given: Any, **named: Any) -> Callable[[Any], Any]:
        """Celery's own handler, guarded."""
        handle = super().create_task_handler(*given, **named)

        def guarded(message: Any) -> Any:
            try:
                return handle(message)
            except UNREADABLE as error:
                # never the bytes themselves: nobody knows what they are
                _LOG.error("message_put_aside", reason=type(error).__name__)
                errors = self.connection_errors  # type: ignore[attr-defined]  # the stubs leave it out
                return message.reject_log_error(get_logger(__name__), errors)

        return guarded
