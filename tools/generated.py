"""`make generated`: write every generated file; `--check` lists those that are stale.

Cheap files are generated and compared. For those that take minutes, tools/generated.toml keeps the digests of
what the generator read and of what it wrote: after a change of a source, the check fails until the generator
has been run.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools import build_index, build_sayable, build_similarity, dashboard, limits, schemas

ROOT: Final = Path(__file__).parents[1]
SEALS: Final = Path(__file__).with_suffix(".toml")
_SEALS_HEADER: Final = "# Written by tools/generated.py: what heavy generators read and wrote.\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heavy:
    """A generator that takes minutes: files it reads and writes (globs from the root), and its function."""

    reads: tuple[str, ...]
    writes: tuple[str, ...]
    run: Callable[[], object]


def light() -> dict[str, bytes]:
    """The expected content of every cheap file, by its path from the root."""
    from api.openapi.__main__ import document_yaml  # noqa: PLC0415 - the whole service
    from renderer.captions.showcase.gallery import page_html  # noqa: PLC0415 - drawing is slow to import
    from renderer.captions.showcase.handbook import style_reference  # noqa: PLC0415 - same
    from tools import shot_sheets  # noqa: PLC0415 - same

    files = {
        "api/openapi.yaml": document_yaml(),
        "docs/CAPTION_STYLES.md": style_reference(),
        "docs/LIMITS.md": limits.page(),
        "docs/gallery/index.html": page_html(),
        "docs/gallery/shots.html": shot_sheets.page_html(),
        "docs/grafana/clipwright.json": dashboard.text(),
    }
    files |= {f"docs/schemas/{name}": schemas.text(adapter) for name, adapter in schemas.PUBLISHED.items()}
    made = {name: text.encode() for name, text in files.items()}
    return made | {"assets/artwork/index.zip": build_index.archive()}


HEAVY: Final[dict[str, Heavy]] = {
    "sayable": Heavy(
        reads=("tools/build_sayable.py", "renderer/text/prepared.py", "fonts/catalog.toml"),
        writes=("assets/sayable.bin",),
        run=build_sayable.main,
    ),
    "similarity": Heavy(
        reads=(
            "tools/build_similarity.py",
            "renderer/painters/**/*.py",
            "renderer/visuals/direction/similarity.py",
            "renderer/visuals/film/*.py",
            "renderer/visuals/grade.py",
            "assets/style_packs/*.toml",
        ),
        writes=("assets/similarity.toml",),
        run=build_similarity.main,
    ),
    "styles": Heavy(
        reads=("renderer/captions/**/*.py", "assets/caption_styles/*.toml", "assets/font_chains.toml"),
        writes=("docs/gallery/loop-*.webp", "docs/gallery/styles*"),
        run=lambda: _command("renderer.cli.styles", "styles"),
    ),
    "gallery": Heavy(
        reads=(
            "renderer/painters/**/*.py",
            "renderer/visuals/gallery.py",
            "renderer/visuals/film/*.py",
            "renderer/audio/gallery.py",
            "renderer/audio/instruments/*.py",
            "renderer/audio/music/*.py",
            "assets/style_packs/*.toml",
            "assets/music/*.toml",
        ),
        writes=("docs/gallery/pictures.webp", "docs/gallery/music.webp"),
        run=lambda: _command("renderer.cli.gallery", "gallery"),
    ),
}


def digest(globs: tuple[str, ...]) -> str:
    """Sixteen hexadecimal digits of a hash over names and bytes of the files that match the globs."""
    found = hashlib.sha256()
    for path in sorted({path for each in globs for path in ROOT.glob(each)}):
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def seals() -> dict[str, dict[str, str]]:
    """The digests of what each heavy generator read and wrote when it last ran, by its name."""
    return tomllib.loads(SEALS.read_text("utf-8")) if SEALS.exists() else {}


def stale() -> Iterator[str]:
    """The files that differ from what their generators would write, or whose sources have changed."""
    for name, content in light().items():
        path = ROOT / name
        if not path.is_file() or path.read_bytes() != content:
            yield name
    sealed: Mapping[str, Mapping[str, str]] = seals()
    for name, each in HEAVY.items():
        kept = sealed.get(name, {})
        if kept.get("reads") != digest(each.reads):
            yield f"{', '.join(each.writes)} (its sources have changed)"
        elif kept.get("writes") != digest(each.writes):
            yield f"{', '.join(each.writes)} (changed by hand)"


def write(names: tuple[str, ...]) -> None:
    """Write the cheap files, and run those named heavy generators whose sources or files have changed."""
    for name, content in light().items():
        path = ROOT / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            print(name)
    kept = seals()
    for name in names:
        each = HEAVY[name]
        if kept.get(name) == {"reads": digest(each.reads), "writes": digest(each.writes)}:
            continue
        each.run()
        print(name)
        kept[name] = {"reads": digest(each.reads), "writes": digest(each.writes)}
        lines = [
            f'[{title}]\nreads = "{seal["reads"]}"\nwrites = "{seal["writes"]}"\n'
            for title, seal in sorted(kept.items())
        ]
        SEALS.write_text(
            "# Written by tools/generated.py: what heavy generators read and wrote.\n\n" + "\n".join(lines)
        )


def _command(module: str, name: str) -> None:
    command = getattr(importlib.import_module(module), name)
    command.main(args=[], standalone_mode=False)


def main() -> None:
    """Check, or write the cheap files and run the named heavy generators, all if none is named."""
    arguments = sys.argv[1:]
    if "--check" in arguments:
        found = list(stale())
        sys.exit("stale, run make generated:\n  " + "\n  ".join(found) if found else 0)
    write(tuple(arguments) or tuple(HEAVY))


if __name__ == "__main__":
    main()
