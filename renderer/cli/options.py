"""Options shared by the commands that make pictures, and the order built from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from pydantic import ValidationError

from renderer.contract.orders.base import CaptionSettings, FrameSpec, VideoSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.sayable import can_be_said
from renderer.contract.vocabulary import (
    TOPIC_CHARACTERS,
    CaptionPosition,
    CaptionStyle,
    Language,
    StylePack,
    VideoMode,
    Voice,
)
from renderer.errors import ClipwrightError
from renderer.worker.settings import WorkerSettings

F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E", bound=StrEnum)

MAX_SCRIPT_CHARACTERS: Final = 60_000
_OPTION_OF: Final = {"width": "--size", "height": "--size"}
_DEFAULTS: Final = VideoSettings()

LOOK_OPTIONS: Final = (
    click.option(
        "--media",
        "media_dir",
        type=Path,
        help="Folder with your own images and clips, or a MoviePy clip of yours: FILE.py:FUNCTION.",
    ),
    click.option("--video-mode", default=_DEFAULTS.video_mode.value, show_default=True),
    click.option("--style-pack", default=_DEFAULTS.style_pack.value, show_default=True),
    click.option("--voice", default=_DEFAULTS.voice.value, show_default=True),
    click.option("--language", default=_DEFAULTS.language.value, show_default=True),
    click.option("--caption-style", default=_DEFAULTS.captions.style.value, show_default=True),
    click.option("--caption-position", default=_DEFAULTS.captions.position.value, show_default=True),
    click.option("--effects", default="subtle", show_default=True, help="subtle or off."),
    click.option("--safe-area", default="organic", show_default=True, help="organic or ads-strict."),
    click.option("--seed", default=0, show_default="from the topic", help="Another seed, another cut."),
    click.option("--fps", default=30, show_default=True, help="Frames per second, 10 to 60."),
    click.option(
        "--workspace", type=Path, default=None, help="Folder for intermediate results [default: .clipwright]."
    ),
)
"""Options shared by all commands that make a narrated video."""

LEXICON_OPTION: Final = click.option(
    "--lexicon",
    "lexicon_path",
    type=Path,
    help="Your own pronunciations, lines like: Nguyen = Win (docs/VOICES.md).",
)

_OPTIONS: Final = (
    click.option("--topic", default="", help="What the video is about, 1 to 500 characters."),
    click.option(
        "--script", "script_path", type=Path, help="Your own text instead (plain text or Markdown)."
    ),
    click.option(
        "--facts",
        "facts_path",
        type=Path,
        help="Your own facts (bullets, Markdown, an article): the script is composed of them.",
    ),
    LEXICON_OPTION,
    click.option(
        "--writer",
        default="",
        help="chat, encyclopaedia, wikipedia, summaries, lexicon or template [default: what is there].",
    ),
    click.option("--offline", is_flag=True, help="Look nothing up on the network."),
    *LOOK_OPTIONS,
    click.option("--size", default="1080x1920", show_default=True, help="WIDTHxHEIGHT in pixels, both even."),
)


def order_options(command: F) -> F:
    """Add all options that describe a short video."""
    return with_options(command, _OPTIONS)


def with_options(command: F, options: Sequence[Callable[[F], F]]) -> F:
    """Add options to a command, in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def settings_for(workspace: Path | None) -> WorkerSettings:
    """The settings of this machine, with `workspace` as the workspace if it is given."""
    return WorkerSettings(workspace=workspace) if workspace else WorkerSettings()


def build_order(**given: Any) -> ShortOrder:
    """The validated order of a short video.

    Raises:
        ClipwrightError: names the invalid option; blame is always the caller's.
    """
    topic, script = _text(given["topic"] or _headline(given), given["script_path"])
    with named_options():
        return ShortOrder(
            topic=topic,
            script=script,
            facts=_facts(given.get("facts_path")),
            lexicon=read_lexicon(given.get("lexicon_path")),
            settings=VideoSettings(captions=CaptionSettings(**caption_choices(given)), **look_choices(given)),
            **standing_choices(given),
        )


@contextmanager
def named_options() -> Iterator[None]:
    """Convert a validation error of the order into an error that names the command-line option.

    Raises:
        ClipwrightError: `invalid_option`.
    """
    try:
        yield
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][-1])
        field = _OPTION_OF.get(name, f"--{name}".replace("_", "-"))
        raise ClipwrightError("invalid_option", field=field, reason=first["msg"]) from error


def look_choices(given: Mapping[str, Any]) -> dict[str, Any]:
    """The chosen mode, style pack, voice and language; raises `unknown_choice`."""
    return {
        "video_mode": choice("--video-mode", given["video_mode"], VideoMode),
        "style_pack": choice("--style-pack", given["style_pack"], StylePack),
        "voice": choice("--voice", given["voice"], Voice),
        "language": choice("--language", given["language"], Language),
    }


def caption_choices(given: Mapping[str, Any]) -> dict[str, Any]:
    """The chosen caption style and position; raises `unknown_choice`."""
    return {
        "style": choice("--caption-style", given["caption_style"], CaptionStyle),
        "position": choice("--caption-position", given["caption_position"], CaptionPosition),
    }


def standing_choices(given: Mapping[str, Any]) -> dict[str, Any]:
    """The frame, safe area, effects, seed and media folder; raises `invalid_option`."""
    return {
        "frame": _frame(given["size"], given["fps"]),
        "safe_area": given["safe_area"],
        "effects": given.get("effects", "subtle"),
        "seed": given["seed"],
        "media_dir": str(given["media_dir"].resolve()) if given["media_dir"] else "",
    }


def _headline(given: dict[str, Any]) -> str:
    """The headline of the facts file, which is the topic if none is given; "" without a file."""
    facts = _facts(given.get("facts_path"))
    if not facts:
        return ""
    from renderer.backends.knowledge.facts import headline  # noqa: PLC0415 - heavy, for this case only

    return headline(facts, choice("--language", given["language"], Language))[:TOPIC_CHARACTERS]


def _facts(path: Path | None) -> str:
    """The text of a facts file; "" without one.

    Raises:
        ClipwrightError: `facts_unreadable`.
    """
    if path is None:
        return ""
    return _read_as(path, "facts_unreadable")


def read_lexicon(path: Path | None) -> str:
    """The text of a lexicon file, validated before any work starts; "" without one.

    Raises:
        ClipwrightError: `lexicon_unreadable`, `lexicon_invalid`.
    """
    if path is None:
        return ""
    from renderer.text.pronunciation import read_pronunciations  # noqa: PLC0415 - for this case only

    text = _read_as(path, "lexicon_unreadable")
    read_pronunciations(text)
    return text


def _read_as(path: Path, code: str) -> str:
    """The text of a file; any fault of it is raised as an error with this `code`."""
    try:
        return read_script(path)
    except ClipwrightError as error:
        reasons = {
            "script_empty": "it is empty",
            "script_too_long": f"more than {MAX_SCRIPT_CHARACTERS} characters",
        }
        reason = error.facts.get("reason", reasons.get(error.code, error.sentence))
        raise ClipwrightError(code, path=path, reason=reason) from error


def _text(topic: str, script_path: Path | None) -> tuple[str, str]:
    topic = topic.strip()
    if len(topic) > TOPIC_CHARACTERS:
        raise ClipwrightError("topic_too_long", length=len(topic))
    if script_path:
        return topic, read_script(script_path)
    if not (can_be_said(topic) or _is_called(topic)):
        raise ClipwrightError("topic_empty")
    return topic, ""


def _is_called(topic: str) -> bool:
    """Whether the topic consists of signs or emoji whose names can be said."""
    from renderer.text.called import called  # noqa: PLC0415  fonts, which few topics need here

    return can_be_said(called(topic))


def read_script(path: Path) -> str:
    """The text of a script file.

    Raises:
        ClipwrightError: `script_unreadable`, `script_empty`, `script_too_long`.
    """
    try:
        if path.stat().st_size > MAX_SCRIPT_CHARACTERS * 4:
            raise ClipwrightError("script_too_long", length=path.stat().st_size, limit=MAX_SCRIPT_CHARACTERS)
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ClipwrightError("script_unreadable", path=path, reason="it is not UTF-8 text") from error
    except OSError as error:
        raise ClipwrightError("script_unreadable", path=path, reason=error.strerror) from error
    if len(text) > MAX_SCRIPT_CHARACTERS:
        raise ClipwrightError("script_too_long", length=len(text), limit=MAX_SCRIPT_CHARACTERS)
    if not can_be_said(text):
        raise ClipwrightError("script_empty")
    return text


def choice(option: str, value: str, kind: type[E]) -> E:
    """The value as a member of `kind`; raises `unknown_choice`, naming the option."""
    try:
        return kind(value)
    except ValueError as error:
        choices = ", ".join(kind)
        raise ClipwrightError("unknown_choice", field=option, value=value, choices=choices) from error


def _frame(size: str, fps: int) -> FrameSpec:
    match = re.fullmatch(r"([0-9]{2,5})x([0-9]{2,5})", size)
    if not match:
        raise ClipwrightError("invalid_option", field="--size", reason="write it like 1080x1920.")
    width, height = map(int, match.groups())
    return FrameSpec(width=width, height=height, fps=fps)
