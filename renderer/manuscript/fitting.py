"""A manuscript fitted to the length of a film: condensed, paced, or taken as it is.

A script that is too long loses sentences (`condensing`). One that is too short gains air, never words of our
own: longer pauses, then a recap of each chapter in its own sentences and full-screen quotations, then a
slower reading. What still falls short of the shortest film allowed is refused before anything is spoken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from renderer.errors import ClipwrightError
from renderer.manuscript.condensing import condensed, keeping
from renderer.manuscript.document import Chapter, Manuscript, PassageKind, Sentence
from renderer.manuscript.lengths import SENTENCE_PAUSE, Lengths
from renderer.manuscript.ranking import importance

SHORTEST_FILM: Final = 660.0
LONGEST_FILM: Final = 900.0
TOLERANCE: Final = 0.03
"""Share of the target by which a film may miss it."""
CONDENSING_ROUNDS: Final = 6
MOST_STRETCH: Final = 2.0
LEAST_STRETCH: Final = 0.8
"""Pauses are scaled between these: no silence between sentences above a second and a half."""
SLOWEST_READING: Final = 0.9
"""Of the voice's own rate; below it speech sounds drowsy."""
QUOTE_SECONDS: Final = 4.5
"""A full-screen quotation is seen, not said, with music."""
SECONDS_PER_QUOTE: Final = 40.0
"""At most one quotation for so much speech."""
QUOTE_CHARACTERS: Final = 140
RECAPS_A_CHAPTER: Final = 2
MOST_DROPPED: Final = 4
"""Sentences that may go once the true length is known."""
STRETCH_STEP: Final = 0.1
RATE_STEP: Final = 0.02
"""Air is given in steps, so that a changed word leaves the pauses of all other sentences as they are."""
NEAR_ENOUGH: Final = 0.02
"""Share of the target within which a spoken film keeps the pauses it was planned with."""
ROUNDING: Final = 2.0
"""Seconds by which a film on the frame's grid may differ from the sum of its parts."""
OPENING_RESERVE: Final = 7.0
LONGEST_OPENING: Final = 9.0
OPENING_PAUSES: Final = 1.2
"""Seconds kept for the cold open, the longest one, and the silence around it."""


class Adaptation(StrEnum):
    """What was done to the script to make it fit."""

    NONE = "none"
    CONDENSED = "condensed"
    EXPANDED = "expanded"
    PACED = "paced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Seconds that no sentence fills: the opening, each chapter's card, the closing."""

    opening: float = 3.0
    chapter: float = 3.5
    closing: float = 4.5

    def total(self, chapters: int) -> float:
        """Seconds of all cards; the opening stands in for the first chapter's card where cards are off."""
        return self.opening + self.chapter * chapters + self.closing


@dataclass(frozen=True, slots=True, kw_only=True)
class Breathing:
    """How much air a film has: pauses times `stretch`, speech at `rate` of the voice's own.

    `quotes` are shown full screen behind their own sentence; `recaps` are said again at their chapter's
    end. Both hold ids of sentences. `opening` is the sentence that opens the film before its title.
    """

    stretch: float = 1.0
    rate: float = 1.0
    opening: str = ""
    quotes: tuple[str, ...] = ()
    recaps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmFit:
    """A film fit: a manuscript that fills `seconds` (estimated) with this breathing."""

    manuscript: Manuscript
    adaptation: Adaptation
    breathing: Breathing
    seconds: float
    notes: tuple[str, ...] = ()


def fitted(manuscript: Manuscript, lengths: Lengths, *, target: float, cards: Cards) -> FilmFit:
    """The manuscript made to last `target` seconds, within `TOLERANCE` where the text allows it.

    Raises:
        ClipwrightError: `script_too_short` when it cannot be made to last `SHORTEST_FILM`.
    """
    target = aimed(target)
    fixed = _fixed(manuscript, cards)
    natural = natural_seconds(manuscript, lengths, cards=cards)
    if natural > target * (1 + TOLERANCE):
        fit = _condensed(manuscript, lengths, target=target, fixed=fixed)
    elif natural < target * (1 - TOLERANCE):
        fit = _paced(manuscript, lengths, target=target, fixed=fixed)
    else:
        fit = _settled(manuscript, lengths, target=target, fixed=fixed, adaptation=Adaptation.NONE)
    return _opened(fit, lengths)


def bounds(target: float, *, share: float = TOLERANCE) -> tuple[float, float]:
    """Shortest and longest film, seconds, that is as long as wanted: off by `share`, never out of bounds."""
    return max(SHORTEST_FILM, (1 - share) * target), min(LONGEST_FILM, (1 + share) * target)


def aimed(target: float) -> float:
    """The middle of what is near enough: beside the target where that is the shortest or longest film."""
    return sum(bounds(target, share=NEAR_ENOUGH)) / 2


def natural_seconds(manuscript: Manuscript, lengths: Lengths, *, cards: Cards) -> float:
    """Seconds of a film that says every sentence once at the natural pace, cards and opening included."""
    return lengths.whole(manuscript) + _fixed(manuscript, cards)


def _fixed(manuscript: Manuscript, cards: Cards) -> float:
    return cards.total(len(with_cards(manuscript))) + OPENING_RESERVE


def with_cards(manuscript: Manuscript) -> tuple[Chapter, ...]:
    """The chapters that have a card of their own: not a first one that is named like the film."""
    first, *others = manuscript.chapters
    return (*([first] if first.title != manuscript.title else []), *others)


def _opened(fit: FilmFit, lengths: Lengths) -> FilmFit:
    """The fit with its strongest sentence as cold open, where one is short enough to hold attention."""
    scored = [
        (-float(score), sentence)
        for chapter in fit.manuscript.chapters
        for sentence, score in list(
            zip(
                chapter.sentences,
                importance(chapter, title=fit.manuscript.title, language=fit.manuscript.language),
                strict=True,
            )
        )[1:]
        if not sentence.leans and lengths.speech[sentence.id] <= LONGEST_OPENING
    ]
    found = sorted(scored, key=lambda pair: pair[0])
    if not found:
        return replace(fit, seconds=fit.seconds - OPENING_RESERVE)
    opening = found[0][1].id
    seconds = fit.seconds - OPENING_RESERVE + _opening_seconds(opening, lengths)
    return replace(fit, breathing=replace(fit.breathing, opening=opening), seconds=seconds)


def _opening_seconds(opening: str, lengths: Lengths) -> float:
    return lengths.speech[opening] + OPENING_PAUSES if opening else 0.0


def _condensed(manuscript: Manuscript, lengths: Lengths, *, target: float, fixed: float) -> FilmFit:
    """Sentences go until the rest fits; pauses take up what whole sentences leave over."""
    room = budget = target - fixed
    tried: list[Manuscript] = []
    for _ in range(CONDENSING_ROUNDS):
        tried.append(condensed(manuscript, lengths, seconds=budget))
        length = lengths.whole(tried[-1])
        if abs(length - room) <= TOLERANCE * room:
            break
        # pauses between passages depend on which passages are left
        budget *= room / length
    shorter = min(tried, key=lambda each: abs(lengths.whole(each) - room))
    gone = len(manuscript.sentences) - len(shorter.sentences)
    fit = _settled(shorter, lengths, target=target, fixed=fixed, adaptation=Adaptation.CONDENSED)
    note = (
        f"Condensed: {len(shorter.sentences)} of {len(manuscript.sentences)} sentences kept, {gone} left out."
    )
    return replace(fit, notes=(note,))


def _settled(
    manuscript: Manuscript, lengths: Lengths, *, target: float, fixed: float, adaptation: Adaptation
) -> FilmFit:
    """Pauses scaled so that the whole comes as near to the target as they can bring it."""
    pauses = sum(lengths.pauses(chapter) for chapter in manuscript.chapters)
    speech = lengths.whole(manuscript) - lengths.stretch * pauses
    wanted = STRETCH_STEP * round((target - fixed - speech) / pauses / STRETCH_STEP)
    stretch = round(min(max(wanted, LEAST_STRETCH), MOST_STRETCH), 1)
    return FilmFit(
        manuscript=manuscript,
        adaptation=adaptation,
        breathing=Breathing(stretch=stretch),
        seconds=fixed + speech + stretch * pauses,
    )


def _paced(manuscript: Manuscript, lengths: Lengths, *, target: float, fixed: float) -> FilmFit:
    pauses = sum(lengths.pauses(chapter) for chapter in manuscript.chapters)
    fit = _settled(manuscript, lengths, target=target, fixed=fixed, adaptation=Adaptation.PACED)
    recaps = _enough(_recaps(manuscript), lengths, missing=target - fit.seconds)
    seconds = fit.seconds + sum(lengths.sentence(sentence) for sentence in recaps)
    quotes = _quotes(manuscript, lengths)[: max(0, round((target - seconds) / QUOTE_SECONDS))]
    seconds += QUOTE_SECONDS * len(quotes)
    speech = seconds - fixed - fit.breathing.stretch * pauses - QUOTE_SECONDS * len(quotes)
    wanted = RATE_STEP * round(speech / max(speech + target - seconds, 1.0) / RATE_STEP)
    rate = round(min(1.0, max(SLOWEST_READING, wanted)), 2)
    seconds += speech / rate - speech
    if seconds < SHORTEST_FILM:
        raise ClipwrightError("script_too_short", **_shortfall(seconds, manuscript, lengths))
    breathing = replace(
        fit.breathing,
        rate=rate,
        quotes=tuple(sentence.id for sentence in quotes),
        recaps=tuple(sentence.id for sentence in recaps),
    )
    return replace(fit, breathing=breathing, seconds=seconds, notes=_pacing_notes(breathing))


def _shortfall(seconds: float, manuscript: Manuscript, lengths: Lengths) -> dict[str, object]:
    """How long the film would be, and about how many characters would fill the rest."""
    characters = sum(len(sentence.text) for sentence in manuscript.sentences)
    density = characters / max(lengths.whole(manuscript), 1.0)
    missing = (SHORTEST_FILM - seconds) * density
    return {
        "minutes": f"{seconds / 60:.1f}",
        "needed": f"{SHORTEST_FILM / 60:.0f}",
        "characters": max(100, round(missing / 100) * 100),
    }


def _pacing_notes(breathing: Breathing) -> tuple[str, ...]:
    return (
        f"Paced: pauses x{breathing.stretch:.2f}, reading at {breathing.rate:.0%} of the voice's rate.",
        f"Paced: {len(breathing.recaps)} sentences said again, {len(breathing.quotes)} quotations shown.",
    )


def _ranked(chapter: Chapter, manuscript: Manuscript) -> list[Sentence]:
    """Sentences that can stand alone, most important first."""
    scores = importance(chapter, title=manuscript.title, language=manuscript.language)
    order = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
    return [chapter.sentences[at] for at in order if not chapter.sentences[at].leans]


def _recaps(manuscript: Manuscript) -> list[Sentence]:
    """The sentence that says most of each chapter, chapters in order; then the second ones."""
    ranked = [_ranked(chapter, manuscript) for chapter in manuscript.chapters]
    return [
        sentence
        for depth in range(RECAPS_A_CHAPTER)
        for sentences in ranked
        for sentence in sentences[depth : depth + 1]
    ]


def _enough(sentences: Sequence[Sentence], lengths: Lengths, *, missing: float) -> list[Sentence]:
    """As many, from the front, as the missing seconds take."""
    taken: list[Sentence] = []
    for sentence in sentences:
        missing -= lengths.sentence(sentence)
        if missing < 0:
            break
        taken.append(sentence)
    return taken


def _quotes(manuscript: Manuscript, lengths: Lengths) -> list[Sentence]:
    """Sentences short enough for the screen, by chapter: the author's quotations, then by importance."""
    found: list[Sentence] = []
    for chapter in manuscript.chapters:
        quoted = [
            sentence
            for passage in chapter.passages
            if passage.kind is PassageKind.QUOTE
            for sentence in passage.sentences
        ]
        room = max(1, int(lengths.chapter(chapter) / SECONDS_PER_QUOTE))
        candidates = dict.fromkeys((*quoted, *_ranked(chapter, manuscript)[1:]))
        short = [sentence for sentence in candidates if len(sentence.text) <= QUOTE_CHARACTERS]
        found += short[:room]
    return found


def refitted(fit: FilmFit, spoken: Lengths, *, target: float, cards: Cards) -> FilmFit:
    """The fit once every sentence is spoken and its true length is known.

    Pauses take up the difference; where they cannot, the least important sentences that nothing leans on go,
    `MOST_DROPPED` at most, or further quotations are shown. A film that is near enough to its target keeps
    the pauses it was planned with.
    """
    fixed = cards.total(len(with_cards(fit.manuscript))) + QUOTE_SECONDS * len(fit.breathing.quotes)
    fixed += sum(spoken.speech[sentence] + SENTENCE_PAUSE for sentence in fit.breathing.recaps)
    fixed += _opening_seconds(fit.breathing.opening, spoken)
    manuscript, breathing = fit.manuscript, fit.breathing
    planned = fixed + replace(spoken, stretch=fit.breathing.stretch).whole(manuscript)
    low, high = bounds(target, share=NEAR_ENOUGH)
    if low + ROUNDING <= planned <= high - ROUNDING:
        return replace(fit, seconds=planned)
    target = aimed(target)
    for _ in range(MOST_DROPPED + 1):
        settled = _settled(manuscript, spoken, target=target, fixed=fixed, adaptation=fit.adaptation)
        if settled.seconds <= high - ROUNDING:
            break
        manuscript = _without_least(
            manuscript, kept={*breathing.quotes, *breathing.recaps, breathing.opening}
        )
    breathing = replace(breathing, stretch=settled.breathing.stretch)
    lacking = max(0, math.ceil((low + ROUNDING - settled.seconds) / QUOTE_SECONDS))
    further = [each.id for each in _quotes(manuscript, spoken) if each.id not in breathing.quotes][:lacking]
    return replace(
        settled,
        breathing=replace(breathing, quotes=(*breathing.quotes, *further)),
        seconds=settled.seconds + QUOTE_SECONDS * len(further),
        notes=fit.notes,
    )


def _without_least(manuscript: Manuscript, *, kept: AbstractSet[str]) -> Manuscript:
    """The manuscript without its least important sentence that is neither an opening nor leaned upon."""
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
