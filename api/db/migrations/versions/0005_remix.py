"""Remix: projects with revisions, resumable uploads; jobs have a role and the project they belong to.

The server's defaults stay, so that a process of the older code may still add jobs while it is replaced; it
must not read projects, which it would mistake for waiting jobs.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_SOME = sa.JSON(none_as_null=True)
_NEW = ("remix_uploads", "remix_revisions", "remix_projects")


def upgrade() -> None:
    """Apply."""
    op.add_column(
        "jobs", sa.Column("role", sa.String(length=16), server_default=sa.text("'job'"), nullable=False)
    )
    op.add_column("jobs", sa.Column("project_id", sa.Uuid()))
    op.create_index("ix_jobs_project_id", "jobs", ["project_id"])
    _projects()
    op.create_table(
        "remix_revisions",
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("change", sa.String(length=16), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("settings", _SOME),
        sa.Column("captions", _SOME),
        sa.PrimaryKeyConstraint("project_id", "revision", name="pk_remix_revisions"),
        sa.ForeignKeyConstraint(["project_id"], ["jobs.id"], name="fk_remix_revisions_project_id"),
    )
    _uploads()


def _projects() -> None:
    op.create_table(
        "remix_projects",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.String(length=255), nullable=False),
        sa.Column("mime_type", sa.String(length=32), nullable=False),
        sa.Column("byte_length", sa.BigInteger(), nullable=False),
        sa.Column("source", _SOME),
        sa.Column("measures", _SOME),
        sa.Column("minutes", sa.Integer()),
        sa.Column("charged", sa.Integer(), nullable=False),
        sa.Column("analysis", _SOME),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("captions", sa.JSON(), nullable=False),
        sa.Column("voiceover", sa.JSON(), nullable=False),
        sa.Column("mixed", sa.String(length=64)),
        sa.Column("voices", sa.JSON(), nullable=False),
        sa.Column("operation_id", sa.Uuid()),
        sa.Column("request", sa.String(length=64)),
        sa.Column("exported_revision", sa.Integer()),
        sa.Column("completion", sa.String(length=64)),
        sa.Column("awaited_until", sa.BigInteger()),
        sa.Column("refusal", sa.String(length=64)),
        sa.Column("trouble", _SOME),
        sa.Column("failure", _SOME),
        sa.PrimaryKeyConstraint("id", name="pk_remix_projects"),
        sa.ForeignKeyConstraint(["id"], ["jobs.id"], name="fk_remix_projects_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_remix_projects_account_id"),
    )
    op.create_index("ix_remix_projects_account_id", "remix_projects", ["account_id"])


def _uploads() -> None:
    op.create_table(
        "remix_uploads",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("project_id", sa.Uuid(), nullable=False),
        sa.Column("account_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("byte_length", sa.BigInteger(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("parts", sa.JSON(), nullable=False),
        sa.Column("staged", sa.JSON(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("lease_expires_at", sa.BigInteger()),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_remix_uploads"),
        sa.ForeignKeyConstraint(["project_id"], ["jobs.id"], name="fk_remix_uploads_project_id"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_remix_uploads_account_id"),
    )
    op.create_index("ix_remix_uploads_project_id", "remix_uploads", ["project_id"])
    op.create_index("ix_remix_uploads_expires_at", "remix_uploads", ["state", "expires_at"])


def downgrade() -> None:
    """Undo; there must be no Remix projects, which the older schema cannot hold."""
    count = op.get_bind().execute(sa.text("SELECT count(*) FROM jobs WHERE role <> 'job'")).scalar_one()
    if count:
        message = f"{count} jobs belong to Remix projects, which the older schema cannot hold"
        raise RuntimeError(message)
    for name in _NEW:
        op.drop_table(name)
    op.drop_index("ix_jobs_project_id", "jobs")
    op.drop_column("jobs", "project_id")
    op.drop_column("jobs", "role")
