"""Searches the logs of a production after all its processes have ended."""

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
"""Texts that Celery's signal handlers write to stdout, each in one write; logs go to stderr."""


def check_logs(folder: Path, *, database_url: str, secret: str) -> None:
    """Check that every line of the API's and the workers' logs is JSON and contains no planted text.

    The report tokens of all attempts at all jobs in the database are planted too.
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
    """The report tokens of all attempts at all jobs, and of the next attempts, which may be out already."""
    database = Database(database_url)
    with database.read() as connection:
        rows = connection.execute(sa.select(jobs.c.id, jobs.c.attempt)).all()
    database.close()
    return [
        report_token(secret.encode(), job_id=row.id, attempt=attempt)
        for row in rows
        for attempt in range(1, row.attempt + 2)
    ]
