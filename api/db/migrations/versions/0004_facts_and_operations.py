"""Facts of a job, reported before it is done; idempotency keys are scoped to their operation.

The server's defaults stay, so that a process of the older code may still add jobs while it is replaced.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_KEY = "pk_idempotency"
_FIRST = "create_video"
"""The only operation that had keys before."""


def upgrade() -> None:
    """Apply."""
    empty = sa.text("'{}'")
    op.add_column("jobs", sa.Column("facts", sa.JSON(), server_default=empty, nullable=False))
    operation = sa.Column("operation", sa.String(length=32), server_default=_FIRST, nullable=False)
    with op.batch_alter_table("idempotency") as table:
        table.add_column(operation)
        table.drop_constraint(_KEY, type_="primary")
        table.create_primary_key(_KEY, ["account_id", "operation", "key"])


def downgrade() -> None:
    """Undo; keys of other operations are deleted."""
    op.execute(sa.text("DELETE FROM idempotency WHERE operation <> :first").bindparams(first=_FIRST))
    with op.batch_alter_table("idempotency") as table:
        table.drop_constraint(_KEY, type_="primary")
        table.create_primary_key(_KEY, ["account_id", "key"])
        table.drop_column("operation")
    op.drop_column("jobs", "facts")
