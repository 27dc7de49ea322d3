"""Fits a manuscript to the length of a film: condensed, paced, or unchanged.

A script that is too long loses sentences (`condensing`). One that is too short gains air, never new words:
first longer pauses, then a recap of each chapter in its own sentences and full-screen quotations, then a
slower reading. A script that still falls short of the shortest film is refused before anything is spoken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from renderer.errors import ClipwrightError
from renderer.manuscript.condensing import condensed
from renderer.manuscript.document import Chapter, Manuscript, PassageKind, Sentence
from renderer.manuscript.film_fit import Adaptation, Breathing, Cards, FilmFit
from renderer.manuscript.lengths import Lengths, until_chapters
from renderer.manuscript.ranking import importance

SHORTEST_FILM: Final = 660.0
LONGEST_FILM: Final = 900.0
TOLERANCE: Final = 0.03
"""Share of the target length by which a film may miss it."""
CONDENSING_ROUNDS: Final = 6
MOST_STRETCH: Final = 2.0
LEAST_STRETCH: Final = 0.8
"""Pauses are scaled between these factors, so no silence between sentences exceeds a second and a half."""
SLOWEST_READING: Final = 0.9
"""Factor on the voice's own rate; slower speech sounds drowsy."""
QUOTE_SECONDS: Final = 4.5
"""Seconds that a full-screen quotation is shown, without speech, over music."""
SECONDS_PER_QUOTE: Final = 40.0
"""Seconds of speech for each quotation, at least."""
QUOTE_CHARACTERS: Final = 140
RECAPS_A_CHAPTER: Final = 2
STRETCH_STEP, FINE_STRETCH_STEP = 0.3, 0.1
RATE_STEP: Final = 0.02
"""Air is added in steps, so that one changed word leaves all other pauses as they are. The fine step is used
where sentences were left out to make room, or after the voice was heard.
"""
AIR_STEP: Final = 10.0
"""Natural lengths (seconds) are rounded to such steps where air is added."""
NEAR_ENOUGH: Final = 0.025
"""Share of the target within which a spoken film keeps its planned pauses."""
ROUNDING: Final = 2.0
"""Seconds by which a film on the frame grid may differ from the sum of its parts."""
OPENING_RESERVE: Final = 7.0
LONGEST_OPENING: Final = 9.0
OPENING_PAUSES: Final = 1.2
"""Seconds reserved for the cold open, its greatest length, and the silence around it."""


def fitted(manuscript: Manuscript, lengths: Lengths, *, target: float, cards: Cards) -> FilmFit:
    """Make the manuscript last `target` seconds, within `TOLERANCE` where the text allows it.

    Raises:
        ClipwrightError: `script_too_short` when it cannot be made to last `SHORTEST_FILM`.
    """
    target = aimed(target)
    fixed = _fixed(manuscript, cards)
    natural = natural_seconds(manuscript, lengths, cards=cards)
    if natural > target * (1 + TOLERANCE):
        fit = _condensed(manuscript, lengths, target=target, fixed=fixed)
    elif natural < target * (1 - TOLERANCE):
        fit = _paced(manuscript, lengths, target=_steady(target, natural), fixed=fixed)
    else:
        aim = _steady(target, natural)
        fit = settled(
            manuscript, lengths, target=aim, fixed=fixed, adaptation=Adaptation.NONE, step=STRETCH_STEP
        )
    return _opened(fit, lengths)


def _steady(target: float, natural: float) -> float:
    """The target moved by the natural length's distance from the nearest step, but not below the minimum.

    The time to be filled then stays the same until a changed word carries the length into the next step.
    """
    off = (natural + AIR_STEP / 2) % AIR_STEP - AIR_STEP / 2
    return max(target + off, min(target, aimed(SHORTEST_FILM)))


def bounds(target: float, *, share: float = TOLERANCE) -> tuple[float, float]:
    """Shortest and longest acceptable film in seconds: within `share` of the target and absolute limits."""
    return max(SHORTEST_FILM, (1 - share) * target), min(LONGEST_FILM, (1 + share) * target)


def aimed(target: float) -> float:
    """The middle of the near-enough range; differs from the target next to the absolute limits."""
    return sum(bounds(target, share=NEAR_ENOUGH)) / 2


def natural_seconds(manuscript: Manuscript, lengths: Lengths, *, cards: Cards) -> float:
    """Seconds of a film that says every sentence once at the natural pace, with cards and opening."""
    return lengths.whole(manuscript) + _fixed(manuscript, cards)


def _fixed(manuscript: Manuscript, cards: Cards) -> float:
    return cards.total(len(with_cards(manuscript))) + until_chapters(manuscript) + OPENING_RESERVE


def with_cards(manuscript: Manuscript) -> tuple[Chapter, ...]:
    """Chapters with a card of their own; a first chapter titled like the film has none."""
    first, *others = manuscript.chapters
    return (*([first] if first.title != manuscript.title else []), *others)


def _opened(fit: FilmFit, lengths: Lengths) -> FilmFit:
    """The fit with its strongest short sentence as cold open, if there is one."""
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
    seconds = fit.seconds - OPENING_RESERVE + opening_seconds(opening, lengths)
    return replace(fit, breathing=replace(fit.breathing, opening=opening), seconds=seconds)


def opening_seconds(opening: str, lengths: Lengths) -> float:
    """Seconds of the cold open and the silence around it; 0 where there is none."""
    return lengths.speech[opening] + OPENING_PAUSES if opening else 0.0


def _condensed(manuscript: Manuscript, lengths: Lengths, *, target: float, fixed: float) -> FilmFit:
    """Drop sentences until the rest fits; pauses absorb what whole sentences leave over.

    If chapters with separate budgets do not come near enough, chapters share what is left over.
    """
    fits: list[FilmFit] = []
    for carried in (False, True):
        shorter = _shorter(manuscript, lengths, room=target - fixed, carried=carried)
        fits.append(settled(shorter, lengths, target=target, fixed=fixed, adaptation=Adaptation.CONDENSED))
        if abs(fits[-1].seconds - target) <= NEAR_ENOUGH * target:
            break
    fit = min(fits, key=lambda each: abs(each.seconds - target))
    kept, whole = len(fit.manuscript.sentences), len(manuscript.sentences)
    if kept == whole:
        return replace(fit, adaptation=Adaptation.NONE)
    said = f"Condensed: {kept} of {whole} sentences kept, {whole - kept} left out."
    gone = _tables(manuscript) - _tables(fit.manuscript)
    tables = (f"Condensed: tables beside what was left out are not shown ({gone}).",) if gone else ()
    return replace(fit, notes=(said, *tables))


def _tables(manuscript: Manuscript) -> int:
    return sum(len(passage.tables) for chapter in manuscript.chapters for passage in chapter.passages)


def _shorter(manuscript: Manuscript, lengths: Lengths, *, room: float, carried: bool) -> Manuscript:
    """The extract that comes nearest to `room` seconds without cards."""
    budget = room
    tried: list[Manuscript] = []
    for _ in range(CONDENSING_ROUNDS):
        tried.append(condensed(manuscript, lengths, seconds=budget, carried=carried))
        length = lengths.whole(tried[-1])
        if abs(length - room) <= TOLERANCE * room:
            break
        # pauses between passages depend on which passages remain
        budget *= room / length
    return min(tried, key=lambda each: abs(lengths.whole(each) - room))


def settled(
    manuscript: Manuscript,
    lengths: Lengths,
    *,
    target: float,
    fixed: float,
    adaptation: Adaptation,
    step: float = FINE_STRETCH_STEP,
) -> FilmFit:
    """Scale the pauses, in steps of `step`, so that the film comes as near to the target as they allow."""
    pauses = sum(lengths.pauses(chapter) for chapter in manuscript.chapters)
    speech = lengths.whole(manuscript) - lengths.stretch * pauses
    wanted = step * round((target - fixed - speech) / pauses / step)
    stretch = round(min(max(wanted, LEAST_STRETCH), MOST_STRETCH), 1)
    return FilmFit(
        manuscript=manuscript,
        adaptation=adaptation,
        breathing=Breathing(stretch=stretch),
        seconds=fixed + speech + stretch * pauses,
    )


def _paced(manuscript: Manuscript, lengths: Lengths, *, target: float, fixed: float) -> FilmFit:
    pauses = sum(lengths.pauses(chapter) for chapter in manuscript.chapters)
    fit = settled(
        manuscript, lengths, target=target, fixed=fixed, adaptation=Adaptation.PACED, step=STRETCH_STEP
    )
    recaps = _enough(_recaps(manuscript), lengths, missing=target - fit.seconds)
    seconds = fit.seconds + sum(lengths.sentence(sentence) for sentence in recaps)
    quotes = quotations(manuscript, lengths)[: max(0, round((target - seconds) / QUOTE_SECONDS))]
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
    """How long the film would be, and roughly how many characters are missing."""
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
    """The most important sentence of each chapter, in chapter order, then the second most important ones."""
    ranked = [_ranked(chapter, manuscript) for chapter in manuscript.chapters]
    return [
        sentence
        for depth in range(RECAPS_A_CHAPTER)
        for sentences in ranked
        for sentence in sentences[depth : depth + 1]
    ]


def _enough(sentences: Sequence[Sentence], lengths: Lengths, *, missing: float) -> list[Sentence]:
    """As many sentences, from the front, as fit into the missing seconds."""
    taken: list[Sentence] = []
    for sentence in sentences:
        missing -= lengths.sentence(sentence)
        if missing < 0:
            break
        taken.append(sentence)
    return taken


def quotations(manuscript: Manuscript, lengths: Lengths) -> list[Sentence]:
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
