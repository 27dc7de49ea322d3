"""What attempts have stored: an attempt that stored something new costs no try.

The server's defaults stay, so that a process of the older code may still add jobs while it is replaced.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.add_column("jobs", sa.Column("stored", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("jobs", sa.Column("advanced", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Undo."""
    op.drop_column("jobs", "advanced")
    op.drop_column("jobs", "stored")
