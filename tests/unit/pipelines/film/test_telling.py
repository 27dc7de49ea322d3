"""A film's sentences as its script: who says what in which scene, once or again."""

from __future__ import annotations

from typing import Any

from pipelines.film.telling import SOURCE, script_of
from pipelines.pronouncing import line_maker
from renderer.contract.vocabulary import Language
from renderer.core.script import Role, Script, display_text
from renderer.manuscript.document import Manuscript
from tests.unit.pipelines.film.films import chapter, film, manuscript

SEA = chapter(1, "Rise", ["The sea rose.", "Nobody saw it."], ["It was dark."], stressed="Nobody")
ICE = chapter(2, "Fall", ["Then it fell."], heading="The ice age")


def told(text: Manuscript, language: Language = Language.EN, **breathing: Any) -> Script:
    return script_of(film(text, **breathing), line_maker(language, ""), language=language)


def scenes(script: Script) -> list[tuple[str, list[str]]]:
    return [(scene.id, [display_text(line) for line in scene.lines]) for scene in script.scenes]


def test_a_passage_is_a_scene_and_the_last_one_closes_the_film() -> None:
    script = told(manuscript(SEA, ICE, notes=("left out",)))
    assert scenes(script) == [
        ("c1.p1", ["The sea rose.", "Nobody saw it."]),
        ("c1.p2", ["It was dark."]),
        ("c2.p1", ["Then it fell."]),
    ]
    assert [scene.role for scene in script.scenes] == [Role.BEAT, Role.BEAT, Role.CLOSE]
    assert (script.title, script.source, script.notes) == ("The Sea", SOURCE, ("left out", "fitted"))


def test_what_opens_the_film_is_the_hook_and_is_said_again_in_its_place() -> None:
    script = told(manuscript(SEA, ICE), opening="c1.s3")
    assert scenes(script)[0] == ("open", ["It was dark."])
    assert script.scenes[0].role is Role.HOOK
    assert ("c1.p2", ["It was dark."]) in scenes(script)
    names = [line.id for line in script.lines]
    assert len(names) == len(set(names)) == 5


def test_a_recap_is_a_scene_of_its_own_behind_its_chapter() -> None:
    script = told(manuscript(SEA, ICE), recaps=("c1.s1",))
    assert [scene.id for scene in script.scenes] == ["c1.p1", "c1.p2", "c1.recap", "c2.p1"]
    assert scenes(script)[2][1] == ["The sea rose."]


def test_a_recap_of_the_last_chapter_closes_the_film() -> None:
    script = told(manuscript(SEA, ICE), recaps=("c2.s1",))
    assert [(scene.id, scene.role) for scene in script.scenes][-2:] == [
        ("c2.p1", Role.BEAT),
        ("c2.recap", Role.CLOSE),
    ]


def test_headings_and_emphasis_say_what_to_show_but_not_with_what_is_said_again() -> None:
    script = told(manuscript(SEA, ICE), opening="c1.s2")
    visual = {scene.id: scene.visual for scene in script.scenes}
    assert visual == {"open": (), "c1.p1": ("Nobody",), "c1.p2": (), "c2.p1": ("The ice age",)}


def test_what_is_set_in_emphasis_is_stressed_wherever_it_is_said() -> None:
    script = told(manuscript(SEA, ICE), opening="c1.s2")
    stressed = [[token.display for token in line.tokens if token.stressed] for line in script.lines]
    assert stressed == [["Nobody"], [], ["Nobody"], [], []]


def test_a_film_of_one_sentence_is_one_scene_that_closes() -> None:
    script = told(manuscript(chapter(1, "I", ["So."]), title="X"))
    assert [(scene.id, scene.role) for scene in script.scenes] == [("c1.p1", Role.CLOSE)]
    assert script.title == "X"


def test_lines_are_in_the_order_of_the_clock_and_have_the_timelines_ids() -> None:
    made = film(manuscript(SEA, ICE), opening="c2.s1", recaps=("c1.s2",))
    script = script_of(made, line_maker(Language.EN, ""), language=Language.EN)
    assert [line.id for line in script.lines] == [place.line for place in made.timeline.lines]
    starts = [place.start for place in made.timeline.lines]
    assert starts == sorted(starts)


def test_two_sentences_of_one_text_stay_two_lines() -> None:
    script = told(manuscript(chapter(1, "I", ["Why?", "Why?"], ["Why?"])))
    assert scenes(script) == [("c1.p1", ["Why?", "Why?"]), ("c1.p2", ["Why?"])]
    assert len({line.id for line in script.lines}) == 3
