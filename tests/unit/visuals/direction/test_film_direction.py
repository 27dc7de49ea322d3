"""The director of films: its shots tile the film whatever cards are between and inside passages."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

import pytest

from renderer.contract.vocabulary import Language, StylePack, VideoMode
from renderer.core.picture_spec import Card, CardSpec, PainterSpec
from renderer.core.script import Role, Scene, Script
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration, Word
from renderer.manuscript.film_fit import Adaptation, Breathing, Cards, FilmFit
from renderer.manuscript.reading import read_manuscript
from renderer.manuscript.timeline import laid_on_time
from renderer.text.lines import build_line
from renderer.visuals.direction.direction import Direction
from renderer.visuals.direction.director import direct_shot
from renderer.visuals.direction.film import direct_film
from renderer.visuals.direction.film_tables import Tables
from renderer.visuals.direction.similarity import no_painted_still
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.style_pack_files import load_pack
from tests.unit.manuscript.scripts import script

TEXT = script(sentences=60, chapters=3)


def directed(
    pack: StylePack,
    *,
    quotes: tuple[str, ...] = (),
    recaps: tuple[str, ...] = (),
    text: str = TEXT,
    tables: Tables = MappingProxyType({}),
) -> Storyboard:
    manuscript = read_manuscript(text, language=Language.EN)
    breathing = Breathing(quotes=quotes, recaps=recaps)
    fit = FilmFit(manuscript=manuscript, adaptation=Adaptation.PACED, breathing=breathing, seconds=0.0)
    spoken = {sentence.id: Fraction(len(sentence.text), 15) for sentence in manuscript.sentences}
    timeline = laid_on_time(fit, spoken, cards=Cards(), fps=30)
    texts = {sentence.id: sentence.text for sentence in manuscript.sentences}
    lines = {
        place.line: build_line(texts[place.sentence], id=place.line, language=Language.EN)
        for place in timeline.lines
    }
    scenes = (
        *(
            Scene(
                id=f"{chapter.id}.p{number}",
                role=Role.BEAT,
                lines=tuple(lines[sentence.id] for sentence in passage.sentences),
            )
            for chapter in manuscript.chapters
            for number, passage in enumerate(chapter.passages, start=1)
        ),
        *(
            Scene(id=f"{again.partition('.')[0]}.recap", role=Role.BEAT, lines=(lines[f"{again}.again"],))
            for again in recaps
        ),
    )
    words = tuple(
        Word(
            text=token.display,
            span=TimeRange(
                place.start + spoken[place.sentence] * at / len(lines[place.line].tokens),
                place.start + spoken[place.sentence] * (at + 1) / len(lines[place.line].tokens),
            ),
            line=place.line,
            token=at,
            confidence=1.0,
            source="test",
        )
        for place in timeline.lines
        for at, token in enumerate(lines[place.line].tokens)
    )
    told = Script(language=Language.EN, title=manuscript.title, scenes=scenes, source="manuscript")
    narration = Narration(audio="", duration=timeline.duration, lines=(), words=words, engine="")
    direction = Direction(
        script=told,
        topic=topic_of(told, VideoMode.DARK_HISTORY),
        pack=load_pack(pack),
        seed=7,
        focus=(0.5, 0.46),
        look=no_painted_still,
    )
    return direct_film(narration, timeline, direction, direct_shot=direct_shot, tables=tables)


@pytest.mark.parametrize("pack", StylePack)
@pytest.mark.parametrize("quotes", [(), ("c1.s3",), ("c1.s2", "c1.s9", "c2.s4", "c3.s11", "c3.s12")])
def test_shots_tile_the_film_also_where_a_quotation_divides_a_scene(
    pack: StylePack, quotes: tuple[str, ...]
) -> None:
    storyboard = directed(pack, quotes=quotes)
    assert all(one.span.end == other.span.start for one, other in pairwise(storyboard.shots))
    assert storyboard.shots[0].span.start == 0
    cards = [shot.picture for shot in storyboard.shots if isinstance(shot.picture, CardSpec)]
    assert sum(card.card is Card.QUOTE for card in cards) == len(quotes)


def test_a_quotation_behind_a_chapters_last_words_stands_until_its_recap() -> None:
    storyboard = directed(StylePack.DOCUMENTARY, quotes=("c1.s20",), recaps=("c1.s1",))
    assert all(one.span.end == other.span.start for one, other in pairwise(storyboard.shots))


@pytest.mark.parametrize("pack", StylePack)
def test_within_a_chapter_no_subject_and_no_treatment_comes_twice(pack: StylePack) -> None:
    chapters: dict[str, list[PainterSpec]] = {}
    for shot in directed(pack, quotes=("c1.s3",)).shots:
        if isinstance(shot.picture, PainterSpec):
            chapters.setdefault(shot.scene.partition(".")[0], []).append(shot.picture)
    assert len(chapters) == 3
    for pictures in chapters.values():
        subjects = Counter(  # a comparison shows what it compares, shown before or not
            name for picture in pictures if not picture.facts.sizes for name in picture.artwork[:1]
        )
        treatments = Counter((picture.painter, picture.palette) for picture in pictures)
        assert max(subjects.values(), default=1) == 1
        assert max(treatments.values()) == 1


def test_a_card_shows_what_its_chapter_names_anywhere() -> None:
    """Neither the title nor a passage's opening names a thing, so the first one named later is shown."""
    vague = "It was then as it had always been."
    chapters = (
        f"## Part {number}\n\n{vague} They saw a {thing} there. {vague}\n\n{vague} {vague}"
        for number, thing in enumerate(("lighthouse", "camel", "piano"), start=1)
    )
    storyboard = directed(StylePack.DOCUMENTARY, text="# All of it\n\n" + "\n\n".join(chapters))
    cards = [shot.picture for shot in storyboard.shots if isinstance(shot.picture, CardSpec)]
    motifs = [card.artwork for card in cards if card.card is Card.CHAPTER and card.number]
    assert len(motifs) == 3
    assert all(motifs)
    assert len(set(motifs)) == 3


def rows_of(storyboard: Storyboard) -> list[str]:
    """The first cell of every table that is shown, in order."""
    return [
        shot.picture.rows[0][0]
        for shot in storyboard.shots
        if isinstance(shot.picture, CardSpec) and shot.picture.rows
    ]


def test_every_table_is_shown_once_at_the_end_of_its_scene() -> None:
    """Also where a quotation divides the scene, and where two scenes are directed together."""
    short = "# All\n\n## One\n\n" + "\n\n".join(f"The harbour had {n} boats in it." for n in range(8))
    names = [f"c1.p{number}" for number in range(1, 9)]
    tables = {name: (((name,), ("x",)),) for name in names}
    storyboard = directed(StylePack.DOCUMENTARY, text=short, tables=tables)
    assert len(rows_of(storyboard)) + len(storyboard.notes) == len(names)
    assert rows_of(storyboard) == sorted(rows_of(storyboard))
    assert len(rows_of(storyboard)) >= 3
    divided = directed(StylePack.DOCUMENTARY, quotes=("c1.s9",), tables={"c1.p2": ((("t",), ("x",)),)})
    assert rows_of(divided) == ["t"]
    order = [
        "table" if shot.picture.rows else "quote"
        for shot in divided.shots
        if isinstance(shot.picture, CardSpec) and shot.picture.card is not Card.CHAPTER
    ]
    assert order == ["quote", "table"]


def test_two_tables_of_a_scene_stand_on_its_last_two_shots() -> None:
    tables = {"c1.p2": ((("first",), ("x",)), (("second",), ("y",)))}
    storyboard = directed(StylePack.DOCUMENTARY, tables=tables)
    shots = [shot for shot in storyboard.shots if shot.scene == "c1.p2"]
    assert [isinstance(shot.picture, CardSpec) for shot in shots[-3:]] == [False, True, True]
    assert rows_of(storyboard) == ["first", "second"]
    assert storyboard.notes == ()


def test_a_table_that_finds_no_shot_is_told() -> None:
    text = "# All\n\n## One\n\nIt was so.\n\n## Two\n\nIt was not so."
    tables = {"c1.p1": tuple(((f"table {n}", "Sea"), ("1", "2")) for n in range(4))}
    storyboard = directed(StylePack.DOCUMENTARY, text=text, tables=tables)
    assert len(rows_of(storyboard)) + len(storyboard.notes) == 4
    assert storyboard.notes[-1] == "table not shown, no shot was free: table 3 | Sea"
