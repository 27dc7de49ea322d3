"""The `clipwright` command: a group whose commands are imported only when they are called.

Errors become one sentence on standard error. Exit codes: 0 done, 1 our fault or an upstream's,
2 the caller's fault, 130 interrupted. A traceback appears only with `--debug`.
"""

from __future__ import annotations

import importlib
import json
import signal
import sys
from types import FrameType
from typing import Final

import click

from renderer.errors import Blame, ClipwrightError
from renderer.runtime.allocator import settle_allocator

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "render": ("renderer.cli.render:render", "Make a video from a topic or a script."),
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
    "jobs": ("api.job_commands:job_commands", "See jobs, send failed ones again, cancel open ones."),
    "keys": ("api.commands:keys", "Create and revoke API keys."),
}
"""Command name → where it lives, and its line in `--help` (known without importing it)."""


class LazyGroup(click.Group):
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
    signal.signal(signal.SIGTERM, _stop)
    settle_allocator()
    try:
        cli(arguments, standalone_mode=False)
    except click.exceptions.Exit as request:
        sys.exit(request.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted; the same command goes on where this one stopped.", err=True)
        sys.exit(130)
    except Exception as error:
        if debug:
            raise
        sys.exit(_report(error, as_json="--json" in arguments))


def _report(error: Exception, *, as_json: bool) -> int:
    failure = error if isinstance(error, ClipwrightError) else _unexpected(error)
    if as_json:
        event = {"event": "failed", "code": failure.code, "blame": failure.spec.blame}
        click.echo(json.dumps({**event, "sentence": failure.sentence}, ensure_ascii=False))
    click.echo(f"clipwright: {failure.sentence}", err=True)
    return 2 if failure.spec.blame is Blame.CALLER else 1


def _unexpected(error: Exception) -> ClipwrightError:
    return ClipwrightError("internal", reason=type(error).__name__)


def _stop(signum: int, frame: FrameType | None) -> None:
    del frame
    sys.exit(128 + signum)
