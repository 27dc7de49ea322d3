"""What an adapted chapter must respect: nothing invented or repeated, speakable, in order, of its length."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from renderer.backends.adapting.base import ChapterText, NoAdapter
from renderer.backends.adapting.checks import LONGEST_SENTENCE, MOST_PROBLEMS, kept_to_source, problems
from renderer.backends.adapting.fake import FakeAdapter
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.text.grounding import source_text
from renderer.text.inventions import SourceText

SOURCES: dict[Language, tuple[str, ...]] = {
    Language.EN: (
        "The lighthouse on the cliff was built in 1811 by Robert Stevenson for the sailors.",
        "Its lamp burned whale oil and was seen from thirty miles away on a clear night.",
        "Three keepers lived in the tower and climbed two hundred steps every evening.",
    ),
    Language.DE: (
        "Der Leuchtturm auf der Klippe wurde 1811 von Robert Stevenson für die Seeleute gebaut.",
        "Seine Lampe brannte mit Walöl und war in klaren Nächten dreißig Meilen weit zu sehen.",
        "Drei Wärter lebten im Turm und stiegen jeden Abend zweihundert Stufen hinauf.",
    ),
    Language.RU: (
        "Маяк на скале построил Роберт Стивенсон в 1811 году для моряков.",
        "Его лампа горела на китовом жире и была видна за тридцать миль ясной ночью.",
        "Три смотрителя жили в башне и каждый вечер поднимались на двести ступеней.",
    ),
    Language.HI: (
        "चट्टान पर प्रकाशस्तंभ 1811 में नाविकों के लिए बनाया गया था।",
        "उसका दीपक व्हेल के तेल से जलता था और साफ रात में दूर से दिखता था।",
        "तीन रखवाले मीनार में रहते थे और हर शाम सीढ़ियाँ चढ़ते थे।",
    ),
    Language.ZH: (
        "悬崖上的灯塔建于1811年，是为水手们建造的。",
        "它的灯用鲸油点燃，晴朗的夜晚很远就能看见。",
        "三名看守住在塔里，每天晚上爬上台阶。",
    ),
}
INVENTED: dict[Language, str] = {
    Language.EN: "In 1854 Napoleon visited the lighthouse.",
    Language.DE: "1854 besuchte Napoleon den Leuchtturm.",
    Language.RU: "В 1854 году Наполеон посетил маяк.",
    Language.HI: "1854 में प्रकाशस्तंभ में आग लगी थी।",
    Language.ZH: "1854年灯塔发生了火灾。",
}


def chapter(language: Language, paragraphs: tuple[str, ...] = ()) -> ChapterText:
    told = paragraphs or SOURCES[language]
    return ChapterText(
        work="condense",
        language=language,
        film="",
        title="",
        paragraphs=told,
        characters=sum(map(len, told)),
        seconds=20.0,
    )


def ground(one: ChapterText) -> SourceText:
    return source_text("\n".join(one.paragraphs), one.language)


@pytest.mark.parametrize("language", SOURCES)
def test_its_own_words_are_no_problem(language: Language) -> None:
    one = chapter(language)
    assert problems(one.paragraphs, one, ground(one)) == []
    assert kept_to_source(one.paragraphs, one, ground(one)) == (one.paragraphs, 0)


@pytest.mark.parametrize("language", SOURCES)
def test_what_is_invented_is_told_and_cut_out(language: Language) -> None:
    one = chapter(language)
    joint = "" if language is Language.ZH else " "
    told = (one.paragraphs[0] + joint + INVENTED[language], *one.paragraphs[1:])
    found = problems(told, one, ground(one))
    assert any("1854" in problem for problem in found)
    assert kept_to_source(told, one, ground(one)) == (one.paragraphs, 1)


@pytest.mark.parametrize("language", SOURCES)
def test_what_is_said_twice_is_said_once(language: Language) -> None:
    one = chapter(language)
    told = (*one.paragraphs, one.paragraphs[0])
    assert kept_to_source(told, one, ground(one)) == (one.paragraphs, 1)


def test_another_language_is_told() -> None:
    one = chapter(Language.EN)
    found = problems(SOURCES[Language.RU], one, ground(one))
    assert found[0] == "The paragraphs are not written in the language 'en'."


@pytest.mark.parametrize(
    "bad", ["**The lighthouse** on the cliff.", "The lighthouse: https://a.b on the cliff.", "..."]
)
def test_what_cannot_be_said_is_told_and_cut_out(bad: str) -> None:
    one = chapter(Language.EN)
    told = (*one.paragraphs, bad)
    assert any("cannot be read aloud" in problem for problem in problems(told, one, ground(one)))
    assert kept_to_source(told, one, ground(one)) == (one.paragraphs, 1)


@pytest.mark.parametrize(("size", "good"), [(LONGEST_SENTENCE, True), (LONGEST_SENTENCE + 1, False)])
def test_a_sentence_that_takes_more_than_a_breath_is_cut_out(size: int, good: bool) -> None:  # noqa: FBT001
    sentence = ("The lighthouse stood on the cliff and " * 20)[: size - 1].rstrip() + "."
    sentence = sentence[:-1] + "t" * (size - len(sentence)) + "."
    one = chapter(Language.EN, (sentence,))
    assert len(sentence) == size
    assert (kept_to_source((sentence,), one, ground(one))[0] == (sentence,)) is good


@pytest.mark.parametrize(
    ("share", "good"), [(1.0, True), (0.88, True), (1.14, True), (0.8, False), (1.3, False)]
)
def test_the_room_is_kept_within_a_seventh(share: float, good: bool) -> None:  # noqa: FBT001
    one = chapter(Language.EN)
    length = sum(map(len, one.paragraphs))
    asked = replace(one, characters=round(length / share))
    found = problems(one.paragraphs, asked, ground(one))
    assert (found == []) is good
    assert good or f"have {length} characters together" in found[0]


def test_paragraphs_that_change_places_are_told() -> None:
    one = chapter(Language.EN)
    first, second, third = one.paragraphs
    told = "The paragraphs do not keep the order of the chapter."
    assert told in problems((third, second, first), one, ground(one))
    assert told in problems((second, first, third), one, ground(one))
    assert told not in problems((first, second, third), one, ground(one))
    assert told not in problems((first,), one, ground(one))


def test_a_model_is_told_of_some_problems_only() -> None:
    one = chapter(Language.EN)
    told = tuple(f"Napoleon paid {n} florins to Goethe." for n in range(300, 340))
    assert len(problems(told, one, ground(one))) == MOST_PROBLEMS


def test_nothing_left_is_nothing() -> None:
    one = chapter(Language.EN)
    assert kept_to_source((), one, ground(one)) == ((), 0)
    assert kept_to_source((INVENTED[Language.EN],), one, ground(one)) == ((), 1)


def test_none_set_up_refuses_and_the_fake_keeps_to_its_room() -> None:
    one = chapter(Language.EN)
    with pytest.raises(ClipwrightError) as caught:
        NoAdapter().adapt(one)
    assert caught.value.code == "provider_unconfigured"
    for characters in (1, 100, 200, 1_000):
        (told,) = FakeAdapter().adapt(replace(one, characters=characters))
        assert one.paragraphs[0] in told
        assert len(told) <= max(characters + 2, len(one.paragraphs[0]))
