"""Builds a new job: queued, with its units reserved, claimed by no worker."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from api.jobs.repository import Allowance, Job
from renderer.contract.vocabulary import VIDEO_DAYS, Source, Status

if TYPE_CHECKING:
    from renderer.contract.orders.base import OrderDocument


def queued_job(
    order: OrderDocument,
    account_id: UUID,
    *,
    now: datetime,
    source: Source = Source.API,
    units: int = 1,
) -> Job:
    """A queued job that has reserved its units."""
    return Job(
        id=uuid4(),
        account_id=account_id,
        workflow=order.workflow,
        source=source.value,
        order=order.model_dump(mode="json"),
        inputs={},
        status=Status.QUEUED.value,
        units=units,
        allowance=Allowance.RESERVED.value,
        created_at=now,
        updated_at=now,
        settled_at=None,
        expires_at=now + timedelta(days=VIDEO_DAYS),
        percent=0,
        stage="queued",
        detail="Waiting in the queue.",
        facts={},
        attempt=1,
        tries=1,
        stored=0,
        advanced=False,
        worker=None,
        sequence=0,
        lease_expires_at=None,
        cancel_requested=False,
        results={},
        failure_code=None,
        failure_sentence=None,
        tidied_at=None,
    )
