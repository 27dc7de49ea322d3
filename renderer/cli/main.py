"""The `clipwright` command: a group whose commands are imported only when they are called.

Errors become one sentence on standard error. Exit codes: 0 done, 1 our fault or an upstream's,
2 the caller's fault, 130 interrupted, 141 nobody reads the output any more. A traceback appears only
with `--debug`.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
from contextlib import suppress
from typing import Any, Final, NoReturn

import click

from renderer.cli.output import UNREAD, fall_silent, talking
from renderer.cli.termination import exit_on_sigterm
from renderer.errors import Blame, ClipwrightError, lacked_memory
from renderer.runtime.allocator import loading, settle_allocator

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "render": ("renderer.cli.render:render", "Make a video from a topic or a script."),
    "film": ("renderer.cli.film:film", "Make a film of 11 to 15 minutes from a script."),
    "remix": ("renderer.cli.remix.group:remix", "See what is in your own video, caption it, remix it."),
    "frame": ("renderer.cli.frame:frame", "Draw one finished frame as PNG, without rendering the video."),
    "profile": ("renderer.cli.profile:profile", "Render with a trace, a flame graph and a table of stages."),
    "styles": ("renderer.cli.styles:styles", "Draw the gallery of caption styles."),
    "gallery": ("renderer.cli.gallery:gallery", "Draw the gallery of pictures and music."),
    "worker": ("renderer.cli.worker:worker", "Take jobs from a broker until told to stop."),
    "models": ("renderer.cli.models:models", "List, add and check voices and Whisper models."),
    "doctor": ("renderer.cli.doctor:doctor", "Say what this machine can do and what stands in for what."),
    "clean": ("renderer.cli.clean:clean", "Remove cached intermediate results."),
    "serve": ("api.commands:serve", "Run the API and a worker together, with no other server."),
    "accounts": ("api.commands:accounts", "Create accounts and set their plan."),
    "jobs": ("api.jobs.commands:job_commands", "See jobs, send failed ones again, cancel open ones."),
    "keys": ("api.commands:keys", "Create and revoke API keys."),
}
"""Command name → where it lives, and its line in `--help` (known without importing it)."""

INTERRUPTED: Final = 130
LEAST_ADDRESS_SPACE: Final = 512 << 20


class LazyGroup(click.Group):
    """A group that knows its commands' names and help lines, and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        del ctx
        return list(COMMANDS)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click would end one whose reader has gone as if it had failed."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            fall_silent()
            raise click.exceptions.Exit(UNREAD) from None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        _check_address_space()
        module, attribute = COMMANDS[cmd_name][0].split(":")
        with loading():
            command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, from the table alone."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _check_address_space() -> None:
    """Below this numpy's BLAS ends the process at import, in its own words."""
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit != resource.RLIM_INFINITY and limit < LEAST_ADDRESS_SPACE:
        raise ClipwrightError("memory_short", reason="its limit on address space is below 512 MB")


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="clipwright")
def cli() -> None:
    """Clipwright turns a topic into a finished faceless video.

    Add --debug to any command for tracebacks.
    """


def main() -> None:
    """Entry point: run the command and turn every failure into a sentence and an exit code."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) != len(sys.argv) - 1
    exit_on_sigterm()
    settle_allocator()
    try:
        with talking():
            code = _run(arguments)
    except Exception as error:
        if debug:
            raise
        code = 1
        with suppress(ClipwrightError), talking():
            code = _report(error, as_json="--json" in arguments)
    _leave(code)


def _leave(code: int) -> NoReturn:
    """End the process; one that was interrupted does not wait for a thread that still speaks a line."""
    if code == INTERRUPTED:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    """The exit code of a command; raises what is no affair of the command line's own."""
    try:
        outcome = cli(arguments, standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted; the same command goes on where this one stopped.", err=True)
        return INTERRUPTED
    return outcome if isinstance(outcome, int) else 0  # click hands the code of an `Exit` back


def _report(error: Exception, *, as_json: bool) -> int:
    failure = _failure(error)
    if as_json:
        event = {"event": "failed", "code": failure.code, "blame": failure.spec.blame}
        click.echo(json.dumps({**event, "sentence": failure.sentence}, ensure_ascii=False))
    click.echo(f"clipwright: {failure.sentence}", err=True)
    return 2 if failure.spec.blame is Blame.CALLER else 1


def _failure(error: Exception) -> ClipwrightError:
    """The failure to report; whatever the system refused memory to has failed for that."""
    if lacked_memory(error):
        return ClipwrightError("memory_short", reason="the system refused more")
    if isinstance(error, ClipwrightError):
        return error
    return ClipwrightError("internal", reason=type(error).__name__)
