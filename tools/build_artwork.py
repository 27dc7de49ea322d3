"""Packs the artwork library and the spoken names of artwork from packages of the npm registry.

Run it only to update the library:

    npm pack @iconify-json/fluent-emoji @iconify-json/fluent-emoji-flat @iconify-json/circle-flags \
        @iconify-json/game-icons cldr-annotations-full cldr-annotations-derived-full
    for f in *.tgz; do mkdir -p "${f%.tgz}" && tar xzf "$f" -C "${f%.tgz}"; done
    python tools/build_artwork.py FOLDER_WITH_THE_UNPACKED_PACKAGES

It writes assets/artwork/{artwork.zip, keywords.zip, catalog.toml}; the same packages give the same bytes.
`artwork.zip` holds one SVG per name (of Game Icons only those that things.txt names); `keywords.zip` holds
one JSON per language, which maps each name to [spoken name, keywords].
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

OUTPUT: Final = Path(__file__).resolve().parents[1] / "assets" / "artwork"
LANGUAGES: Final = ("en", "es", "zh", "hi", "ar", "pt", "fr", "ja", "de", "ru")
EPOCH: Final = (1980, 1, 1, 0, 0, 0)

UNWANTED: Final = (
    (0x0023, 0x00AE, "keycaps and marks"),
    (0x203C, 0x2139, "punctuation and letters"),
    (0x2194, 0x21AA, "arrows"),
    (0x23CF, 0x23EF, "player buttons"),
    (0x23F8, 0x24C2, "player buttons"),
    (0x25AA, 0x25FE, "squares"),
    (0x2611, 0x2611, "check box"),
    (0x2626, 0x2653, "religious signs, smileys, zodiac"),
    (0x2660, 0x2666, "card suits"),
    (0x2705, 0x2705, "check mark"),
    (0x2714, 0x2716, "check marks"),
    (0x271D, 0x2721, "religious signs"),
    (0x2733, 0x2734, "stars of eight points"),
    (0x2747, 0x2757, "punctuation"),
    (0x2795, 0x27BF, "signs and arrows"),
    (0x2934, 0x2B1C, "arrows and squares"),
    (0x2B55, 0x2B55, "circle"),
    (0x3030, 0x3299, "signs"),
    (0x1F0CF, 0x1F0CF, "joker"),
    (0x1F170, 0x1F251, "letter buttons"),
    (0x1F4A2, 0x1F4A2, "anger symbol"),
    (0x1F4AC, 0x1F4AF, "speech balloons"),
    (0x1F4F3, 0x1F4F6, "phone modes"),
    (0x1F500, 0x1F50A, "player buttons"),
    (0x1F518, 0x1F524, "buttons"),
    (0x1F532, 0x1F53D, "squares and arrows"),
    (0x1F549, 0x1F549, "religious sign"),
    (0x1F54E, 0x1F54E, "religious sign"),
    (0x1F550, 0x1F567, "clock faces"),
    (0x1F5E8, 0x1F5EF, "speech bubbles"),
    (0x1F600, 0x1F644, "smileys"),
    (0x1F6AB, 0x1F6B1, "prohibition signs"),
    (0x1F6B3, 0x1F6B3, "prohibition signs"),
    (0x1F6B7, 0x1F6C5, "signs of buildings"),
    (0x1F6D0, 0x1F6D0, "place of worship sign"),
    (0x1F7E0, 0x1F7F0, "discs and squares"),
    (0x1F90C, 0x1F917, "smileys and hands"),
    (0x1F920, 0x1F92F, "smileys"),
    (0x1F970, 0x1F97A, "smileys"),
    (0x1F9D0, 0x1F9D0, "smileys"),
    (0x1FAE0, 0x1FAE9, "smileys"),
)
"""First and last code points of blocks that make poor pictures, and what they contain."""

WANTED_AGAIN: Final = frozenset({"robot", "joker", "hundred-points", "speaker-high-volume"})
UNWANTED_NAMES: Final = frozenset(
    {
        "angry-face-with-horns",
        "black-circle",
        "love-hotel",
        "middle-finger",
        "ophiuchus",
        "pile-of-poo",
        "transgender-symbol",
        "white-circle",
        "zzz",
    }
)
_VARIANT = re.compile(r"-(light|medium-light|medium|medium-dark|dark)$")
_GENDERED = re.compile(r"^(man|woman|men|women)-")
_KEPT_GENDERED: Final = frozenset(
    {"man-dancing", "woman-dancing", "women-holding-hands", "men-holding-hands"}
)

SOURCES: Final = (
    (
        "iconify-json-fluent-emoji-1",
        "@iconify-json/fluent-emoji",
        "Fluent Emoji, Copyright (c) Microsoft Corporation",
        "MIT",
    ),
    (
        "iconify-json-circle-flags-",
        "@iconify-json/circle-flags",
        "Circle Flags, Copyright (c) HatScripts and contributors",
        "MIT",
    ),
    (
        "iconify-json-game-icons-",
        "@iconify-json/game-icons",
        "Game Icons, by Lorc, Delapouite and contributors (game-icons.net)",
        "CC-BY-3.0",
    ),
    (
        "cldr-annotations-full-",
        "cldr-annotations-full",
        "Unicode CLDR annotations, Copyright (c) Unicode, Inc.",
        "Unicode-3.0",
    ),
    (
        "cldr-annotations-derived-full-",
        "cldr-annotations-derived-full",
        "Unicode CLDR derived annotations, Copyright (c) Unicode, Inc.",
        "Unicode-3.0",
    ),
)


def package(folder: Path, prefix: str) -> Path:
    """The unpacked package whose folder name starts with `prefix`."""
    found = sorted(path for path in folder.glob(f"{prefix}*/package") if path.is_dir())
    if not found:
        message = f"no unpacked package {prefix}* in {folder}"
        raise SystemExit(message)
    return found[-1]


def read(path: Path) -> Any:
    """Read a JSON document."""
    return json.loads(path.read_text(encoding="utf-8"))


def unwanted(codes: str) -> bool:
    """Whether the first code point of "1F600-200D" lies in a block that is left out."""
    first = int(codes.split("-", maxsplit=1)[0], 16)
    return any(low <= first <= high for low, high, _ in UNWANTED)


def chosen(folder: Path) -> dict[str, str]:
    """Code points ("1f600") of every emoji that makes a picture, by its name."""
    chars: Mapping[str, str] = read(package(folder, "iconify-json-fluent-emoji-flat") / "chars.json")
    names: dict[str, str] = {}
    for codes, name in sorted(chars.items(), key=lambda item: (len(item[0]), item[0])):
        plain = not _VARIANT.search(name) and (not _GENDERED.match(name) or name in _KEPT_GENDERED)
        wanted = name in WANTED_AGAIN or not (unwanted(codes) or name in UNWANTED_NAMES)
        if plain and wanted:
            names.setdefault(name, codes)
    return names


def minified(body: str) -> str:
    """SVG text with short ids; coordinates stay unchanged, since path data may join numbers and arc flags."""
    ids = list(dict.fromkeys(re.findall(r'id="([^"]+)"', body)))
    short = {name: _letters(index) for index, name in enumerate(ids)}
    body = re.sub(r'id="([^"]+)"', lambda hit: f'id="{short[hit[1]]}"', body)
    body = re.sub(r"url\(#([^)]+)\)", lambda hit: f"url(#{short.get(hit[1], hit[1])})", body)
    return re.sub(r'href="#([^"]+)"', lambda hit: f'href="#{short.get(hit[1], hit[1])}"', body)


def _letters(index: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    head = _letters(index // 26 - 1) if index >= len(letters) else ""
    return head + letters[index % 26]


def svg(icon: Mapping[str, Any], size: int) -> str:
    """The complete SVG document of an Iconify icon."""
    width, height = icon.get("width", size), icon.get("height", size)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">{minified(icon["body"])}</svg>'
    )


def drawings(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """SVG of every chosen emoji and of every country's flag ("flag-fr"), by name."""
    emoji = read(package(folder, "iconify-json-fluent-emoji-1") / "icons.json")["icons"]
    flags = read(package(folder, "iconify-json-circle-flags") / "icons.json")["icons"]
    pictures = {name: svg(emoji[name], 32) for name in names if name in emoji}
    codes = {code for code in flags if re.fullmatch(r"[a-z]{2}", code)}
    return pictures | {f"flag-{code}": svg(flags[code], 512) for code in codes}


def glyphs(folder: Path) -> dict[str, str]:
    """SVG of every Game Icon named in things.txt, shaded from above, by name ("game-galleon")."""
    wanted = sorted(set(re.findall(r"\bgame-[a-z0-9-]+", (OUTPUT / "things.txt").read_text("utf-8"))))
    icons = read(package(folder, "iconify-json-game-icons-") / "icons.json")["icons"]
    return {name: shaded(icons[name.removeprefix("game-")]["body"]) for name in wanted}


def shaded(body: str) -> str:
    """Turn a one-colour glyph into bronze lit from above, so that it has tones for print and engraving."""
    stops = '<stop offset="0" stop-color="#e6d3a8"/><stop offset="1" stop-color="#7d5a35"/>'
    gradient = f'<defs><linearGradient id="a" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient></defs>'
    drawing = body.replace("currentColor", "url(#a)")
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">'
        f"{gradient}{drawing}</svg>"
    )


def annotated(folder: Path, language: str) -> dict[str, Any]:
    """CLDR annotations by emoji, without variation selectors."""
    plain = package(folder, "cldr-annotations-full") / "annotations" / language / "annotations.json"
    derived = package(folder, "cldr-annotations-derived-full") / "annotationsDerived" / language
    entries = dict(read(plain)["annotations"]["annotations"])
    entries |= read(derived / "annotations.json")["annotationsDerived"]["annotations"]
    return {emoji.replace("\ufe0f", ""): entry for emoji, entry in entries.items()}


def keywords(folder: Path, language: str, names: Mapping[str, str]) -> dict[str, list[Any]]:
    """[spoken name, [keywords]] by name; the spoken name of a flag is its country's."""
    entries = annotated(folder, language)
    found: dict[str, list[Any]] = {}
    for name, codes in names.items():
        emoji = "".join(chr(int(code, 16)) for code in codes.split("-") if code.lower() != "fe0f")
        if emoji in entries:
            entry = entries[emoji]
            spoken = entry["tts"][0]
            if name.startswith("flag-"):
                spoken = re.split(r"[:：]\s*", spoken, maxsplit=1)[-1]
            found[name] = [spoken, [] if name.startswith("flag-") else sorted(entry.get("default", ()))]
    return found


def write_zip(path: Path, files: Mapping[str, str]) -> None:
    """Write a ZIP file whose bytes depend on the given files only."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(
                zipfile.ZipInfo(name, EPOCH), files[name], compress_type=zipfile.ZIP_DEFLATED, compresslevel=9
            )


def write_catalogue(folder: Path) -> None:
    """Write the catalogue: origin, version and licence of every package, and digests of the archives."""
    lines = ["# Where the artwork comes from; written by tools/build_artwork.py.\n"]
    for prefix, name, holder, licence in SOURCES:
        version = read(package(folder, prefix) / "package.json")["version"]
        lines += [
            "[[package]]",
            f'name = "{name}"',
            'registry = "npm"',
            f'version = "{version}"',
            f'holder = "{holder}"',
            f'licence = "{licence}"',
            f'licence_file = "LICENSE-{licence}.txt"\n',
        ]
    for file in ("artwork.zip", "keywords.zip"):
        digest = hashlib.sha256((OUTPUT / file).read_bytes()).hexdigest()
        lines += ["[[file]]", f'name = "{file}"', f'sha256 = "{digest}"\n']
    (OUTPUT / "catalog.toml").write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Read the packages, write the archives."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    names = chosen(folder)
    pictures = drawings(folder, names)
    for name in pictures:
        if name.startswith("flag-"):
            names[name] = "-".join(f"{0x1F1E6 + ord(letter) - ord('a'):x}" for letter in name[5:])
    names = {name: codes for name, codes in names.items() if name in pictures}
    index = {language: keywords(folder, language, names) for language in LANGUAGES}
    known = sorted(set(names) & set(index["en"]))
    shipped = {name: pictures[name] for name in known} | glyphs(folder)
    write_zip(OUTPUT / "artwork.zip", {f"{name}.svg": svg for name, svg in shipped.items()})
    write_zip(
        OUTPUT / "keywords.zip",
        {
            f"{language}.json": json.dumps(
                {name: found[name] for name in known if name in found}, ensure_ascii=False, sort_keys=True
            )
            for language, found in index.items()
        },
    )
    write_catalogue(folder)


if __name__ == "__main__":
    main()
