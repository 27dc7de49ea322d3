"""Finds chapter borders where the subject changes, for texts without headings.

Each gap between paragraphs (between sentences, where there are few paragraphs) is scored by how little the
text before it shares with the text after it, as in TextTiling (Hearst, 1997). Dynamic programming then picks
the borders with the highest total score that leave chapters of sensible length.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.manuscript.document import ScriptPassage, Sentence
from renderer.manuscript.terms import terms

FEWEST: Final = 4
MOST: Final = 9
MOST_ATOMS: Final = 300
WINDOW: Final = 900
"""Characters compared on each side of a gap."""
SHORTEST_SHARE: Final = 0.45
LONGEST_SHARE: Final = 2.2
"""Shortest and longest chapter as multiples of the mean length, where the text allows it."""


class _Atom(Struct, frozen=True, kw_only=True):
    """An indivisible stretch: sentences, each with the index of its passage."""

    members: tuple[tuple[int, Sentence], ...]

    @property
    def text(self) -> str:
        return " ".join(sentence.text for _, sentence in self.members)


def divided(
    passages: Sequence[ScriptPassage], *, count: int, language: Language
) -> list[tuple[ScriptPassage, ...]]:
    """The passages in `count` groups (clamped to 4 to 9); fewer where there are not enough sentences."""
    wanted = min(max(count, FEWEST), MOST)
    atoms = _atoms(passages, wanted=wanted)
    edges = [0, *_borders(atoms, count=min(wanted, len(atoms)), language=language), len(atoms)]
    return [_joined(atoms[start:end], passages) for start, end in pairwise(edges)]


def _atoms(passages: Sequence[ScriptPassage], *, wanted: int) -> list[_Atom]:
    """Passages, or sentences where passages are few; neighbours are joined where there would be too many."""
    whole = len(passages) >= 2 * wanted
    total = sum(len(sentence.text) for passage in passages for sentence in passage.sentences)
    atoms: list[_Atom] = []
    held: list[tuple[int, Sentence]] = []
    for at, passage in enumerate(passages):
        for sentence in passage.sentences:
            held.append((at, sentence))
            ends = not whole or sentence is passage.sentences[-1]
            if ends and sum(len(one.text) for _, one in held) >= total / MOST_ATOMS:
                atoms.append(_Atom(members=tuple(held)))
                held = []
    return [*atoms, _Atom(members=tuple(held))] if held else atoms


def _joined(atoms: Sequence[_Atom], passages: Sequence[ScriptPassage]) -> tuple[ScriptPassage, ...]:
    """Atoms as passages; a divided passage keeps its heading at the front and its tables at the end."""
    joined: list[ScriptPassage] = []
    members = (member for atom in atoms for member in atom.members)
    for at, group in groupby(members, key=lambda member: member[0]):
        whole = passages[at]
        kept = tuple(sentence for _, sentence in group)
        joined.append(
            replace(
                whole,
                sentences=kept,
                heading=whole.heading if kept[0] is whole.sentences[0] else "",
                tables=whole.tables if kept[-1] is whole.sentences[-1] else (),
            )
        )
    return tuple(joined)


def _borders(atoms: Sequence[_Atom], *, count: int, language: Language) -> list[int]:
    """Indices of the atoms that begin a chapter, without the first."""
    lengths = [len(atom.text) for atom in atoms]
    ends = [0, *accumulate(lengths)]
    shifts = _shifts(atoms, language)
    mean = ends[-1] / count
    for shortest, longest in ((SHORTEST_SHARE, LONGEST_SHARE), (0.2, 4.0), (0.0, math.inf)):
        found = _best(shifts, ends, count=count, bounds=(shortest * mean, longest * mean))
        if found:
            return found
    return []


def _shifts(atoms: Sequence[_Atom], language: Language) -> list[float]:
    """For each atom, how much the subject changes before it, from -0.5 to 1.2; 0 for the first."""
    counted = [Counter(terms(atom.text, language)) for atom in atoms]
    lengths = [len(atom.text) for atom in atoms]
    scores = [0.0]
    for at in range(1, len(atoms)):
        before, after = Counter[str](), Counter[str]()
        reach = at - 1
        while reach >= 0 and sum(lengths[reach:at]) <= WINDOW + lengths[at - 1]:
            before.update(counted[reach])
            reach -= 1
        reach = at
        while reach < len(atoms) and sum(lengths[at : reach + 1]) <= WINDOW + lengths[at]:
            after.update(counted[reach])
            reach += 1
        begins_passage = atoms[at].members[0][0] != atoms[at - 1].members[-1][0]
        leaning = atoms[at].members[0][1].leans
        scores.append(1 - _cosine(before, after) + 0.2 * begins_passage - 0.5 * leaning)
    return scores


def _cosine(left: Counter[str], right: Counter[str]) -> float:
    product = sum(left[term] * right[term] for term in left.keys() & right.keys())
    norms = math.sqrt(sum(n * n for n in left.values()) * sum(n * n for n in right.values()))
    return product / norms if norms else 0.0


def _best(
    shifts: Sequence[float], ends: Sequence[int], *, count: int, bounds: tuple[float, float]
) -> list[int]:
    """The borders with the highest sum of shifts and chapters within the bounds; empty if there are none."""
    last = len(shifts)
    # best[k][i]: highest sum when the k-th chapter ends before atom i
    best = [[-math.inf] * (last + 1) for _ in range(count + 1)]
    came = [[0] * (last + 1) for _ in range(count + 1)]
    best[0][0] = 0.0
    for chapter in range(1, count + 1):
        for end in range(chapter, last + 1):
            for start in range(end - 1, chapter - 2, -1):
                length = ends[end] - ends[start]
                if length > bounds[1]:
                    break
                score = best[chapter - 1][start] + (shifts[start] if start else 0.0)
                if length >= bounds[0] and score > best[chapter][end]:
                    best[chapter][end], came[chapter][end] = score, start
    if best[count][last] == -math.inf:
        return []
    borders = [came[count][last]]
    for chapter in range(count - 1, 1, -1):
        borders.append(came[chapter][borders[-1]])
    return sorted(borders)[:count] if count > 1 else []
