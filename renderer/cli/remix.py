"""`clipwright remix`: projects of videos of one's own."""

from __future__ import annotations

import click

from api.remix.commands import history, restore


@click.group()
def remix() -> None:
    """Work on videos of your own: see the past of a project, and bring it back."""


remix.add_command(history)
remix.add_command(restore)
