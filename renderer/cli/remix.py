"""`clipwright remix`: what can be done with a video of one's own, without the API."""

from __future__ import annotations

import click

from renderer.cli.remix_analysis import analyse, captions
from renderer.cli.remix_export import export


@click.group()
def remix() -> None:
    """Work on a video of your own: see what is in it, write its captions, make another video of it."""


remix.add_command(analyse)
remix.add_command(captions)
remix.add_command(export)
