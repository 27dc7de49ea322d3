"""Orders, inputs and results are documents: any workflow's job fits the table.

Topic and settings move into the order of a short video, the four columns of its stored file into a result of
the kind "video". Rows are rewritten in batches, in the one transaction of the migration. Stop processes that
run the older code first: they use version 1 of the job message and know only the old columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

BATCH = 500
_EMPTY = sa.text("'{}'")
_NEW = ("order", "inputs", "results")
_OLD = ("topic", "settings", "object_key", "object_size", "object_sha256", "duration_seconds")
_JOBS = sa.table(
    "jobs",
    sa.column("id", sa.Uuid()),
    sa.column("order", sa.JSON()),
    sa.column("results", sa.JSON()),
    sa.column("topic", sa.Text()),
    sa.column("settings", sa.JSON()),
    sa.column("object_key", sa.String()),
    sa.column("object_size", sa.BigInteger()),
    sa.column("object_sha256", sa.String()),
    sa.column("duration_seconds", sa.Double()),
)


def upgrade() -> None:
    """Apply."""
    for name in _NEW:
        op.add_column("jobs", sa.Column(name, sa.JSON(), server_default=_EMPTY, nullable=False))
    _rewrite(_as_documents)
    for name in _OLD:
        op.drop_column("jobs", name)


def downgrade() -> None:
    """Undo; there must be no jobs of workflows other than the first, which the older code cannot read."""
    others = sa.text("SELECT count(*) FROM jobs WHERE workflow <> 'short'")
    if count := op.get_bind().execute(others).scalar_one():
        message = f"{count} jobs are of workflows that the older schema cannot hold"
        raise RuntimeError(message)
    op.add_column("jobs", sa.Column("topic", sa.Text(), server_default="", nullable=False))
    op.add_column("jobs", sa.Column("settings", sa.JSON(), server_default=_EMPTY, nullable=False))
    op.add_column("jobs", sa.Column("object_key", sa.String(512)))
    op.add_column("jobs", sa.Column("object_size", sa.BigInteger()))
    op.add_column("jobs", sa.Column("object_sha256", sa.String(64)))
    op.add_column("jobs", sa.Column("duration_seconds", sa.Double()))
    _rewrite(_as_columns)
    for name in _NEW:
        op.drop_column("jobs", name)


def _rewrite(change: Callable[[Any], dict[str, Any]]) -> None:
    connection = op.get_bind()
    for rows in _batches(connection):
        for row in rows:
            connection.execute(_JOBS.update().where(_JOBS.c.id == row.id).values(change(row)))


def _batches(connection: sa.Connection) -> Iterator[list[Any]]:
    """All rows in the order of their ids, so that memory stays flat."""
    query = sa.select(_JOBS).order_by(_JOBS.c.id).limit(BATCH)
    rows = list(connection.execute(query))
    while rows:
        yield rows
        rows = list(connection.execute(query.where(_JOBS.c.id > rows[-1].id)))


def _as_documents(row: Any) -> dict[str, Any]:
    order = {"workflow": "short", "topic": row.topic, "settings": row.settings}
    if row.object_key is None:
        return {"order": order}
    file = {
        "key": row.object_key,
        "size": row.object_size,
        "sha256": row.object_sha256,
        "media_type": "video/mp4",
    }
    video = {
        "kind": "video",
        "file": file,
        "sidecars": {},
        "duration_seconds": row.duration_seconds or 0.0,
        # not recorded before
        "width": 0,
        "height": 0,
    }
    return {"order": order, "results": {"video": video}}


def _as_columns(row: Any) -> dict[str, Any]:
    columns = {"topic": row.order["topic"], "settings": row.order["settings"]}
    video = row.results.get("video")
    if video is None:
        return columns
    file = video["file"]
    return columns | {
        "object_key": file["key"],
        "object_size": file["size"],
        "object_sha256": file["sha256"],
        "duration_seconds": video["duration_seconds"],
    }
