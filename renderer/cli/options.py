"""Options shared by the commands that make pictures, and the order they amount to."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from pydantic import ValidationError

from renderer.contract.order import CaptionSettings, FrameSpec, ShortOrder, VideoSettings
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

F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E", bound=StrEnum)

MAX_SCRIPT_CHARACTERS: Final = 60_000
_OPTION_OF: Final = {"width": "--size", "height": "--size"}
_DEFAULTS: Final = VideoSettings()

_OPTIONS: Final = (
    click.option("--topic", default="", help="What the video is about, 1 to 500 characters."),
    click.option(
        "--script", "script_path", type=Path, help="Your own text instead (plain text or Markdown)."
    ),
    click.option("--media", "media_dir", type=Path, help="Folder with your own images and clips."),
    click.option("--video-mode", default=_DEFAULTS.video_mode.value, show_default=True),
    click.option("--style-pack", default=_DEFAULTS.style_pack.value, show_default=True),
    click.option("--voice", default=_DEFAULTS.voice.value, show_default=True),
    click.option("--language", default=_DEFAULTS.language.value, show_default=True),
    click.option("--caption-style", default=_DEFAULTS.captions.style.value, show_default=True),
    click.option("--caption-position", default=_DEFAULTS.captions.position.value, show_default=True),
    click.option("--safe-area", default="organic", show_default=True, help="organic or ads-strict."),
    click.option("--seed", default=0, show_default="from the topic", help="Another seed, another cut."),
    click.option("--size", default="1080x1920", show_default=True, help="WIDTHxHEIGHT in pixels, both even."),
    click.option("--fps", default=30, show_default=True, help="Frames per second, 10 to 60."),
    click.option(
        "--workspace", type=Path, default=None, help="Folder for intermediate results [default: .clipwright]."
    ),
)


def order_options(command: F) -> F:
    """Add all options that describe the video."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def build_order(**given: Any) -> ShortOrder:
    """The validated order.

    Raises:
        ClipwrightError: naming the option at fault; all are the caller's fault.
    """
    topic, script = _text(given["topic"], given["script_path"])
    try:
        return ShortOrder(
            topic=topic,
            script=script,
            settings=VideoSettings(
                video_mode=_choice("--video-mode", given["video_mode"], VideoMode),
                style_pack=_choice("--style-pack", given["style_pack"], StylePack),
                voice=_choice("--voice", given["voice"], Voice),
                language=_choice("--language", given["language"], Language),
                captions=CaptionSettings(
                    style=_choice("--caption-style", given["caption_style"], CaptionStyle),
                    position=_choice("--caption-position", given["caption_position"], CaptionPosition),
                ),
            ),
            frame=_frame(given["size"], given["fps"]),
            safe_area=given["safe_area"],
            seed=given["seed"],
            media_dir=str(given["media_dir"].resolve()) if given["media_dir"] else "",
        )
    except ValidationError as error:
        first = error.errors()[0]
        field = _OPTION_OF.get(str(first["loc"][-1]), f"--{first['loc'][-1]}".replace("_", "-"))
        raise ClipwrightError("invalid_option", field=field, reason=first["msg"]) from error


def _text(topic: str, script_path: Path | None) -> tuple[str, str]:
    topic = topic.strip()
    if len(topic) > TOPIC_CHARACTERS:
        raise ClipwrightError("topic_too_long", length=len(topic))
    if script_path:
        return topic, read_script(script_path)
    if not topic:
        raise ClipwrightError("topic_empty")
    return topic, ""


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
    if not text.strip():
        raise ClipwrightError("script_empty")
    return text


def _choice(option: str, value: str, kind: type[E]) -> E:
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
