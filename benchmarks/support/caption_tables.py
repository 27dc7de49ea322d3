"""Tables of captions on pictures: hard edges of painters in the caption box, contrast on decoded frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import gcd

from renderer.captions.contrast import ENOUGH
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, StylePack
from renderer.painters.registry import PAINTERS
from tests.support.captioned.collisions import FORMATS, SPECKS, CaptionedShot
from tests.support.captioned.contrasts import lowest_by_state


def print_collisions() -> dict[str, list[float]]:
    """Share of the caption box that lies on hard edges, for every painter, position and format."""
    columns = [(size, position) for size in FORMATS for position in CaptionPosition]
    heads = " ".join(
        f"{position.value + ' ' + ':'.join(map(str, shape(size))):>12}" for size, position in columns
    )
    print(f"\n{'painter':22} {heads}   per cent of the caption box on hard edges")
    table: dict[str, list[float]] = {}
    for painter in sorted(PAINTERS):
        shots = (CaptionedShot(painter=painter, position=position, size=size) for size, position in columns)
        table[painter] = [shot.edged() for shot in shots]
        cells = " ".join(f"{part * 100:12.2f}" for part in table[painter])
        missed = "  MISSED" * any(part > SPECKS for part in table[painter])
        print(f"{painter:22} {cells}{missed}", flush=True)
    found = sum(part > SPECKS for parts in table.values() for part in parts)
    print(f"{found} collisions in {len(table) * len(columns)} pictures")
    return table


def shape(size: tuple[int, int]) -> tuple[int, int]:
    """The aspect ratio of a frame in lowest terms."""
    return size[0] // gcd(*size), size[1] // gcd(*size)


def collided(table: Mapping[str, Sequence[float]]) -> bool:
    """Whether any painter has too many hard edges in the box."""
    return any(part > SPECKS for parts in table.values() for part in parts)


def print_contrast(packs: Sequence[StylePack]) -> dict[str, dict[str, float]]:
    """Lowest contrast (WCAG 2.2) of words in each state, for every style on pictures of every pack."""
    table: dict[str, dict[str, float]] = {}
    print(f"\n{'style':16}{'pack':20}{'unsaid':>8}{'active':>8}{'said':>8}   lowest contrast, decoded frames")
    for style, pack in product(CaptionStyle, packs):
        found = table[f"{style.value} {pack.value}"] = lowest_by_state(style, pack)
        cells = "".join(f"{found.get(state, float('nan')):8.2f}" for state in ("unsaid", "active", "said"))
        missed = "  MISSED" * (min(found.values()) < ENOUGH)
        print(f"{style.value:16}{pack.value:20}{cells}{missed}", flush=True)
    lowest = min(value for found in table.values() for value in found.values())
    print(f"lowest {lowest:.2f} in {len(table)} combinations")
    return table


def unread(table: Mapping[str, Mapping[str, float]]) -> bool:
    """Whether the contrast of any style is too low on any pack."""
    return any(value < ENOUGH for found in table.values() for value in found.values())
