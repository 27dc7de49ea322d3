"""Fallback chains from `assets/font_chains.toml`, by class of look and ordered for a language."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from renderer.assets import ASSETS, invalid, read_document
from renderer.contract.vocabulary import Language
from renderer.text.typesetting.catalogue import face, faces
from renderer.text.typesetting.face import Face
from renderer.text.typesetting.fonts import ChainLink, FontChain

CHAINS: Final = ASSETS / "font_chains.toml"
LAST: Final = "last"
SCALES: Final = (0.5, 2.0)
_LAST_SCRIPTS: Final = (
    "Latn", "Hang", "Thai", "Hebr", "Armn", "Geor", "Beng", "Guru", "Gujr", "Taml", "Telu", "Knda", "Mlym",
    "Zsym", "Zsye",
)  # fmt: skip
_SCRIPTS: Final = ("Latn", "Arab", "Deva", "Hans", "Jpan")
_FIRST: Final = {Language.AR: "Arab", Language.HI: "Deva", Language.ZH: "Hans", Language.JA: "Jpan"}

Table = Mapping[str, Mapping[str, tuple[ChainLink, ...]]]


class FontClass(StrEnum):
    """Classes of look that share their fallback faces."""

    DISPLAY = "display"
    TECH = "tech"
    QUIET = "quiet"
    SERIF = "serif"
    PIXEL = "pixel"


def _links(file: Path, key: str, entry: object) -> tuple[ChainLink, ...]:
    if not isinstance(entry, dict) or not entry:
        raise invalid(file, key, 'must be a table of "face id" = scale')
    least, most = SCALES
    for face_id, scale in entry.items():
        if face_id not in faces():
            raise invalid(file, f"{key}.{face_id}", f"is not in the catalogue; it has {', '.join(faces())}")
        if not isinstance(scale, float) or not least <= scale <= most:
            raise invalid(file, f"{key}.{face_id}", f"must be a decimal number from {least} to {most}")
    return tuple(ChainLink(face(face_id), scale) for face_id, scale in entry.items())


def load_chains(file: Path) -> Table:
    """Links by class (and "last") and script.

    Raises:
        ClipwrightError: `asset_invalid`, naming file and key.
    """
    document = read_document(file)
    wanted = {name.value: _SCRIPTS for name in FontClass} | {LAST: _LAST_SCRIPTS}
    if document.keys() != wanted.keys():
        raise invalid(file, "classes", f"must be exactly {', '.join(wanted)}")
    for name, scripts in wanted.items():
        if set(document[name]) != set(scripts):
            raise invalid(file, name, f"must have exactly the scripts {', '.join(scripts)}")
    return {
        name: {script: _links(file, f"{name}.{script}", document[name][script]) for script in scripts}
        for name, scripts in wanted.items()
    }


@cache
def _bundled() -> Table:
    return load_chains(CHAINS)


@cache
def chain(font_class: FontClass, *, own: str, language: Language) -> FontChain:
    """The style's `own` face first, then the class's faces, those for the language's script leading.

    Raises:
        ClipwrightError: `unknown_choice` when `own` is not in the catalogue.
    """
    table = _bundled()
    scripts = sorted(_SCRIPTS, key=lambda script: script != _FIRST.get(language, "Latn"))
    stand_ins = [link for script in scripts for link in table[font_class][script]]
    ends = [link for script in _LAST_SCRIPTS for link in table[LAST][script]]
    ordered: dict[Face, ChainLink] = {}
    for link in (ChainLink(face(own)), *stand_ins, *ends):
        ordered.setdefault(link.face, link)
    return FontChain(tuple(ordered.values()))


def everywhere(language: Language = Language.EN) -> FontChain:
    """The faces that end every chain of captions and pictures: what they cannot draw, no chain can."""
    return chain(FontClass.DISPLAY, own="noto-sans-900", language=language)
