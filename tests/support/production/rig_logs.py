"""The logs of a production, searched once all its processes have ended."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from api.db.database import Database
from api.db.tables import jobs
from api.worker_events.report_token import report_token
from tests.support.leaks import SPOKEN, check_log, plant

CELERY_SAYS = (
    "\nworker: Warm shutdown (MainProcess)\n",
    "\nworker: Cold shutdown (MainProcess)\n",
    "\nWaiting gracefully for cold shutdown to complete...\n",
    "\nworker: Hitting Ctrl+C again will terminate all running tasks!\n",
)
"""What Celery's signal handlers write to standard output, each in one piece; logs are on standard error."""


def check_logs(folder: Path, *, database_url: str, secret: str) -> None:
    """Every line of the API's and of each worker's log is JSON and holds nothing that was planted.

    Planted besides is the report token of every attempt at every job that is in the books.
    """
    tokens = report_tokens(database_url, secret)
    plant(secret, *tokens)
    logs = sorted(folder.glob("*.log"))
    assert (folder / "api.log") in logs
    for path in logs:
        text = path.read_text("utf-8")
        for said in CELERY_SAYS if path.stem != "api" else ():
            text = text.replace(said, "")
        try:
            check_log(text, spoken=SPOKEN if path.stem == "api" else ())
        except AssertionError as error:
            error.add_note(f"in {path.name}")
            raise


def report_tokens(database_url: str, secret: str) -> list[str]:
    """Of every job those of its attempts, and that of the next, which may have been sent already."""
    database = Database(database_url)
    with database.read() as connection:
        rows = connection.execute(sa.select(jobs.c.id, jobs.c.attempt)).all()
    database.close()
    return [
        report_token(secret.encode(), job_id=row.id, attempt=attempt)
        for row in rows
        for attempt in range(1, row.attempt + 2)
    ]
