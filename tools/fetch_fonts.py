"""Makes the folder fonts/ and its catalogue from npm packages.

The bundled faces are static instances of open fonts from npm packages. To make them again:

    npm install --prefix DIR $(python tools/fetch_fonts.py --packages)
    python tools/fetch_fonts.py DIR

Needs fonttools and brotli, which the product itself does not. Small faces are copied byte for byte. The
others are changed in up to three ways, which the catalogue records in `changes`:

* *unhinted*: TrueType instructions are removed, since nothing here rasterises with hinting;
* *subset*: only a common character set (GB 2312, JIS X 0208 or modern Hangul, with Latin and punctuation) is
  kept;
* *merged*: the per-script slices of one static weight are joined into one file.

None of the changed families declares a Reserved Font Name that its own name uses, so the changed files may
keep their names under the SIL Open Font License.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, product
from pathlib import Path
from typing import Final

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

EXPO: Final = "@expo-google-fonts"
FONTSOURCE: Final = "@fontsource"
FONTS: Final = Path(__file__).resolve().parents[1] / "fonts"
SLICES: Final = ("latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "vietnamese")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One face to bundle; `charset` names a codec (or "hangul") whose characters are kept, all if empty."""

    face: str
    family: str
    weight: int
    scripts: tuple[str, ...]
    package: str
    version: str
    source: str
    charset: str = ""
    unhinted: bool = False
    licence_from: str = ""

    @property
    def folder(self) -> str:
        """Folder under fonts/, one per family."""
        return self.package.split("/")[1]


def _expo(
    family: str,
    weight: int,
    style: str,
    *scripts: str,
    version: str,
    charset: str = "",
    unhinted: bool = False,
) -> Wanted:
    """A face of an Expo package, whose files all follow one naming scheme."""
    folder = family.replace(" ", "-").lower()
    stem = f"{family.replace(' ', '')}_{weight}{style}"
    return Wanted(
        face=f"{folder}-{weight}",
        family=family,
        weight=weight,
        scripts=scripts,
        package=f"{EXPO}/{folder}",
        version=version,
        source=f"{weight}{style}/{stem}.ttf",
        charset=charset,
        unhinted=unhinted,
    )


def _tiktok(weight: int) -> Wanted:
    return Wanted(
        face=f"tiktok-sans-{weight}",
        family="TikTok Sans",
        weight=weight,
        scripts=("Latn", "Cyrl"),
        package=f"{FONTSOURCE}/tiktok-sans",
        version="5.3.0",
        source=f"files/tiktok-sans-{{slice}}-{weight}-normal.woff2",
    )


WANTED: Final[tuple[Wanted, ...]] = (
    _tiktok(500),
    _tiktok(900),
    _expo("Montserrat", 800, "ExtraBold", "Latn", "Cyrl", version="0.4.2"),
    _expo("Montserrat", 900, "Black", "Latn", "Cyrl", version="0.4.2"),
    _expo("Bangers", 400, "Regular", "Latn", version="0.4.1"),
    _expo("Playfair Display", 600, "SemiBold", "Latn", "Cyrl", version="0.4.2"),
    _expo("Unbounded", 800, "ExtraBold", "Latn", "Cyrl", version="0.4.1"),
    _expo("Archivo Black", 400, "Regular", "Latn", version="0.4.1"),
    _expo("Russo One", 400, "Regular", "Latn", "Cyrl", version="0.4.1"),
    _expo("Righteous", 400, "Regular", "Latn", version="0.4.1"),
    _expo("Orbitron", 900, "Black", "Latn", version="0.4.2"),
    _expo("Press Start 2P", 400, "Regular", "Latn", "Cyrl", version="0.4.1"),
    _expo("Rubik", 800, "ExtraBold", "Latn", "Cyrl", version="0.4.2"),
    _expo("Anton", 400, "Regular", "Latn", version="0.4.2"),
    _expo("Cairo", 600, "SemiBold", "Arab", "Latn", version="0.4.2"),
    _expo("Cairo", 900, "Black", "Arab", "Latn", version="0.4.2"),
    replace(
        _expo("Lalezar", 400, "Regular", "Arab", "Latn", version="0.2.3"),
        source="Lalezar_400Regular.ttf",
        licence_from=f"{FONTSOURCE}/lalezar@5.3.0",
    ),
    _expo("Amiri", 700, "Bold", "Arab", "Latn", version="0.4.1"),
    _expo("Baloo 2", 700, "Bold", "Deva", "Latn", version="0.4.2"),
    _expo("Baloo 2", 800, "ExtraBold", "Deva", "Latn", version="0.4.2"),
    _expo("Noto Sans Devanagari", 600, "SemiBold", "Deva", "Latn", version="0.4.1"),
    _expo("Noto Sans Devanagari", 900, "Black", "Deva", "Latn", version="0.4.1"),
    _expo("Noto Serif Devanagari", 600, "SemiBold", "Deva", "Latn", version="0.4.1"),
    _expo("Noto Sans SC", 600, "SemiBold", "Hans", "Latn", version="0.4.3", unhinted=True),
    _expo("Noto Sans SC", 900, "Black", "Hans", "Latn", version="0.4.3", unhinted=True),
    _expo("Noto Serif SC", 600, "SemiBold", "Hans", "Latn", version="0.4.3", unhinted=True, charset="gb2312"),
    _expo(
        "ZCOOL QingKe HuangYou",
        400,
        "Regular",
        "Hans",
        version="0.4.1",
        unhinted=True,
        charset="gb2312",
    ),
    _expo("Noto Sans JP", 600, "SemiBold", "Jpan", "Latn", version="0.4.3", unhinted=True),
    _expo("Noto Sans JP", 900, "Black", "Jpan", "Latn", version="0.4.3", unhinted=True),
    _expo("Noto Serif JP", 600, "SemiBold", "Jpan", "Latn", version="0.4.3", unhinted=True, charset="euc_jp"),
    _expo("Dela Gothic One", 400, "Regular", "Jpan", "Latn", version="0.4.1"),
    _expo("DotGothic16", 400, "Regular", "Jpan", "Latn", version="0.4.1"),
    _expo("Noto Sans", 600, "SemiBold", "Latn", "Cyrl", version="0.4.2"),
    _expo("Noto Sans", 900, "Black", "Latn", "Cyrl", version="0.4.2"),
    _expo("Noto Sans Symbols 2", 400, "Regular", "Zsym", version="0.4.1", unhinted=True),
    _expo("Noto Emoji", 700, "Bold", "Zsye", version="0.4.7", unhinted=True),
    _expo("Noto Sans KR", 700, "Bold", "Hang", version="0.4.3", unhinted=True, charset="hangul"),
    _expo("Noto Sans Thai", 700, "Bold", "Thai", version="0.4.2"),
    _expo("Noto Sans Hebrew", 700, "Bold", "Hebr", version="0.4.1"),
    _expo("Noto Sans Armenian", 700, "Bold", "Armn", version="0.4.2"),
    _expo("Noto Sans Georgian", 700, "Bold", "Geor", version="0.4.3"),
    _expo("Noto Sans Bengali", 700, "Bold", "Beng", version="0.4.4"),
    _expo("Noto Sans Gurmukhi", 700, "Bold", "Guru", version="0.4.1"),
    _expo("Noto Sans Gujarati", 700, "Bold", "Gujr", version="0.4.2"),
    _expo("Noto Sans Tamil", 700, "Bold", "Taml", version="0.4.3"),
    _expo("Noto Sans Telugu", 700, "Bold", "Telu", version="0.4.2"),
    _expo("Noto Sans Kannada", 700, "Bold", "Knda", version="0.4.3"),
    _expo("Noto Sans Malayalam", 700, "Bold", "Mlym", version="0.4.2"),
)
HANGUL: Final = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3))
"""Jamo and all 11,172 modern syllables."""


def packages() -> list[str]:
    """Every npm package needed, with its exact version."""
    named = {f"{w.package}@{w.version}" for w in WANTED} | {w.licence_from for w in WANTED if w.licence_from}
    return sorted(named)


def _codec_characters(codec: str) -> set[int]:
    """Every character that an East Asian codec encodes in two bytes."""
    found: set[int] = set()
    for pair in product(range(0xA1, 0xFF), repeat=2):
        text = bytes(pair).decode(codec, errors="ignore")
        found.update(map(ord, text))
    return found


def _kept_characters(codec: str) -> set[int]:
    """The codec's characters, with Latin, punctuation, kana and full-width forms."""
    blocks = ((0x20, 0x17F), (0x2000, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x214F), (0x2190, 0x21FF))
    wide = ((0x2460, 0x24FF), (0x3000, 0x30FF), (0xFF00, 0xFFEF))
    korean = HANGUL if codec == "hangul" else ()
    spans = chain.from_iterable(range(first, last + 1) for first, last in blocks + wide + korean)
    return set(spans) if korean else _codec_characters(codec) | set(spans)


def _reduce(font: TTFont, wanted: Wanted) -> None:
    """Drop instructions and, where a charset is named, all characters outside it."""
    options = Options(
        hinting=not wanted.unhinted,
        notdef_outline=True,
        glyph_names=False,
        name_IDs=["*"],
        name_languages=["*"],
        layout_features=[*Options._layout_features_default, "halt", "palt", "chws"],  # noqa: SLF001 - the documented default set has no public name
    )
    subsetter = Subsetter(options)
    kept = _kept_characters(wanted.charset) if wanted.charset else set(font.getBestCmap())
    subsetter.populate(unicodes=sorted(kept & set(font.getBestCmap())))
    subsetter.subset(font)


def _merged(package: Path, wanted: Wanted, workspace: Path) -> TTFont:
    """Join the per-script slices of one weight."""
    parts: list[str] = []
    for name in SLICES:
        font = TTFont(package / wanted.source.format(slice=name))
        font.flavor = None
        path = workspace / f"{wanted.face}-{name}.ttf"
        font.save(path)
        parts.append(str(path))
    merged: TTFont = Merger().merge(parts)
    return merged


def _write(modules: Path, wanted: Wanted, target: Path) -> str:
    """Write one face; returns a description of the changes."""
    package = modules / wanted.package
    if "{slice}" in wanted.source:
        with tempfile.TemporaryDirectory() as workspace:
            font = _merged(package, wanted, Path(workspace))
            # The merger writes the current time; the first slice's times keep the file the same on every run.
            slice_head = TTFont(package / wanted.source.format(slice=SLICES[0]))["head"]
            font["head"].created, font["head"].modified = slice_head.created, slice_head.modified
            font.recalcTimestamp = False
            font.save(target)
        return f"merged from slices {', '.join(SLICES)}"
    if not (wanted.charset or wanted.unhinted):
        shutil.copyfile(package / wanted.source, target)
        target.chmod(0o644)
        return "none"
    font = TTFont(package / wanted.source, recalcTimestamp=False)
    _reduce(font, wanted)
    font.save(target)
    kept = f"subset to {wanted.charset} with Latin and punctuation" if wanted.charset else ""
    return ", ".join(filter(None, (kept, "unhinted" if wanted.unhinted else "")))


def _licence(modules: Path, wanted: Wanted) -> Path:
    """Path of the family's licence text in the packages."""
    package = modules / (wanted.licence_from.rsplit("@", 1)[0] or wanted.package)
    return next(path for name in ("LICENSE_FONT", "LICENSE") if (path := package / name).is_file())


def _entry(wanted: Wanted, changes: str, target: Path) -> Iterable[str]:
    """The catalogue lines of one face."""
    font = TTFont(target)
    version = unicodedata.normalize("NFKC", font["name"].getDebugName(5) or "").removeprefix("Version ")
    licence = f", licence text from {wanted.licence_from}" if wanted.licence_from else ""
    origin = f"{wanted.package}@{wanted.version}{licence}"
    yield "[[face]]"
    yield f'id = "{wanted.face}"'
    yield f'file = "{target.relative_to(FONTS).as_posix()}"'
    yield f'family = "{wanted.family}"'
    yield f"weight = {wanted.weight}"
    yield 'style = "normal"'
    yield f'version = "{version.split(";")[0]}"'
    yield 'licence = "OFL-1.1"'
    yield f'licence_file = "{wanted.folder}/OFL.txt"'
    yield f'origin = "{origin}"'
    yield f'changes = "{changes}"'
    yield f'sha256 = "{hashlib.sha256(target.read_bytes()).hexdigest()}"'
    yield f"scripts = {list(wanted.scripts)}".replace("'", '"')
    yield ""


def build(modules: Path) -> None:
    """Write every face, its licence and the catalogue."""
    lines = ["# Written by tools/fetch_fonts.py; every face that Clipwright can draw with.", ""]
    for wanted in WANTED:
        folder = FONTS / wanted.folder
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{wanted.face}.ttf"
        changes = _write(modules, wanted, target)
        shutil.copyfile(_licence(modules, wanted), folder / "OFL.txt")
        (folder / "OFL.txt").chmod(0o644)
        lines.extend(_entry(wanted, changes, target))
        sys.stdout.write(f"{target.stat().st_size / 1024:8.0f} KiB  {wanted.face}  ({changes})\n")
    (FONTS / "catalog.toml").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Print the packages, or build the fonts from them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path, help="where npm put node_modules")
    parser.add_argument("--packages", action="store_true", help="print what npm has to install")
    arguments = parser.parse_args()
    if arguments.packages or arguments.directory is None:
        sys.stdout.write("\n".join(packages()) + "\n")
        return
    build(arguments.directory / "node_modules")


if __name__ == "__main__":
    main()
