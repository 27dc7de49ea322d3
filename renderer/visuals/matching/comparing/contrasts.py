"""Comparisons by size and changes, found in the sentence, for the phrase that completes them.

A sentence is cut into several shots. A comparison is shown where its last part is said: the parts before have
been heard by then, and an earlier shot would give away what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from renderer.contract.vocabulary import Language
from renderer.core.picture_spec import Measure
from renderer.painters.base import Need
from renderer.visuals.matching.comparing.changes import change_in
from renderer.visuals.matching.comparing.names import names_in
from renderer.visuals.matching.comparing.ratios import ratio_in
from renderer.visuals.matching.comparing.sizes import sizes_in
from renderer.visuals.matching.facts import Facts, find_facts, quantities_in
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.subjects import match_subjects

Admitted = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Takes a concept's artwork and returns the part of it that may be shown."""


def _any(artwork: tuple[str, ...]) -> tuple[str, ...]:
    return artwork


def contrasted(
    facts: Facts,
    words: Sequence[str],
    language: Language,
    *,
    before: Sequence[str],
    shown: Admitted = _any,
) -> Facts:
    """The facts of a phrase with its comparisons; `before` are the words of its sentence that precede it."""
    said = (*before, *words)
    start = sum(map(len, before)) if language in UNSPACED else len(before)
    found, meets = facts.found, set(facts.meets)
    names = () if language in UNSPACED else names_in(said, language)
    amounts = quantities_in(said, language)
    sizes = sizes_in(said, language, names, amounts) or ratio_in(said, language, names)
    if sizes is not None and sizes.at >= start:
        found = replace(found, sizes=_drawn(sizes.measures, language, said, shown), spread=sizes.spread)
        meets.add(Need.SIZES)
        if found.series:
            found = replace(found, series=found.sizes)
    change = change_in(said, language, find_facts(said, language).found, amounts)
    if change is not None and change.at >= start:
        told = all(state.text for state in change.states)
        found = replace(found, change=change.states, series=change.states if told else found.series)
        meets |= {Need.CHANGE, *((Need.COMPARISON,) if told else ())}
    return Facts(found=found, meets=frozenset(meets))


def _drawn(
    measures: Sequence[Measure], language: Language, said: Sequence[str], shown: Admitted
) -> tuple[Measure, ...]:
    """The measures with their drawings, if each has one of its own."""
    names = []
    for measure in measures:
        words = [measure.label] if language in UNSPACED else measure.label.split()
        named = (shown(subject.artwork) for subject in match_subjects(words, language, near=said))
        names.append(next((artwork[0] for artwork in named if artwork), ""))
    if not all(names) or len(set(names)) < len(names):
        return tuple(measures)
    return tuple(replace(one, artwork=name) for one, name in zip(measures, names, strict=True))
