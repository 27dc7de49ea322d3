"""What sender and worker must agree on about the broker: names, routes, time limits, transport options.

Plain values, so that the API can publish messages without knowing the worker, nor the worker the API.
"""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID, uuid5

from renderer.contract.job import JobMessage
from renderer.contract.orders.base import OrderDocument
from renderer.contract.resource_need import Need

RUN_JOB: Final = "clipwright.run_job"
"""Task: one attempt at one job; its only argument is a `JobMessage` as a JSON object."""
RENDER_SEGMENT: Final = "clipwright.render_segment"
"""Task: one segment of a long video; its only argument is a `SegmentMessage` as a JSON object."""
SEGMENTS: Final = "segments"

_TASKS: Final = UUID("6f0cfa60-5f05-5c37-9a53-7d2f6b8d5f11")
_BASE_SECONDS: Final = 600
_PER_VIDEO_SECOND: Final = 20
_AFTER_SOFT: Final = 60
LONGEST_SECONDS: Final = 6 * 3600
"""No job may take longer (soft limit)."""


def queue_name(workflow: str, need: Need) -> str:
    """The queue of a workflow's jobs that want this kind of machine."""
    return f"{workflow}.{need}"


def task_id(message: JobMessage) -> str:
    """The same id for every message about one attempt, so that duplicates are recognised in any log."""
    return str(uuid5(_TASKS, f"{message.job_id}/{message.attempt}"))


def time_limits(order: OrderDocument) -> tuple[int, int]:
    """Soft and hard limit in seconds, from the `expected_seconds` of the order."""
    soft = min(LONGEST_SECONDS, _BASE_SECONDS + int(_PER_VIDEO_SECOND * order.expected_seconds))
    return soft, soft + _AFTER_SOFT


def transport_options(broker_url: str) -> dict[str, Any]:
    """Celery's `broker_transport_options` for this broker.

    RabbitMQ: the publisher waits for the broker's confirmation. Redis: messages that a dead worker held are
    delivered again within seconds instead of minutes (interval, throttle), and never while a live worker is
    still busy with them (timeout).
    """
    if _is_redis(broker_url):
        return {
            "visibility_timeout": 2 * (LONGEST_SECONDS + _AFTER_SOFT),
            "unacked_restore_interval": 1,
            "unacked_restore_throttle": 1,
            "socket_timeout": 10,
            "socket_connect_timeout": 5,
            "socket_keepalive": True,
            "health_check_interval": 10,
        }
    return {"confirm_publish": True}


def sender_options(broker_url: str, *, patience: int) -> dict[str, Any]:
    """As `transport_options`, for one that sends and never receives: it does not try again by itself.

    The broker may be silent for `patience` seconds, because it has hung or has too little memory to take
    messages. Up to three answers of RabbitMQ are waited for: the confirmation, then the ends of the channel
    and of the connection.
    """
    kinds = ("socket", "socket_connect") if _is_redis(broker_url) else ("read", "write")
    limits = {f"{kind}_timeout": patience for kind in kinds}
    return transport_options(broker_url) | {"max_retries": 0} | limits


def _is_redis(broker_url: str) -> bool:
    return urlsplit(broker_url).scheme in {"redis", "rediss"}
