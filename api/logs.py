"""Structured logs: one JSON object a line on standard error, never a key, topics only at debug."""

from __future__ import annotations

import logging
import re
import sys
from typing import TYPE_CHECKING, Final

import structlog

if TYPE_CHECKING:
    from structlog.typing import EventDict, WrappedLogger

_SECRET: Final = re.compile(r"cw_[A-Za-z0-9_-]{20,}|(?i:bearer\s+)[\x21-\x7e]+")


def configure_logs(level: str) -> None:
    """Set up structlog and let the server's own loggers speak only of trouble."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            redact,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Blank out anything that looks like a credential, wherever it came from."""
    return {
        name: _SECRET.sub("[redacted]", value) if isinstance(value, str) else value
        for name, value in event.items()
    }
