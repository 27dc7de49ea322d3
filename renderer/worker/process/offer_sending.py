"""Sends segment offers to the broker; help is optional, so nothing waits long for a broker that hangs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from celery import Celery

from renderer.clock import stopwatch
from renderer.contract.queues import RENDER_SEGMENT, SEGMENTS, sender_options
from renderer.contract.segment import SegmentMessage

SendOffers: TypeAlias = Callable[[Sequence[SegmentMessage]], None]
PATIENCE: Final = 2
"""Seconds that the broker may take for one answer."""
MOST_SECONDS: Final = 4.0
"""Seconds after which no more messages of an offer are sent."""
OFFER_SECONDS: Final = 1800
"""Seconds after which offered segments that no worker took expire."""


def offer_sender(broker_url: str) -> SendOffers:
    """A function that sends offers, each time over a connection of its own.

    The connection on which jobs come must be allowed to be silent for as long as there are none. An open one
    kept for offers may have been cut since the last.
    """
    app = Celery("clipwright-offers", broker=broker_url, set_as_current=False)
    app.conf.update(
        broker_transport_options=sender_options(broker_url, patience=PATIENCE),
        broker_connection_timeout=PATIENCE,
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
    )

    def send(offers: Sequence[SegmentMessage]) -> None:
        until = stopwatch() + MOST_SECONDS
        with app.connection_for_write() as connection:
            producer = app.amqp.Producer(connection, auto_declare=False)
            for offer in offers:
                if stopwatch() >= until:
                    raise TimeoutError
                app.send_task(
                    RENDER_SEGMENT,
                    args=(offer.model_dump(mode="json"),),
                    queue=SEGMENTS,
                    expires=OFFER_SECONDS,
                    producer=producer,
                    retry=False,
                    ignore_result=True,
                )

    return send
