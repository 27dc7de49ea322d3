"""Reads assets/caption_styles/<name>.toml into a `Style`.

To add a style: write one file there and add its name to the vocabulary. The table `look` is the look of every
word; `unsaid`, `active` and `said` list only the differences.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from renderer.assets import ASSETS, invalid, read_document
from renderer.captions.style.schema import ActivateKind, EnterKind, PillMotion, Style, WordLook
from renderer.contract.vocabulary import CaptionStyle
from renderer.text.typesetting.catalogue import catalogue

STYLES_FOLDER: Final = ASSETS / "caption_styles"
STATES: Final = ("unsaid", "active", "said")

_STYLE: Final = TypeAdapter(Style)


@cache
def load_style(name: CaptionStyle, folder: Path = STYLES_FOLDER) -> Style:
    """Load the style with that name.

    Raises:
        ClipwrightError: `asset_missing`, or `asset_invalid` naming file, key and what is allowed.
    """
    path = folder / f"{name.value}.toml"
    return parse_style(read_document(path), path)


def parse_style(document: dict[str, Any], path: Path) -> Style:
    """A style from parsed TOML; `path` is named in errors.

    Raises:
        ClipwrightError: `asset_invalid`.
    """
    look = document.get("look", {})
    if not isinstance(look, dict):
        raise invalid(path, "look", "must be a table")
    body = {key: value for key, value in document.items() if key != "look"}
    for state in STATES:
        own = body.get(state, {})
        if not isinstance(own, dict):
            raise invalid(path, state, "must be a table")
        body[state] = look | own
    try:
        style = _STYLE.validate_python(body)
    except ValidationError as error:
        raise invalid(path, *_first_fault(error, document)) from error
    _check(style, path)
    return style


def _first_fault(error: ValidationError, document: dict[str, Any]) -> tuple[str, str]:
    """Key and reason of the first fault; a fault that a state's table inherited is reported in `look`."""
    fault = error.errors(include_url=False)[0]
    where = [str(part) for part in fault["loc"]]
    if len(where) > 1 and where[0] in STATES and where[1] not in document.get(where[0], {}):
        where[0] = "look"
    if fault["type"] in {"unexpected_keyword_argument", "extra_forbidden"}:
        return ".".join(where), "is not a key of this table"
    given = "" if fault["type"] == "missing" else f" (given: {fault['input']!r})"
    return ".".join(where), f"{fault['msg'][:1].lower()}{fault['msg'][1:]}{given}"


def _check(style: Style, path: Path) -> None:
    """Check rules that involve several fields."""
    for script in ("latin", "cyrillic", "arabic", "devanagari", "chinese", "japanese"):
        face = getattr(style.faces, script).face
        if face not in catalogue():
            raise invalid(
                path, f"faces.{script}.face", f"'{face}' is no face; known are {', '.join(catalogue())}"
            )
    for state in STATES:
        _check_look(getattr(style, state), state, style, path)
    if style.paging.aim > style.paging.words:
        raise invalid(path, "paging.aim", "must not be more than paging.words")
    if style.power.kinds and not style.power.colours:
        raise invalid(path, "power.colours", "needs at least one colour when power.kinds is given")
    if style.pill.motion is PillMotion.MOVING and not style.pill.seconds:
        raise invalid(path, "pill.seconds", "must be above 0 for a moving pill")
    _check_motion(style, path)


def _check_look(look: WordLook, state: str, style: Style, path: Path) -> None:
    stops = look.fill.stops
    if len(stops) == 1:
        raise invalid(path, f"{state}.fill.stops", "needs two stops or none")
    if [stop.at for stop in stops] != sorted(stop.at for stop in stops):
        raise invalid(path, f"{state}.fill.stops", "must be in order of `at`")
    colours = {look.fill.colour}
    colours |= {stroke.colour for stroke in look.strokes} | {glow.colour for glow in look.glows}
    colours |= {shadow.colour for shadow in look.shadows} | {light.colour for light in look.highlight}
    if "@word" in colours and not style.palette:
        raise invalid(path, f"{state}", "uses @word, but the style has no palette")


def _check_motion(style: Style, path: Path) -> None:
    for index, part in enumerate(style.enter):
        low, high = (0.3, 1.0) if part.kind is EnterKind.SCALE else (0.0, 1.0)
        if part.kind in {EnterKind.SCALE, EnterKind.FADE} and not low <= part.start <= high:
            raise invalid(path, f"enter.{index}.start", f"must be from {low} to {high} for {part.kind.value}")
    for index, move in enumerate(style.activate):
        if move.kind is ActivateKind.FADE and move.amount > 1.0:
            raise invalid(path, f"activate.{index}.amount", "must be from 0 to 1 for fade")
