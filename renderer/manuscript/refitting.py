"""Brings a fitted manuscript to its length once the voice is heard, chapter by chapter.

The pauses of a chapter depend on the true length of the chapters before it and the expected length of the
rest, so the beginning of a film is settled while its end is still being spoken. Only if that does not come
near enough to the target are all pauses settled anew and a few sentences dropped.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from renderer.manuscript.condensing import keeping
from renderer.manuscript.document import Chapter, Manuscript
from renderer.manuscript.film_fit import Breathing, Cards, FilmFit
from renderer.manuscript.fitting import (
    LEAST_STRETCH,
    MOST_STRETCH,
    NEAR_ENOUGH,
    OPENING_PAUSES,
    QUOTE_SECONDS,
    ROUNDING,
    TOLERANCE,
    aimed,
    bounds,
    opening_seconds,
    quotations,
    settled,
    with_cards,
)
from renderer.manuscript.lengths import SENTENCE_PAUSE, Lengths, chapter_start, until_chapters
from renderer.manuscript.ranking import importance

MOST_DROPPED: Final = 4
"""Most sentences that may be dropped once the true length is known."""
COARSE_STEP: Final = 0.3
"""Step of the pauses' stretch here; coarse, so that a changed word seldom changes later chapters' pauses."""
TRUSTED_SECONDS: Final = 60.0
"""The planned pace is weighted like this many seconds of speech actually heard."""


def refitted(fit: FilmFit, spoken: Lengths, *, target: float, cards: Cards) -> FilmFit:
    """The fit once every sentence is spoken and its true length is known.

    A film near enough to its target keeps its planned pauses; otherwise the pauses of its later chapters, or
    of all chapters, absorb the difference. If they cannot, the least important sentences that nothing leans
    on are dropped, `MOST_DROPPED` at most, or further quotations are shown.
    """
    stretches = chapter_stretches(fit, spoken.speech, target=target, cards=cards)
    seconds = film_seconds(fit, spoken, stretches, cards)
    if is_near(seconds, target, share=TOLERANCE):
        return replace(with_stretches(fit, stretches), seconds=seconds)
    return _settled_anew(fit, spoken, target=target, cards=cards)


def with_stretches(fit: FilmFit, stretches: Sequence[float]) -> FilmFit:
    """The fit with these stretches of its chapters' pauses; further chapters use the last one."""
    each = (*stretches, *[stretches[-1]] * (len(fit.manuscript.chapters) - len(stretches)))
    as_planned = set(each) == {fit.breathing.stretch}
    return replace(fit, breathing=replace(fit.breathing, chapters=() if as_planned else each))


def is_near(seconds: float, target: float, *, share: float) -> bool:
    """Whether a film of this length is near enough to its target, even once placed on the frame grid."""
    low, high = bounds(target, share=share)
    return low + ROUNDING <= seconds <= high - ROUNDING


def _share(heard: float) -> float:
    """Allowed relative deviation once this share is heard; grows, as less of the film can still change."""
    return NEAR_ENOUGH + heard * (TOLERANCE - NEAR_ENOUGH)


def chapter_stretches(
    fit: FilmFit, heard: Mapping[str, float], *, target: float, cards: Cards
) -> tuple[float, ...]:
    """How much the pauses of each chapter are stretched, in order, as far as `heard` determines it.

    `heard` has the seconds of sentences by id. A chapter's stretch needs all sentences of the chapters before
    it; it equals theirs while the expected film is near enough to its target.
    """
    chapters = fit.manuscript.chapters
    stretches = [fit.breathing.stretch]
    known: dict[str, float] = {}
    for number, before in enumerate(chapters[:-1], start=1):
        if any(sentence.id not in heard for sentence in before.sentences):
            break
        known |= {sentence.id: heard[sentence.id] for sentence in before.sentences}
        lengths = expected_lengths(fit, known, cards=cards)
        seconds = film_seconds(fit, lengths, stretches, cards)
        if is_near(seconds, target, share=_share(number / len(chapters))):
            stretches.append(stretches[-1])
            continue
        rest = sum(lengths.pauses(chapter) for chapter in chapters[number:])
        wanted = stretches[-1] + (aimed(target) - seconds) / rest
        stepped = COARSE_STEP * round(wanted / COARSE_STEP)
        stretches.append(round(min(max(stepped, LEAST_STRETCH), MOST_STRETCH), 1))
    return tuple(stretches)


def expected_lengths(fit: FilmFit, heard: Mapping[str, float], *, cards: Cards) -> Lengths:
    """Seconds of every sentence: as heard, or estimated at the planned pace corrected by what was heard."""
    sentences = fit.manuscript.sentences
    pace = _planned_pace(fit, cards)
    at_plan = pace * sum(len(sentence.text) for sentence in sentences if sentence.id in heard)
    pace *= (TRUSTED_SECONDS + sum(heard.values())) / (TRUSTED_SECONDS + at_plan)
    return Lengths(
        speech={sentence.id: heard.get(sentence.id, pace * len(sentence.text)) for sentence in sentences}
    )


def film_seconds(fit: FilmFit, lengths: Lengths, stretches: Sequence[float], cards: Cards) -> float:
    """Seconds of the film; chapters beyond `stretches` use the last one."""
    chapters = fit.manuscript.chapters
    each = (*stretches, *[stretches[-1]] * (len(chapters) - len(stretches)))
    carded, breathing = with_cards(fit.manuscript), fit.breathing
    now = opening_seconds(breathing.opening, lengths) + cards.opening
    for chapter, stretch in zip(chapters, each, strict=True):
        now = float(chapter_start(Fraction(now))) if chapter is not chapters[0] else now
        now += cards.chapter if chapter in carded else 0.0
        now += replace(lengths, stretch=stretch).chapter(chapter) + _added(chapter, breathing, lengths)
    return now + cards.closing


def _added(chapter: Chapter, breathing: Breathing, lengths: Lengths) -> float:
    """Seconds of a chapter's quotations and recaps."""
    ids = {sentence.id for sentence in chapter.sentences}
    again = sum(lengths.speech[sentence] + SENTENCE_PAUSE for sentence in breathing.recaps if sentence in ids)
    return again + QUOTE_SECONDS * len(ids & {*breathing.quotes})


def _planned_pace(fit: FilmFit, cards: Cards) -> float:
    """Seconds per character that the plan assumes."""
    manuscript, breathing = fit.manuscript, fit.breathing
    silent = replace(fit, breathing=replace(breathing, opening=""))
    mute = Lengths(speech={sentence.id: 0.0 for sentence in manuscript.sentences})
    pauses = film_seconds(silent, mute, (breathing.stretch,), cards)
    pauses += OPENING_PAUSES if breathing.opening else 0.0
    twice = {*breathing.recaps}
    characters = sum(
        len(sentence.text) * (1 + (sentence.id in twice) + (sentence.id == breathing.opening))
        for sentence in manuscript.sentences
    )
    return max(fit.seconds - pauses, 1.0) / characters


def _settled_anew(fit: FilmFit, spoken: Lengths, *, target: float, cards: Cards) -> FilmFit:
    quotes = fit.breathing.quotes
    kept = {*quotes, *fit.breathing.recaps, fit.breathing.opening}
    low, high = bounds(target, share=NEAR_ENOUGH)
    fit = _stretched(fit, spoken, target=aimed(target), cards=cards)
    for _ in range(MOST_DROPPED):
        if fit.seconds <= high - ROUNDING:
            break
        shorter = replace(fit, manuscript=_without_least(fit.manuscript, kept=kept))
        fit = _stretched(shorter, spoken, target=aimed(target), cards=cards)
    lacking = max(0, math.ceil((low + ROUNDING - fit.seconds) / QUOTE_SECONDS))
    further = [each.id for each in quotations(fit.manuscript, spoken) if each.id not in quotes]
    shown = replace(fit.breathing, quotes=(*quotes, *further[:lacking]))
    return _measured(replace(fit, breathing=shown), spoken, cards)


def _stretched(fit: FilmFit, spoken: Lengths, *, target: float, cards: Cards) -> FilmFit:
    """The fit with the same stretch for all pauses, as near to the target as they allow."""
    manuscript, breathing = fit.manuscript, fit.breathing
    fixed = (
        cards.total(len(with_cards(manuscript)))
        + until_chapters(manuscript)
        + opening_seconds(breathing.opening, spoken)
        + sum(_added(chapter, breathing, spoken) for chapter in manuscript.chapters)
    )
    found = settled(manuscript, spoken, target=target, fixed=fixed, adaptation=fit.adaptation)
    stretched = replace(breathing, stretch=found.breathing.stretch, chapters=())
    return _measured(replace(fit, breathing=stretched), spoken, cards)


def _measured(fit: FilmFit, spoken: Lengths, cards: Cards) -> FilmFit:
    """The fit with the actual length of its film."""
    return replace(fit, seconds=film_seconds(fit, spoken, (fit.breathing.stretch,), cards))


def _without_least(manuscript: Manuscript, *, kept: AbstractSet[str]) -> Manuscript:
    """Drop the least important sentence that is not `kept`, at a chapter's edge, or leaned upon."""
    lowest: tuple[float, str] = (float("inf"), "")
    for chapter in manuscript.chapters:
        scores = importance(chapter, title=manuscript.title, language=manuscript.language)
        for at, sentence in enumerate(chapter.sentences[1:-1], start=1):
            if not chapter.sentences[at + 1].leans and sentence.id not in kept:
                lowest = min(lowest, (float(scores[at]), sentence.id))
    chapters = tuple(
        keeping(chapter, {sentence.id for sentence in chapter.sentences} - {lowest[1]})
        for chapter in manuscript.chapters
    )
    return replace(manuscript, chapters=chapters)
