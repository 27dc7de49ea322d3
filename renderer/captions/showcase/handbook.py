"""docs/CAPTION_STYLES.md, written from the schema so that it cannot go stale."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from types import GenericAlias
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le, Lt
from pydantic.fields import FieldInfo

from renderer.captions.style import schema
from renderer.captions.style.easing import Ease
from renderer.captions.style.schema import ActivateKind, EnterKind, Style
from renderer.captions.style.style_files import STATES, load_style
from renderer.contract.vocabulary import CaptionStyle

INTRODUCTION: Final = """# Caption styles

<!-- Written by renderer/captions/showcase/handbook.py from the schema; refreshed by `make golden`. -->

A caption style is one file, `assets/caption_styles/<name>.toml`. There is no code in it and none for it:
the painter knows fills, strokes, glows, shadows, plates, pills and movements, and the file says which.

**To make a nineteenth style**: copy the file that comes nearest, change it, add its name to `CaptionStyle`
in `renderer/contract/vocabulary.py`, run `make styles` and look. A mistake is reported with file, key and
what is allowed there before anything is rendered.

Lengths are pixels on a 1080x1920 frame and scale with the frame. Colours are `#RRGGBB`, or `@word` (the
word's own colour, out of `palette` or `power.colours`), or `@ink` (black or white, whichever reads better
on `@word`). The table `look` is what words wear; `unsaid`, `active` and `said` hold only what differs.
Every key of `look` may stand in them.

Movements are functions of time alone: the same at every frame rate, they never push neighbours aside, and
nothing flashes more than three times a second (WCAG 2.2, 2.3.1). For a voice in a hurry that means: a page
takes more words than `paging` asks for before it stands for less than two thirds of a second in the mean,
pages that stand or follow each other for less than 0.7 s come in without movement, and words under a
quarter of a second are lit without one.
"""


def style_reference() -> str:
    """The whole document."""
    parts = [INTRODUCTION, _styles(), "## Keys of a style file\n", _table(Style)]
    for kind in _nested(Style):
        parts += [f"## `{kind.__name__}`\n\n{_first_line(kind)}\n", _table(kind)]
    parts += [_choices(EnterKind, "Movements of a page (`enter.kind`)", ENTERING)]
    parts += [_choices(ActivateKind, "Movements of the active word (`activate.kind`)", ACTIVATING)]
    parts += [f"## Easing curves\n\n{', '.join(f'`{ease.value}`' for ease in Ease)}\n"]
    return "\n".join(parts)


ENTERING: Final[dict[StrEnum, str]] = {
    EnterKind.SCALE: "the page grows from `start` times its size",
    EnterKind.RISE: "the page comes up from `start` pixels below",
    EnterKind.FADE: "the page fades in from opacity `start`",
    EnterKind.WIPE: "the page is uncovered in reading direction, from the share `start` on",
    EnterKind.FROST: "the page sharpens from `start` pixels of blur",
    EnterKind.GHOST: "the ground slides out from behind the letters to its first shadow's offset",
}
ACTIVATING: Final[dict[StrEnum, str]] = {
    ActivateKind.SCALE: "the word grows to `active.scale`",
    ActivateKind.FADE: "the active look appears over the unsaid one from opacity `amount` on",
    ActivateKind.FLICKER: "the first word of a page starts like a tube",
    ActivateKind.JITTER: "the word jumps `amount` pixels about its place, `rate` times a second",
    ActivateKind.ECHO: "a flat copy in `colour` stands `amount` pixels beside the word",
    ActivateKind.SHINE: "a bar of light of strength `amount` crosses the letters",
}


def _styles() -> str:
    rows = ["## The eighteen styles\n", "| name | what it looks like |", "|---|---|"]
    rows += [f"| `{name.value}` | {load_style(name).summary} |" for name in CaptionStyle]
    return "\n".join(rows) + "\n"


def _choices(kind: type[StrEnum], title: str, meanings: dict[StrEnum, str]) -> str:
    return (
        "\n".join([f"## {title}\n", *(f"- `{choice.value}`: {meanings[choice]}" for choice in kind)]) + "\n"
    )


def _table(kind: type) -> str:
    hints = get_type_hints(kind, vars(schema), include_extras=True)
    rows = ["| key | value | default | meaning |", "|---|---|---|---|"]
    for entry in fields(kind):
        described = hints[entry.name]
        rows.append(f"| `{entry.name}` | {_type(described)} | {_default(entry)} | {_meaning(described)} |")
    return "\n".join(rows) + "\n"


def _nested(kind: type) -> list[type]:
    """Every dataclass below `kind`, in the order found, without `kind` itself."""
    found: dict[type, None] = {}
    waiting = [kind]
    while waiting:
        hints = get_type_hints(waiting.pop(0), vars(schema))
        for hint in hints.values():
            for part in (hint, *get_args(hint)):
                if isinstance(part, type) and is_dataclass(part) and part not in found:
                    found[part] = None
                    waiting.append(part)
    return list(found)


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().splitlines()[0]


def _type(hint: Any) -> str:
    base, notes = _unwrapped(hint)
    if get_origin(base) is tuple:
        return f"list of {_type(get_args(base)[0])}"
    if isinstance(base, type) and issubclass(base, StrEnum):
        return " · ".join(f"`{choice.value}`" for choice in base)
    if isinstance(base, type) and is_dataclass(base):
        return f"[`{base.__name__}`](#{base.__name__.lower()})"
    names = {str: "text", float: "number", int: "whole number", bool: "true or false"}
    name = "colour" if any("@word" in str(note) for note in notes) else names[base]
    return f"{name}{_range(notes)}"


def _unwrapped(hint: Any) -> tuple[Any, list[Any]]:
    """The bare type and all notes on it; typing has already flattened nested annotations."""
    if get_origin(hint) is not Annotated or isinstance(hint, GenericAlias):
        return hint, []
    base, *notes = get_args(hint)
    flat = [part for note in notes for part in (note.metadata if isinstance(note, FieldInfo) else [note])]
    return base, flat


def _range(notes: list[Any]) -> str:
    low = [f"from {n.ge:g}" for n in notes if isinstance(n, Ge)] + [
        f"above {n.gt:g}" for n in notes if isinstance(n, Gt)
    ]
    high = [f"to {n.le:g}" for n in notes if isinstance(n, Le)] + [
        f"below {n.lt:g}" for n in notes if isinstance(n, Lt)
    ]
    bounds = " ".join(str(part) for part in (*low, *high))
    return f", {bounds}" if bounds else ""


def _meaning(hint: Any) -> str:
    base, _ = _unwrapped(hint)
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    said = next((note.description for note in notes if isinstance(note, FieldInfo) and note.description), "")
    of_type = (
        _first_line(base).rstrip(".") if isinstance(base, type) and base.__module__ == schema.__name__ else ""
    )
    return said or f"{of_type[:1].lower()}{of_type[1:]}"


def _default(entry: Field[Any]) -> str:
    if entry.default is MISSING:
        return "as `look`" if entry.name in STATES else "required"
    value = entry.default
    if is_dataclass(value):
        return "its own"
    if value == ():
        return "none"
    if isinstance(value, StrEnum):
        return f"`{value.value}`"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"
