"""Click groups whose commands are imported only when they are called, so that `--help` imports none."""

from __future__ import annotations

import importlib
import resource
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import click

from renderer.cli.output import UNREAD, fall_silent
from renderer.errors import ClipwrightError
from renderer.runtime.allocator import loading

LEAST_ADDRESS_SPACE: Final = 512 << 20
LazyCommand: TypeAlias = tuple[str, str]
"""A command described without importing it: its location (`module:attribute`), and its line in `--help`."""


class LazyGroup(click.Group):
    """A group that knows its commands' names and help lines, and imports a command when it is requested."""

    def __init__(self, *args: Any, lazy_commands: Mapping[str, LazyCommand], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy_commands = lazy_commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the table."""
        del ctx
        return list(self._lazy_commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; exit with `UNREAD`, not as a failure, if the reader of its output has gone."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            fall_silent()
            raise click.exceptions.Exit(UNREAD) from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command; None if there is none of this name."""
        del ctx
        if cmd_name not in self._lazy_commands:
            return None
        reference, _ = self._lazy_commands[cmd_name]
        return _imported(reference)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table alone, without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self._lazy_commands.items()])


def _imported(reference: str) -> click.Command:
    """Import the command that `module:attribute` names."""
    _check_address_space()
    module, attribute = reference.split(":")
    with loading():
        command: click.Command = getattr(importlib.import_module(module), attribute)
    return command


def _check_address_space() -> None:
    """Refuse a limit below which numpy's BLAS would end the process at import with a message of its own."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit != resource.RLIM_INFINITY and limit < LEAST_ADDRESS_SPACE:
        raise ClipwrightError("memory_short", reason="its limit on address space is below 512 MB")
