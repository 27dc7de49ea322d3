"""Makes docs/LIMITS.md: every limit, time-out and retry of the system, from settings and constants."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from annotated_types import Ge, Gt, Le, Lt
from pydantic_settings import BaseSettings

from api.settings import ServiceSettings
from renderer.worker.composition.engine_settings import EngineSettings
from renderer.worker.settings import WorkerSettings

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "docs" / "LIMITS.md"
SETTINGS: Final[tuple[tuple[str, str, type[BaseSettings]], ...]] = (
    ("The service", "api/settings.py", ServiceSettings),
    ("Workers and the command line", "renderer/worker/settings.py", WorkerSettings),
    ("Engines and providers", "renderer/worker/composition/engine_settings.py", EngineSettings),
)
AREAS: Final = {
    "Requests and jobs": ("api",),
    "What crosses a process border": ("renderer/contract",),
    "Providers and the network": ("renderer/net", "renderer/backends"),
    "Files and media of users": ("renderer/media", "renderer/visuals/media.py", "pipelines"),
    "Runs and rendering": ("renderer/runtime", "renderer/rendering"),
    "Workers": ("renderer/worker", "renderer/cli"),
}
"""Folders and files whose constants are listed, by heading."""

BOUNDING: Final = re.compile(
    r"(?:^|_)(SECONDS|TIMEOUT|MAX|MOST|LEAST|LIMITS?|LONGEST|LARGEST|TRIES|RETENTION|GRACE|PAUSE|EVERY|WAIT"
    r"|DEADLINE|RETRY|BATCH|AT_ONCE|POLL|DAYS|HOURS|POSITION|CHARACTERS|LOST|FULL|AWAY|OURS)(?:_|$)"
)
"""Words that mark a constant's name as a bound."""
PACING: Final = re.compile(
    r"^_?(FADE|LEAD|TAIL|STEP|FRAME|LETTER|GAP|PAD|MD5|FULL_SCALE|CHARACTER_POSITION|M_ARENA|PAUSE_FRAMES"
    r"|SECONDS$|SPOKEN_CHARACTERS)"
)
"""Beginnings of names that match `BOUNDING` but bound nothing: they concern sound or number formats."""
BOUNDS: Final = re.compile(r"(Limits|Retry|Policy|Budget|Backoff)$")
"""Endings of the names of classes whose fields are bounds."""
_PLAIN: Final = (ast.Constant, ast.BinOp, ast.Tuple, ast.UnaryOp, ast.Call)
_MAKERS: Final = frozenset({"timedelta", "Backoff", "float", "int"})
_HEADER: Final = """\
<!-- Written by tools/limits.py from the settings and the constants; refreshed by `make generated`. -->
# Limits, time-outs and retries

Everything in Clipwright that ends, refuses, waits or tries again, and how often. What stands under
*Settings* can be changed by an environment variable; what stands under *In the code* cannot. Units are in
the names; plain numbers without one are counts. Where a constant says nothing about itself, its module
does. Why tries and pauses are as they are stands in [decision 0018](decisions/0018-tries-and-pauses.md).

"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """One row: name, value, meaning, and the file that defines it."""

    name: str
    value: str
    meaning: str
    file: str


def settings_of(kind: type[BaseSettings], file: str) -> Iterator[Bound]:
    """The numeric settings of a class."""
    said = _sayings(ast.parse((ROOT / file).read_text("utf-8")))
    for name, field in kind.model_fields.items():
        if isinstance(field.default, bool | str) or not isinstance(field.default, int | float | Decimal):
            continue
        yield Bound(
            name=f"CLIPWRIGHT_{name.upper()}",
            value=f"{field.default}{_range(field.metadata)}",
            meaning=said.get(name, ""),
            file=file,
        )


def constants_of(path: Path) -> Iterator[Bound]:
    """The constants of a module and the fields of its policy classes that are bounds."""
    tree, file = ast.parse(path.read_text("utf-8")), path.relative_to(ROOT).as_posix()
    said, about = _sayings(tree), " ".join((ast.get_docstring(tree) or "").partition("\n\n")[0].split())
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _bounds(node):
            name = node.target.id
            yield Bound(name=name, value=_value(node.value), meaning=said.get(name, about), file=file)
        if isinstance(node, ast.ClassDef) and BOUNDS.search(node.name):
            yield from _fields_of(node, file)


def page() -> str:
    """The whole document."""
    parts = [_HEADER, "## Settings\n"]
    for title, file, kind in SETTINGS:
        parts += [f"### {title}\n", _table(settings_of(kind, file), "setting")]
    parts.append("## In the code\n")
    for title, places in AREAS.items():
        rows = [row for path in _modules(places) for row in constants_of(path)]
        parts += [f"### {title}\n", _table(rows, "constant", places=True)]
    return "\n".join(parts).rstrip() + "\n"


def _modules(places: tuple[str, ...]) -> Iterator[Path]:
    for place in places:
        path = ROOT / place
        yield from [path] if path.is_file() else sorted(path.rglob("*.py"))


def _bounds(node: ast.AnnAssign) -> bool:
    """Whether a constant's name marks it as a bound, and its value is plain."""
    name = node.target.id if isinstance(node.target, ast.Name) else ""
    if not BOUNDING.search(name) or PACING.search(name) or not isinstance(node.value, _PLAIN):
        return False
    if isinstance(node.value, ast.Call):
        return isinstance(node.value.func, ast.Name) and node.value.func.id in _MAKERS
    return not any(
        isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node.value)
    )


def _fields_of(kind: ast.ClassDef, file: str) -> Iterator[Bound]:
    said = _sayings(kind)
    about = (ast.get_docstring(kind) or "").splitlines()[:1]
    for node in kind.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _number(node.value):
            name = node.target.id
            yield Bound(
                name=f"{kind.name}.{name}",
                value=_value(node.value),
                meaning=said.get(name, "".join(about)),
                file=file,
            )


def _number(value: ast.expr | None) -> bool:
    return isinstance(value, ast.BinOp) or (
        isinstance(value, ast.Constant)
        and isinstance(value.value, int | float)
        and not isinstance(value.value, bool)
    )


def _value(value: ast.expr | None) -> str:
    return ast.unparse(value) if value is not None else ""


def _sayings(tree: ast.Module | ast.ClassDef) -> dict[str, str]:
    """The docstrings below assignments, by name, including those in classes of the module."""
    found: dict[str, str] = {}
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    for body in bodies:
        for node, after in pairwise(body):
            if (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Name)
                and isinstance(after, ast.Expr)
                and isinstance(after.value, ast.Constant)
            ):
                found[node.target.id] = " ".join(str(after.value.value).split())
    return found


def _range(notes: list[Any]) -> str:
    words = {Ge: "from", Gt: "above", Le: "to", Lt: "below"}
    told = [
        f"{words[type(note)]} {getattr(note, type(note).__name__.lower())}"
        for note in notes
        if type(note) in words
    ]
    return f" ({' '.join(told)})" if told else ""


def _table(rows: Any, first: str, *, places: bool = False) -> str:
    head = f"| {first} | value | what it bounds |" + (" where |" if places else "")
    lines = [head, "|---|---|---|" + ("---|" if places else "")]
    for row in rows:
        place = f" `{row.file}` |" if places else ""
        lines.append(f"| `{row.name}` | `{row.value}` | {row.meaning.replace('|', chr(92) + '|')} |{place}")
    return "\n".join(lines) + "\n"
