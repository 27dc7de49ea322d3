"""The family that a sentence describes, for the phrase that completes it.

As with comparisons, a sentence is cut into several shots: a tie is shown where its second name is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Kin
from renderer.painters.base import Need
from renderer.visuals.matching.facts import Facts
from renderer.visuals.matching.kin.cased import cased_ties
from renderer.visuals.matching.kin.chinese_ties import chinese_ties
from renderer.visuals.matching.kin.japanese_ties import japanese_ties
from renderer.visuals.matching.kin.listed import listed_ties
from renderer.visuals.matching.kin.places import is_place
from renderer.visuals.matching.kin.russian_ties import russian_ties
from renderer.visuals.matching.kin.ties import Tie
from renderer.visuals.matching.picture_index import UNSPACED

MOST_PEOPLE: Final = 4


def related(facts: Facts, words: Sequence[str], language: Language, *, before: Sequence[str]) -> Facts:
    """The facts of a phrase with the family it completes; `before` are its sentence's preceding words."""
    gap = "" if language in UNSPACED else " "
    start = len(gap.join(before))
    ties = tuple(dict.fromkeys(ties_of((*before, *words), language)))
    kin = family(tuple(tie for tie in ties if tie.end > start), ties)
    if not kin:
        return facts
    return Facts(found=replace(facts.found, kin=kin), meets=facts.meets | {Need.KIN})


def ties_of(words: Sequence[str], language: Language) -> Iterator[Tie]:
    """Every tie in the words of a sentence."""
    match language:
        case Language.JA:
            yield from japanese_ties("".join(words))
        case Language.ZH:
            yield from chinese_ties("".join(words))
        case Language.HI | Language.AR:
            yield from listed_ties(words, language)
        case Language.RU:
            yield from russian_ties(" ".join(words), is_place)
        case _:
            yield from cased_ties(" ".join(words), language, is_place)


def family(fresh: Sequence[Tie], ties: Sequence[Tie]) -> tuple[Kin, ...]:
    """The ties that connect the people of the first `fresh` tie with others; none if ties contradict."""
    every = list(dict.fromkeys(tie.kin for tie in _settled(ties)))
    joined = [tie.kin for tie in _settled(fresh) if tie.kin in every][:1]
    if not joined:
        return ()
    known = set(joined[0].names)
    while True:
        near = [
            one
            for one in every
            if one not in joined and known & set(one.names) and len(known | set(one.names)) <= MOST_PEOPLE
        ]
        if not near:
            break
        joined.append(near[0])
        known |= set(near[0].names)
    kept = tuple(one for one in every if one in joined)
    return kept if _has_generations(kept) else ()


def _settled(ties: Sequence[Tie]) -> list[Tie]:
    """Each pair once, whichever way round it is stated; without pairs that are stated in two ways."""
    kinds: dict[frozenset[str], set[object]] = {}
    first: dict[frozenset[str], Tie] = {}
    for tie in ties:
        pair = frozenset(tie.kin.names)
        kinds.setdefault(pair, set()).add(tie.kin if tie.kin.relation == "parent" else tie.role)
        first.setdefault(pair, tie)
    return [tie for pair, tie in first.items() if len(kinds[pair]) == 1]


def _has_generations(kin: Sequence[Kin]) -> bool:
    """Whether generations are consistent, and nobody has more than two parents."""
    depth = {kin[0].names[0]: 0}
    for _ in range(MOST_PEOPLE):
        for one in kin:
            step = 1 if one.relation == "parent" else 0
            above, below = one.names
            if above in depth:
                depth.setdefault(below, depth[above] + step)
            elif below in depth:
                depth[above] = depth[below] - step
    children = [one.names[1] for one in kin if one.relation == "parent"]
    return all(children.count(child) <= 2 for child in children) and all(  # noqa: PLR2004 - two parents
        depth[one.names[1]] - depth[one.names[0]] == (1 if one.relation == "parent" else 0) for one in kin
    )
