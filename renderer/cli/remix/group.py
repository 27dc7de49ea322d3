"""`clipwright remix`: the group of commands for the user's own video, most of which need no API."""

from __future__ import annotations

from typing import Final

import click

from renderer.cli.lazy_group import LazyCommand, LazyGroup

COMMANDS: Final[dict[str, LazyCommand]] = {
    "analyse": ("renderer.cli.remix.analysis:analyse", "Find shots, subject, faces, text, speech and words."),
    "captions": ("renderer.cli.remix.analysis:captions", "Transcribe a video and write its captions."),
    "export": ("renderer.cli.remix.export:export", "Reframe, caption and dub a video of your own."),
    "history": ("api.remix.commands:history", "List every revision of a project of the API."),
    "restore": ("api.remix.commands:restore", "Bring a project of the API back to an older revision."),
}


@click.group(cls=LazyGroup, lazy_commands=COMMANDS)
def remix() -> None:
    """Work on a video of your own: see what is in it, write its captions, make another video of it."""
