"""`clipwright remix`: what can be done with a video of one's own, without the API."""

from __future__ import annotations

import importlib
from typing import Final

import click

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "analyse": ("renderer.cli.remix.analysis:analyse", "Find shots, subject, faces, text, speech and words."),
    "captions": ("renderer.cli.remix.analysis:captions", "Transcribe a video and write its captions."),
    "export": ("renderer.cli.remix.export:export", "Reframe, caption and dub a video of your own."),
    "history": ("api.remix.commands:history", "List every revision of a project of the API."),
    "restore": ("api.remix.commands:restore", "Bring a project of the API back to an older revision."),
}
"""Command name → where it lives, and its line in `--help` (known without importing it)."""


class RemixGroup(click.Group):
    """A group that knows its commands' names and help lines, and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table alone."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=RemixGroup)
def remix() -> None:
    """Work on a video of your own: see what is in it, write its captions, make another video of it."""
