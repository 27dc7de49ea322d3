"""Small manuscripts and their films, made by hand or timed by the product's own timeline."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pipelines.film.documents import Film
from renderer.contract.vocabulary import Language
from renderer.core.film import FilmTimeline
from renderer.manuscript.document import Chapter, Manuscript, PassageKind, ScriptPassage, Sentence
from renderer.manuscript.film_fit import Adaptation, Breathing, Cards, FilmFit
from renderer.manuscript.timeline import laid_on_time

FPS = 30


def chapter(
    number: int, title: str, *passages: Sequence[str], heading: str = "", stressed: str = ""
) -> Chapter:
    """A chapter of passages, each given as sentences; the text `stressed` is emphasised where it occurs."""
    made: list[ScriptPassage] = []
    for texts in passages:
        count = sum(len(passage.sentences) for passage in made)
        sentences = tuple(
            Sentence(
                id=f"c{number}.s{count + place}",
                text=text,
                stressed=(stressed,) if stressed and stressed in text else (),
            )
            for place, text in enumerate(texts, start=1)
        )
        made.append(ScriptPassage(kind=PassageKind.PARAGRAPH, sentences=sentences, heading=heading))
    return Chapter(id=f"c{number}", title=title, passages=tuple(made))


def manuscript(*chapters: Chapter, title: str = "The Sea", **more: Any) -> Manuscript:
    return Manuscript(language=Language.EN, title=title, chapters=chapters, **more)


def film(text: Manuscript, *, cards: Cards | None = None, seconds: float = 3.0, **breathing: Any) -> Film:
    """A film in which every sentence takes `seconds`."""
    fit = FilmFit(
        manuscript=text,
        adaptation=Adaptation.NONE,
        breathing=Breathing(**breathing),
        seconds=60.0,
        notes=("fitted",),
    )
    spoken = {sentence.id: Fraction(seconds).limit_denominator(48_000) for sentence in text.sentences}
    timeline: FilmTimeline = laid_on_time(fit, spoken, cards=cards or Cards(), fps=FPS)
    return Film(fit=fit, timeline=timeline)
