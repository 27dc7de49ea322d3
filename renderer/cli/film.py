"""`clipwright film`: turns a script into a narrated horizontal film of 11 to 15 minutes with chapters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from pipelines.registry import LONG_FORM
from renderer.cli.making import file_stem, forked_segments, make_video
from renderer.cli.options import (
    LEXICON_OPTION,
    LOOK_OPTIONS,
    caption_choices,
    look_choices,
    named_options,
    read_lexicon,
    read_script,
    standing_choices,
    with_options,
)
from renderer.contract.orders.base import NarratedOrder
from renderer.contract.orders.long_form import (
    ChapterStyle,
    LongFormCaptions,
    LongFormOrder,
    LongFormSettings,
)
from renderer.runtime.capabilities import CapabilitySet, Factories
from renderer.worker.settings import WorkerSettings

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: Final = (
    click.option(
        "--script", "script_path", type=Path, required=True, help="The text (plain text or Markdown)."
    ),
    click.option("--title", default="", help="The film's title [default: the first heading]."),
    click.option(
        "--minutes", "target_minutes", default=13.0, show_default=True, help="Wanted length, 11 to 15."
    ),
    click.option(
        "--chapters",
        type=click.Choice([style.value for style in ChapterStyle]),
        default=ChapterStyle.CARDS.value,
        show_default=True,
        help="Title cards, marks in the file only, or none.",
    ),
    LEXICON_OPTION,
    click.option("--burn-in", is_flag=True, help="Draw the captions on the picture as well."),
    *LOOK_OPTIONS,
    click.option("--size", default="1920x1080", show_default=True, help="WIDTHxHEIGHT in pixels, both even."),
)


def film_options(command: F) -> F:
    """Add all options that describe a film."""
    return with_options(command, _OPTIONS)


@click.command()
@film_options
@click.option("--out", type=Path, default=None, help="The MP4's path [default: out/<script>.mp4].")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON lines on standard output.")
def film(*, out: Path | None, as_json: bool, workspace: Path | None, **given: Any) -> None:
    """Make a film of 11 to 15 minutes from a script.

    Headings become chapters. What is too long is condensed, what is a little short gets air; nothing is
    added to your words. Run the same command again after an edit: only what looks or sounds different is
    made again.
    """
    order = build_film_order(**given)
    target = out or Path("out") / f"{file_stem(given['script_path'].stem)}.mp4"
    make_video(
        order,
        entry=LONG_FORM,
        out=target,
        as_json=as_json,
        workspace=workspace,
        open_engines=_engines,
    )


def _engines(order: NarratedOrder, rim: Factories, settings: WorkerSettings) -> CapabilitySet:
    from renderer.worker.composition.wiring import (  # noqa: PLC0415 - slow: after the first line of output
        build_capabilities,
    )

    return build_capabilities(order, rim=rim, settings=settings, forking=forked_segments)


def build_film_order(**given: Any) -> LongFormOrder:
    """The validated order of a film.

    Raises:
        ClipwrightError: names the invalid option; blame is always the caller's.
    """
    script = read_script(given["script_path"]).strip()
    with named_options():
        return LongFormOrder(
            script=script,
            title=given["title"].strip(),
            lexicon=read_lexicon(given.get("lexicon_path")),
            settings=LongFormSettings(
                target_minutes=given["target_minutes"],
                chapters=ChapterStyle(given["chapters"]),
                captions=LongFormCaptions(burn_in=given["burn_in"], **caption_choices(given)),
                **look_choices(given),
            ),
            **standing_choices(given),
        )
