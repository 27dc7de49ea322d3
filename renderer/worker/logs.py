"""Structured logs of a worker: one JSON object per line on standard error, bound to job and attempt."""

from __future__ import annotations

import logging
import sys

import structlog


def configure_logs(level: str) -> None:
    """Both structlog's and the standard library's records, in one form; unknown levels mean info."""
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(),
        ],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    # one line per request to the API would drown the rest
    logging.getLogger("httpx").setLevel(logging.WARNING)
    logging.basicConfig(handlers=[handler], level=number, force=True)
