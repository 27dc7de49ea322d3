"""Style packs: reads and checks assets/style_packs/<pack>.toml."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

import msgspec

from renderer.assets import ASSETS, check_choices, invalid, read_asset
from renderer.compositor.transition import TRANSITIONS
from renderer.contract.vocabulary import StylePack
from renderer.painters.base import Palette
from renderer.painters.cards.pack import CARDS
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.registry import PAINTERS
from renderer.visuals.camera.moves import MOVES
from renderer.visuals.camera.views import EASINGS
from renderer.visuals.grade import Grade
from renderer.visuals.rhythm import Rhythm
from renderer.visuals.style_pack import PainterChoice, StylePackFile, ThumbnailLettering, TransitionChoice

PACK_FOLDER: Final = ASSETS / "style_packs"

_Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9a-fA-F]{6}$")]
_Unit = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
_Weight = Annotated[float, msgspec.Meta(ge=0.01, le=100.0)]
_Weights = Annotated[dict[str, _Weight], msgspec.Meta(min_length=1)]
_Length = Annotated[float, msgspec.Meta(ge=0.8, le=10.0)]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of a pack file, as written there."""


class _Grade(_Table, frozen=True):
    gamma: Annotated[float, msgspec.Meta(ge=0.5, le=2.0)]
    contrast: Annotated[float, msgspec.Meta(ge=0.5, le=1.8)]
    fade: Annotated[float, msgspec.Meta(ge=0.0, le=0.3)]
    saturation: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)]
    tint: _Colour
    tint_strength: _Unit
    vignette: _Unit
    grain: Annotated[float, msgspec.Meta(ge=0.0, le=6.0)]


class _Palette(_Table, frozen=True):
    name: Annotated[str, msgspec.Meta(min_length=1)]
    background: _Colour
    ground: _Colour
    primary: _Colour
    secondary: _Colour
    accent: _Colour
    ink: _Colour
    paper: _Colour
    paper_ink: _Colour
    glow: _Colour


class _Camera(_Table, frozen=True):
    moves: _Weights
    easings: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    reach: Annotated[float, msgspec.Meta(ge=0.2, le=2.0)]


class _Transition(_Table, frozen=True):
    weight: _Weight
    seconds: _Unit


class _Rhythm(_Table, frozen=True):
    shortest: _Length
    ideal: _Length
    longest: _Length
    hook_shortest: _Length
    hook_ideal: _Length
    hook_longest: _Length


class _Lettering(_Table, frozen=True):
    face: str
    capitals: bool
    fill: _Colour
    edge: _Colour
    highlight: _Colour


class _File(_Table, frozen=True):
    label: Annotated[str, msgspec.Meta(min_length=1)]
    grade: _Grade
    palettes: Annotated[tuple[_Palette, ...], msgspec.Meta(min_length=1)]
    painters: _Weights
    camera: _Camera
    transitions: Annotated[dict[str, _Transition], msgspec.Meta(min_length=1)]
    rhythm: _Rhythm
    lettering: _Lettering


@lru_cache(maxsize=8)
def load_pack(pack: StylePack) -> StylePackFile:
    """The bundled file of a pack.

    Raises:
        ClipwrightError: `asset_invalid` naming file, key and allowed values, or `asset_missing`.
    """
    return read_pack(PACK_FOLDER / f"{pack.value}.toml", pack)


def read_pack(path: Path, pack: StylePack) -> StylePackFile:
    """Read any pack file, with all its values checked."""
    file = read_asset(path, _File)
    check_choices(path, "painters", file.painters, allowed=PAINTERS)
    check_choices(path, "camera.moves", file.camera.moves, allowed=MOVES)
    check_choices(path, "camera.easings", file.camera.easings, allowed=EASINGS)
    check_choices(path, "transitions", file.transitions, allowed=TRANSITIONS)
    return StylePackFile(
        pack=pack,
        label=file.label,
        grade=Grade(**(msgspec.structs.asdict(file.grade) | {"tint": _rgb(file.grade.tint)})),
        palettes=tuple(_palette(entry) for entry in file.palettes),
        painters=tuple(
            PainterChoice(painter=PAINTERS[name], weight=weight) for name, weight in file.painters.items()
        ),
        moves=tuple(file.camera.moves.items()),
        easings=file.camera.easings,
        reach=file.camera.reach,
        transitions=tuple(
            TransitionChoice(kind=kind, weight=each.weight, seconds=_exact(each.seconds))
            for kind, each in file.transitions.items()
        ),
        rhythm=_rhythm(path, file.rhythm),
        lettering=_lettering(path, file.lettering),
        cards=CARDS,
    )


def _palette(entry: _Palette) -> Palette:
    colours = msgspec.structs.asdict(entry)
    return Palette(name=colours.pop("name"), **{role: _rgb(colour) for role, colour in colours.items()})


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _rhythm(path: Path, entry: _Rhythm) -> Rhythm:
    limits = {name: _exact(seconds) for name, seconds in msgspec.structs.asdict(entry).items()}
    for part in ("", "hook_"):
        low, ideal, high = (limits[f"{part}{name}"] for name in ("shortest", "ideal", "longest"))
        if not (low <= ideal <= high and 2 * low <= high + ideal):
            raise invalid(path, f"rhythm.{part}ideal", f"must lie from {part}shortest to {part}longest")
    return Rhythm(**limits)


def _exact(seconds: float) -> Fraction:
    return Fraction(round(seconds * 1000), 1000)


def _lettering(path: Path, entry: _Lettering) -> ThumbnailLettering:
    faces = {face.name.lower(): face for face in LetteringFace}
    check_choices(path, "lettering.face", [entry.face], allowed=faces)
    return ThumbnailLettering(
        face=faces[entry.face],
        capitals=entry.capitals,
        fill=_rgb(entry.fill),
        edge=_rgb(entry.edge),
        highlight=_rgb(entry.highlight),
    )
