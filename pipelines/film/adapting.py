"""Making a script fill its film: an adapter retells its chapters if it can, then it is cut and given air."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from pipelines.film.cards import cards_of, target_seconds
from renderer.backends.adapting.base import STOOD_IN_FOR, ChapterText, ScriptAdapter
from renderer.contract.orders.long_form import LongFormOrder, ScriptAdapting
from renderer.errors import ClipwrightError
from renderer.manuscript.condensing import condensed_chapter
from renderer.manuscript.document import Chapter, Manuscript
from renderer.manuscript.film_fit import Adaptation, Cards, FilmFit
from renderer.manuscript.fitting import TOLERANCE, fitted, natural_seconds
from renderer.manuscript.lengths import Lengths
from renderer.manuscript.reading import read_manuscript
from renderer.manuscript.rewriting import pieces, retold
from renderer.runtime.stage import StageContext
from renderer.text.prepared import Preparation

AIR_ALONE: Final = 0.9
"""A script that fills at least this share of the target is given air, but no words."""
MOST_ADDED: Final = 2.5
"""A chapter is expanded to at most this many times its length: beyond that nothing new is left to say."""
_DONE: Final[dict[ScriptAdapting, Adaptation]] = {
    "condense": Adaptation.CONDENSED,
    "expand": Adaptation.EXPANDED,
}
_INSTEAD: Final[dict[ScriptAdapting, str]] = {
    "condense": "its own sentences were chosen instead",
    "expand": "it stays as it was written",
}


class FilmLength(Struct, frozen=True, kw_only=True):
    """The length a script is made to have, and how its parts are measured."""

    target: float
    cards: Cards
    measure: Callable[[Manuscript], Lengths]


class _Retelling(Struct, frozen=True, kw_only=True):
    """How chapters are retold: by `adapter`, to `share` of their length.

    A chapter that the adapter fails on keeps to its own sentences. `preparation` makes what comes back
    drawable and remembers what it changed.
    """

    work: ScriptAdapting
    share: float
    adapter: ScriptAdapter
    manuscript: Manuscript
    lengths: Lengths
    preparation: Preparation = field(default_factory=Preparation)


def fit_order(context: StageContext[LongFormOrder], measure: Callable[[Manuscript], Lengths]) -> FilmFit:
    """Read the text, find its chapters, and fit it to the wanted length.

    Raises:
        ClipwrightError: `script_empty`, `script_too_short`, `cancelled`; what a required adapter raises.
    """
    order = context.order
    preparation = Preparation()
    read = read_manuscript(
        order.script,
        language=order.settings.language,
        title=order.title,
        drawable=preparation.text,
    )
    manuscript = replace(read, notes=(*read.notes, *preparation.notes()))
    context.advance(0.1, f"{len(manuscript.chapters)} chapters, {len(manuscript.sentences)} sentences")

    def advance(fraction: float, detail: str) -> None:
        context.check_cancelled()
        context.advance(0.1 + 0.9 * fraction, detail)

    length = FilmLength(target=target_seconds(order), cards=cards_of(order), measure=measure)
    fit = adapted(manuscript, length, context.engine(ScriptAdapter), advance=advance)
    context.advance(1.0, f"{fit.adaptation}: about {fit.seconds / 60:.1f} minutes")
    return fit


def adapted(
    manuscript: Manuscript,
    wanted: FilmLength,
    adapter: ScriptAdapter,
    *,
    advance: Callable[[float, str], None],
) -> FilmFit:
    """The manuscript made to fill the film; the notes say what was retold, and name chapters that were not.

    Raises:
        ClipwrightError: `script_too_short`; `cancelled`; what a required adapter raises.
    """
    lengths = wanted.measure(manuscript)
    natural = natural_seconds(manuscript, lengths, cards=wanted.cards)
    work: ScriptAdapting = "condense" if natural > wanted.target else "expand"
    fits_with_air = AIR_ALONE * wanted.target <= natural <= wanted.target * (1 + TOLERANCE)
    if fits_with_air or work not in adapter.works:
        return fitted(manuscript, lengths, target=wanted.target, cards=wanted.cards)
    fixed = natural - lengths.whole(manuscript)
    share = min((wanted.target - fixed) / lengths.whole(manuscript), MOST_ADDED)
    retelling = _Retelling(work=work, share=share, adapter=adapter, manuscript=manuscript, lengths=lengths)
    chapters: list[Chapter] = []
    notes: list[str] = []
    for number, chapter in enumerate(manuscript.chapters, start=1):
        advance(number / len(manuscript.chapters), f"chapter {number} of {len(manuscript.chapters)}")
        made, note = _chapter(chapter, retelling)
        chapters.append(made)
        notes += [f"Chapter {number}: {note}"] if note else []
    if len(notes) == len(chapters):
        fit = fitted(manuscript, lengths, target=wanted.target, cards=wanted.cards)
        return replace(fit, notes=(*notes, *fit.notes))
    whole = replace(manuscript, chapters=tuple(chapters))
    fit = fitted(whole, wanted.measure(whole), target=wanted.target, cards=wanted.cards)
    return _marked(fit, retelling, notes)


def _chapter(chapter: Chapter, retelling: _Retelling) -> tuple[Chapter, str]:
    """The chapter retold and "", or what stands in for it and why."""
    try:
        return _told(chapter, retelling), ""
    except ClipwrightError as error:
        if error.code not in STOOD_IN_FOR or retelling.adapter.required:
            raise
        note = f"{_INSTEAD[retelling.work]}: {error.sentence}"
    if retelling.work == "expand":
        return chapter, note
    budget = retelling.share * retelling.lengths.chapter(chapter)
    return condensed_chapter(chapter, retelling.manuscript, retelling.lengths, budget=budget), note


def _told(chapter: Chapter, retelling: _Retelling) -> Chapter:
    manuscript = retelling.manuscript
    parts = pieces(chapter, manuscript.language)
    characters = sum(part.characters for part in parts)
    seconds = retelling.lengths.chapter(chapter) * retelling.share
    paragraphs = [
        paragraph
        for part in parts
        for paragraph in retelling.adapter.adapt(
            ChapterText(
                work=retelling.work,
                language=manuscript.language,
                film=manuscript.title,
                title=chapter.title,
                paragraphs=part.paragraphs,
                characters=max(1, round(retelling.share * part.characters)),
                seconds=seconds * part.characters / characters,
            )
        )
    ]
    return retold(chapter, retelling.preparation.texts(paragraphs), manuscript.language)


def _marked(fit: FilmFit, retelling: _Retelling, notes: list[str]) -> FilmFit:
    """The fit, with notes on who retold how much of it."""
    sentences = fit.manuscript.sentences
    written = sum(sentence.rewritten for sentence in sentences)
    adaptation = _DONE[retelling.work]
    said = (
        f"{adaptation.capitalize()} by {retelling.adapter.name}: {written} of {len(sentences)} sentences are "
        "not in the script word for word."
    )
    shown = retelling.preparation.notes()
    return replace(fit, adaptation=adaptation, notes=(said, *notes, *shown, *fit.notes))
