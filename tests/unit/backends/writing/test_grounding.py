"""What a line says that no passage holds, in ten languages: numbers, names, and what is not invented."""

from __future__ import annotations

import pytest

from renderer.backends.writing.base import Brief
from renderer.backends.writing.grounding import (
    MOST_CHARACTERS,
    MOST_PASSAGES,
    Grounding,
    chosen_ground,
    ground_problems,
    invented,
    without_inventions,
)
from renderer.backends.writing.reply import Reply, ScenePart
from renderer.contract.vocabulary import Language, VideoMode, Voice
from renderer.core.knowledge import TextPassage, TextSource

ARTICLE = TextSource(title="Bridge", publisher="Wikipedia")
PASSAGES = {
    Language.EN: "The Tacoma Narrows Bridge fell on 7 November 1940. It was 1,810 metres long.",
    Language.ES: "El puente de Tacoma cayó en 1940. Medía 1.810 metros.",
    Language.ZH: "塔科马海峡大桥于1940年倒塌，工程师莱昂·莫伊塞夫参与设计。",
    Language.HI: "टैकोमा पुल १९४० में गिरा। इसकी लंबाई १८१० मीटर थी।",
    Language.AR: "سقط جسر تاكوما في عام ١٩٤٠ وكان طوله ١٬٨١٠ أمتار.",
    Language.PT: "A ponte de Tacoma caiu em 1940. Media 1.810 metros.",
    Language.FR: "Le pont de Tacoma s’effondra en 1940. Il mesurait 1\u202f810 mètres.",
    Language.JA: "タコマナローズ橋は1940年に崩落した。全長は1810メートル。",
    Language.DE: "Die Brücke von Tacoma stürzte 1940 ein. Sie war 1810 Meter lang.",
    Language.RU: "Мост в Такоме рухнул в 1940 году. Его длина была 1810 метров.",
}


def brief(language: Language, topic: str = "x") -> Brief:
    return Brief(
        topic=topic, mode=VideoMode.DARK_HISTORY, language=language, voice=Voice.WARM_CALM, seconds=45, seed=1
    )


def ground(*texts: str) -> Grounding:
    return Grounding(passages=tuple(TextPassage(text=text, source=ARTICLE) for text in texts))


def found(language: Language, line: str, topic: str = "x") -> tuple[str, ...]:
    return invented(line, ground(PASSAGES[language]), brief(language, topic))


@pytest.mark.parametrize(
    ("language", "line", "lies"),
    [
        (Language.EN, "The bridge fell in 1941, and engineer Moisseiff wept.", ("1941", "Moisseiff")),
        (Language.EN, "Nobody asked Moisseiff's friends.", ("Moisseiff's",)),
        (Language.ES, "El puente cayó en 1941, y Moisseiff lloró.", ("1941", "Moisseiff")),
        (
            Language.ZH,
            "大桥于1941年倒塌，NASA来了，约翰·史密斯也来了。",
            ("1941", "NASA", "约翰·史密斯也来了"),
        ),
        (Language.HI, "पुल १९४१ में गिरा और NASA आई।", ("१९४१", "NASA")),
        (Language.AR, "سقط الجسر في عام ١٩٤١ أمام NASA.", ("١٩٤١", "NASA")),
        (Language.PT, "A ponte caiu em 1941, e em Lisboa choraram.", ("1941", "Lisboa")),
        (Language.FR, "Le pont de l’ingénieur Moisseiff s’effondra en 1941.", ("1941", "Moisseiff")),
        (Language.JA, "橋は1941年に崩れ、モイセイフが泣いた。", ("1941", "モイセイフ")),
        (Language.DE, "Die Brücke stürzte 1941 ein, sagte Moisseiff.", ("1941",)),
        (Language.RU, "Мост рухнул в 1941 году, инженер Моисеев молчал.", ("1941", "Моисеев")),
    ],
)
def test_numbers_and_names_that_nobody_told_are_found(
    language: Language, line: str, lies: tuple[str, ...]
) -> None:
    assert found(language, line) == lies


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (Language.EN, "In 1940 the bridge of Tacoma, 1810 metres long, fell into the Narrows."),
        (Language.EN, "Did anyone know? Nobody did. Then it fell."),
        (Language.ES, "Cuando cayó el puente de Tacoma en 1940, medía 1810 metros."),
        (Language.ZH, "莱昂·莫伊塞夫的大桥在１９４０年倒塌了。"),
        (Language.ZH, "人们说，那位名叫莱昂·莫伊塞夫的人很伤心。"),
        (Language.HI, "1940 में टैकोमा का 1810 मीटर लंबा पुल गिरा।"),
        (Language.AR, "في عام 1940 سقط الجسر، وطوله 1810 أمتار."),
        (Language.PT, "Em 1940, a ponte de Tacoma caiu."),
        (Language.FR, "En 1940, les 1810 mètres du pont de Tacoma s’effondrèrent."),
        (Language.JA, "１９４０年、タコマナローズ橋が崩れた。"),
        (Language.DE, "Im Jahr 1940 stürzte in Tacoma eine Brücke von 1.810 Metern ein."),
        (Language.RU, "В 1940 году мост Такомы длиной 1\u00a0810 метров рухнул."),
    ],
)
def test_what_was_told_may_be_said_in_other_words_and_figures(language: Language, line: str) -> None:
    assert found(language, line) == ()


def test_what_stands_in_the_topic_is_no_invention() -> None:
    assert found(Language.EN, "So Moisseiff built 3 bridges.", topic="Leon Moisseiff and his 3 bridges") == ()
    assert found(Language.JA, "モイセイフの橋", topic="モイセイフ") == ()


def test_without_passages_nothing_is_judged() -> None:
    assert invented("In 1066 William came.", Grounding(), brief(Language.EN)) == ()
    assert Grounding().places("In 1066 William came.", Language.EN) == ()


def test_a_sentence_rests_on_the_passage_that_holds_most_of_its_words() -> None:
    entry = TextSource(title="Octopus", publisher="Wiktionary")
    made = Grounding(
        passages=(
            TextPassage(text="The bridge fell in a storm.", source=ARTICLE),
            TextPassage(text="An octopus has three hearts.", source=entry),
            TextPassage(text="The bridge was long.", source=ARTICLE),
        )
    )
    assert made.sources == (ARTICLE, entry)
    assert made.places("Every octopus lives with three hearts.", Language.EN) == (1,)
    assert made.places("A storm came, and the bridge fell.", Language.EN) == (0,)
    assert made.places("Money never sleeps on Sunday mornings.", Language.EN) == ()
    assert [each["number"] for each in made.material()] == [1, 2, 3]


def test_the_ground_is_what_says_most_of_the_topic_in_its_own_order_within_bounds() -> None:
    filler = [TextPassage(text=f"Filler number {each}.", source=ARTICLE) for each in range(20)]
    wanted = TextPassage(text="The octopus has three hearts.", source=ARTICLE)
    chosen = chosen_ground([*filler, wanted], brief(Language.EN, "octopus hearts"))
    assert len(chosen.passages) == MOST_PASSAGES
    assert chosen.passages == (*filler[: MOST_PASSAGES - 1], wanted)
    huge = TextPassage(text="octopus hearts " * MOST_CHARACTERS, source=ARTICLE)
    assert huge not in chosen_ground([huge, wanted], brief(Language.EN, "octopus hearts")).passages
    parts = [TextPassage(text="octopus " * 500, source=ARTICLE) for _ in range(4)]
    kept = chosen_ground(parts, brief(Language.EN, "octopus")).passages
    assert sum(len(each.text) for each in kept) <= MOST_CHARACTERS


def part(*lines: str) -> ScenePart:
    return ScenePart(lines=lines, visual=(), emphasis=("1941", "bridge"))


def test_sentences_that_invent_go_and_the_others_stay() -> None:
    truth = part("The bridge fell in 1940.")
    reply = Reply(
        title="T",
        hook=part("It fell in 1941. The bridge was long."),
        scenes=(truth, part("In 1066!"), truth),
        close=truth,
    )
    about = ground(PASSAGES[Language.EN])
    left, notes = without_inventions(reply, about, brief(Language.EN))
    assert left.hook.lines == ("The bridge was long.",)
    assert left.hook.emphasis == ("bridge",)
    assert left.scenes == (part_without_emphasis(truth),) * 2
    assert len(notes) == 2
    assert [each.partition(" ")[0] for each in ground_problems(reply, about, brief(Language.EN))] == [
        "'1941'", "'1066'"
    ]  # fmt: skip


def part_without_emphasis(scene: ScenePart) -> ScenePart:
    return ScenePart(lines=scene.lines, visual=(), emphasis=("bridge",))


def test_a_reply_of_which_too_little_is_left_is_refused() -> None:
    lie, truth = part("In 1066!"), part("The bridge fell in 1940.")
    reply = Reply(title="T", hook=truth, scenes=(truth, lie, lie), close=truth)
    with pytest.raises(ValueError, match="hardly anything is left"):
        without_inventions(reply, ground(PASSAGES[Language.EN]), brief(Language.EN))
