"""Style packs: reads and checks assets/style_packs/<pack>.toml."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Final

from renderer.compositor.transition import TRANSITIONS
from renderer.contract.vocabulary import StylePack
from renderer.visuals.camera import EASINGS
from renderer.visuals.grade import Grade
from renderer.visuals.moves import MOVES
from renderer.visuals.painters import PAINTERS
from renderer.visuals.painters.base import Palette
from renderer.visuals.painters.type import Face
from renderer.visuals.table import Table, read_table

PACK_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "style_packs"

Weights = tuple[tuple[str, float], ...]
"""Names with how often each is chosen relative to the others; in file order, all above 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """Lengths of shots in seconds: `hook_*` for the first scene, `ideal` is aimed at in the others."""

    shortest: Fraction
    ideal: Fraction
    longest: Fraction
    hook_shortest: Fraction
    hook_ideal: Fraction
    hook_longest: Fraction

    def at(self, pace: Fraction) -> Rhythm:
        """The rhythm with every length times `pace`."""
        lengths: dict[str, Fraction] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return Rhythm(**{name: length * pace for name, length in lengths.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class TransitionChoice:
    """A transition of the pack; `seconds` is its length."""

    kind: str
    weight: float
    seconds: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettering:
    """Type of thumbnails; `fill` writes, `highlight` marks one line, `edge` outlines both."""

    face: Face
    capitals: bool
    fill: tuple[int, int, int]
    edge: tuple[int, int, int]
    highlight: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StylePackFile:
    """One pack; `reach` scales its camera moves. Its music lies in assets/music under the same name."""

    pack: StylePack
    label: str
    grade: Grade
    palettes: tuple[Palette, ...]
    painters: Weights
    moves: Weights
    easings: tuple[str, ...]
    reach: float
    transitions: tuple[TransitionChoice, ...]
    rhythm: Rhythm
    lettering: Lettering

    def palette(self, name: str) -> Palette:
        """The palette of that name; the first where the pack has none such."""
        return next((palette for palette in self.palettes if palette.name == name), self.palettes[0])


@lru_cache(maxsize=8)
def load_pack(pack: StylePack) -> StylePackFile:
    """The bundled file of a pack.

    Raises:
        ClipwrightError: `pack_invalid` naming file, key and allowed values, or `asset_missing`.
    """
    return read_pack(PACK_FOLDER / f"{pack.value}.toml", pack)


def read_pack(path: Path, pack: StylePack) -> StylePackFile:
    """Any pack file, checked whole."""
    table = read_table(path)
    table.only({"label", "grade", "palettes", "painters", "camera", "transitions", "rhythm", "lettering"})
    camera = table.table("camera")
    camera.only({"moves", "easings", "reach"})
    return StylePackFile(
        pack=pack,
        label=table.text("label"),
        grade=_grade(table.table("grade")),
        palettes=tuple(_palette(entry) for entry in table.tables("palettes")),
        painters=_weights(table, "painters", PAINTERS),
        moves=_weights(camera, "moves", MOVES),
        easings=camera.choices("easings", EASINGS),
        reach=camera.number("reach", 0.2, 2.0),
        transitions=_transitions(table.table("transitions")),
        rhythm=_rhythm(table.table("rhythm")),
        lettering=_lettering(table.table("lettering")),
    )


def _grade(table: Table) -> Grade:
    table.only(Grade.__dataclass_fields__)
    return Grade(
        gamma=table.number("gamma", 0.5, 2.0),
        contrast=table.number("contrast", 0.5, 1.8),
        fade=table.number("fade", 0.0, 0.3),
        saturation=table.number("saturation", 0.0, 2.0),
        tint=table.colour("tint"),
        tint_strength=table.number("tint_strength", 0.0, 1.0),
        vignette=table.number("vignette", 0.0, 1.0),
        grain=table.number("grain", 0.0, 6.0),
    )


def _palette(table: Table) -> Palette:
    table.only(Palette.__dataclass_fields__)
    colours = {key: table.colour(key) for key in Palette.__dataclass_fields__ if key != "name"}
    return Palette(name=table.text("name"), **colours)


def _weights(parent: Table, key: str, allowed: Collection[str]) -> Weights:
    table = parent.table(key)
    table.only(allowed)
    found = tuple((name, table.number(name, 0.01, 100.0)) for name in table.names())
    if not found:
        parent.fail(key, f"must name at least one of: {', '.join(sorted(allowed))}")
    return found


def _transitions(table: Table) -> tuple[TransitionChoice, ...]:
    table.only(frozenset(TRANSITIONS))
    if not table.names():
        table.fail("", f"must name at least one of: {', '.join(sorted(TRANSITIONS))}")
    return tuple(_transition(table.table(kind), kind) for kind in table.names())


def _transition(table: Table, kind: str) -> TransitionChoice:
    table.only({"weight", "seconds"})
    return TransitionChoice(
        kind=kind,
        weight=table.number("weight", 0.01, 100.0),
        seconds=_exact(table.number("seconds", 0.0, 1.0)),
    )


def _rhythm(table: Table) -> Rhythm:
    table.only(Rhythm.__dataclass_fields__)
    limits = {key: _exact(table.number(key, 0.8, 10.0)) for key in Rhythm.__dataclass_fields__}
    for part in ("", "hook_"):
        low, ideal, high = (limits[f"{part}{key}"] for key in ("shortest", "ideal", "longest"))
        if not (low <= ideal <= high and 2 * low <= high + ideal):
            table.fail(f"{part}ideal", f"must lie from {part}shortest to {part}longest")
    return Rhythm(**limits)


def _exact(seconds: float) -> Fraction:
    return Fraction(round(seconds * 1000), 1000)


def _lettering(table: Table) -> Lettering:
    table.only(Lettering.__dataclass_fields__)
    faces = {face.name.lower(): face for face in Face}
    face = table.text("face")
    if face not in faces:
        table.fail("face", f"must be one of: {', '.join(sorted(faces))}")
    return Lettering(
        face=faces[face],
        capitals=table.flag("capitals"),
        fill=table.colour("fill"),
        edge=table.colour("edge"),
        highlight=table.colour("highlight"),
    )
