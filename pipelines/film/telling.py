"""The sentences of a film as its script: one scene for each passage, one line for each sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from pipelines.film.documents import Film
from renderer.contract.vocabulary import Language
from renderer.core.film import OPENING_CHAPTER, LinePlace
from renderer.core.script import Line, LineMaker, Role, Scene, Script
from renderer.manuscript.document import ScriptPassage, Sentence
from renderer.text.stress import with_stress

SOURCE: Final = "manuscript"


def script_of(film: Film, line_of: LineMaker, *, language: Language) -> Script:
    """The script of a film: lines in the order of the timeline, made by `line_of`, gathered into scenes."""
    manuscript = film.fit.manuscript
    passages = {
        sentence.id: (f"{chapter.id}.p{number}", passage)
        for chapter in manuscript.chapters
        for number, passage in enumerate(chapter.passages, start=1)
        for sentence in passage.sentences
    }
    sentences = {sentence.id: sentence for sentence in manuscript.sentences}
    scenes: dict[str, Scene] = {}
    for place in film.timeline.lines:
        text = sentences[place.sentence].text
        line = with_stress(
            line_of(text, id=place.line), sentences[place.sentence].stressed, language=language
        )
        _add(scenes, _scene_of(place, passages), line)
    return Script(
        language=language,
        title=manuscript.title,
        scenes=tuple(_with_close(scenes)),
        source=SOURCE,
        notes=(*manuscript.notes, *film.fit.notes),
    )


def _scene_of(place: LinePlace, passages: dict[str, tuple[str, ScriptPassage]]) -> Scene:
    """The scene a line belongs to, still without lines; repeated sentences have scenes of their own."""
    name, passage = passages[place.sentence]
    if place.chapter == OPENING_CHAPTER:
        return Scene(id=OPENING_CHAPTER, role=Role.HOOK, lines=())
    if place.line != place.sentence:
        return Scene(id=f"{place.chapter}.recap", role=Role.BEAT, lines=())
    return Scene(id=name, role=Role.BEAT, lines=(), visual=_visual(passage))


def _visual(passage: ScriptPassage) -> tuple[str, ...]:
    """Search words for a passage's picture: its sub-heading, and what the author set in emphasis."""
    sentences: tuple[Sentence, ...] = passage.sentences
    stressed = (phrase for sentence in sentences for phrase in sentence.stressed)
    return tuple(phrase for phrase in (passage.heading, *stressed) if phrase)


def _add(scenes: dict[str, Scene], scene: Scene, line: Line) -> None:
    known = scenes.get(scene.id, scene)
    scenes[scene.id] = replace(known, lines=(*known.lines, line))


def _with_close(scenes: dict[str, Scene]) -> Iterator[Scene]:
    """The scenes, the last of them as the film's close."""
    *earlier, last = scenes.values()
    yield from earlier
    yield replace(last, role=Role.CLOSE)
