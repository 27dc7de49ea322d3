"""The `clipwright` command: a group whose commands are imported only when they are called.

Errors become one sentence on standard error. Exit codes: 0 done, 1 our fault or an upstream service's, 2 the
caller's fault, 130 interrupted, 141 the reader of the output has gone. A traceback appears only with
`--debug`.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import Final

import click

from renderer.cli.lazy_group import LazyCommand, LazyGroup
from renderer.cli.output import talking
from renderer.cli.termination import QuickEnd, exit_on_sigterm, leave_at_once
from renderer.errors import Blame, ClipwrightError, lacked_memory
from renderer.runtime.allocator import settle_allocator

COMMANDS: Final[dict[str, LazyCommand]] = {
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

INTERRUPTED: Final = 130


@click.group(cls=LazyGroup, lazy_commands=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="clipwright")
def cli() -> None:
    """Clipwright turns a topic into a finished faceless video.

    Add --debug to any command for tracebacks.
    """


def main() -> None:
    """Entry point: run the command and turn every failure into a sentence and an exit code."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--debug"]
    debug = len(arguments) != len(sys.argv) - 1
    end = QuickEnd()
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
    if code == INTERRUPTED:  # a thread that is still speaking a line would be waited for
        leave_at_once(code)
    end.leave(code)


def _run(arguments: list[str]) -> int:
    """Run the command; returns its exit code. Errors that are not click's own are raised."""
    try:
        outcome = cli(arguments, standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted; the same command goes on where this one stopped.", err=True)
        return INTERRUPTED
    return outcome if isinstance(outcome, int) else 0  # click returns the code of an `Exit`


def _report(error: Exception, *, as_json: bool) -> int:
    failure = _failure(error)
    if as_json:
        event = {"event": "failed", "code": failure.code, "blame": failure.spec.blame}
        click.echo(json.dumps({**event, "sentence": failure.sentence}, ensure_ascii=False))
    click.echo(f"clipwright: {failure.sentence}", err=True)
    return 2 if failure.spec.blame is Blame.CALLER else 1


def _failure(error: Exception) -> ClipwrightError:
    """The failure to report; any error caused by a lack of memory becomes `memory_short`."""
    if lacked_memory(error):
        return ClipwrightError("memory_short", reason="the system refused more")
    if isinstance(error, ClipwrightError):
        return error
    return ClipwrightError("internal", reason=type(error).__name__)
