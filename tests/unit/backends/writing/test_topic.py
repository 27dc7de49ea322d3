"""A topic as typed becomes a phrase that fits any sentence, in the quotation marks of ten languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.backends.writing.topic import (
    LONGEST_SPOKEN,
    LONGEST_SPOKEN_IDEOGRAPHS,
    QUOTES,
    clean_topic,
    inserted,
    quoted,
    shortened,
    topic_of,
)
from renderer.contract.vocabulary import TOPIC_CHARACTERS, Language
from renderer.errors import ClipwrightError


@pytest.mark.parametrize(
    ("typed", "topic"),
    [
        ("  Bees  ", "Bees"),
        ("Why do bees dance?", "Why do bees dance?"),
        ("¡Qué río!", "¡Qué río!"),
        ("The end...", "The end"),
        ("川の一生。", "川の一生"),
        ("नदी का जीवन।", "नदी का जीवन"),
        ("حياة النهر؛", "حياة النهر"),
        ("حياة النهر،", "حياة النهر"),
        ("حياة النهر؟", "حياة النهر؟"),
        ("“Bees.”", "Bees"),
        ("„Bienen“", "Bienen"),
        ("«Пчёлы»", "Пчёлы"),
        ("「蜂」", "蜂"),
        ("“Bees” and “wasps”", "“Bees” and “wasps”"),
        ("one\n\ttwo\u200bthree\x07four", "one two three four"),
        ("C++, F# & 3.5", "C++, F# & 3.5"),
        ("1066", "1066"),
        ("#sharks", "sharks"),
        ("🦈 shark facts 🦈❤️", "shark facts"),
        ("No. #1 in C#", "No. #1 in C#"),
    ],
)
def test_a_topic_is_one_line_without_outer_marks(typed: str, topic: str) -> None:
    assert clean_topic(typed) == topic
    assert clean_topic(topic) == topic


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "topic_empty"), ("...", "topic_empty"), ("“ ”", "topic_empty"), ("🎬🎬", "topic_empty"),
        ("\x00\u200b", "topic_empty"), ("x" * (TOPIC_CHARACTERS + 1), "topic_too_long"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_topic_is_told(typed: str, code: str) -> None:
    with pytest.raises(ClipwrightError) as caught:
        clean_topic(typed)
    assert caught.value.code == code


def test_the_longest_topic_is_counted_without_the_space_around_it() -> None:
    assert clean_topic(" " * 50 + "x" * TOPIC_CHARACTERS + "\n") == "x" * TOPIC_CHARACTERS


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_its_outer_and_inner_marks(language: Language) -> None:
    opening, closing, inner_opening, inner_closing = QUOTES[language]
    assert quoted("x", language) == f"{opening}x{closing}"
    inner = quoted('the "best" and «worst»', language)
    assert inner == (
        f"{opening}the {inner_opening}best{inner_closing} and {inner_opening}worst{inner_closing}{closing}"
    )
    assert opening.strip() not in {inner_opening, inner_closing}


@pytest.mark.parametrize(
    ("sentence", "topic", "language", "said"),
    [
        ("Ask: {topic}.", "Why?", Language.EN, "Ask: “Why?”"),
        ("Ask: {topic}.", "Bees", Language.EN, "Ask: “Bees”."),
        ("問う：{topic}。", "なぜ？", Language.JA, "問う：「なぜ？」"),
        ("पूछें: {topic}।", "क्यों?", Language.HI, "पूछें: “क्यों?”"),
        ("اسأل: {topic}.", "لماذا؟", Language.AR, "اسأل: «لماذا؟»"),
        ("{topic}? Wer weiß.", "Warum!", Language.DE, "„Warum!“? Wer weiß."),
        ("{topic} : qui sait ?", "Abeilles", Language.FR, "«\u00a0Abeilles\u00a0» : qui sait ?"),
    ],
)
def test_a_full_stop_behind_a_question_goes(sentence: str, topic: str, language: Language, said: str) -> None:
    assert inserted(sentence, topic, language) == said


def test_a_topic_with_braces_is_set_in_as_it_is() -> None:
    assert inserted("{topic} is odd.", "{topic} {0} {x}", Language.EN) == "“{topic} {0} {x}” is odd."


@pytest.mark.parametrize(
    ("topic", "short"),
    [
        ("Bees", "Bees"),
        ("x" * LONGEST_SPOKEN, "x" * LONGEST_SPOKEN),
        ("a" * 80 + ", " + "b" * 80, "a" * 80 + "…"),
        ("a, " + "b" * 100 + " " + "c" * 80, "a, " + "b" * 100 + "…"),
        ("x" * 200, "x" * LONGEST_SPOKEN + "…"),
        ("川" * LONGEST_SPOKEN_IDEOGRAPHS, "川" * LONGEST_SPOKEN_IDEOGRAPHS),
        ("川" * 30 + "、" + "山" * 30, "川" * 30 + "…"),
        ("川" * 60, "川" * LONGEST_SPOKEN_IDEOGRAPHS + "…"),
        ("नदी " * 30 + "। " + "पहाड़ " * 20, "नदी " * 29 + "नदी…"),
    ],
)
def test_a_long_topic_is_cut_after_a_clause_or_else_a_word(topic: str, short: str) -> None:
    assert shortened(topic) == short


@settings(max_examples=40)
@given(topic=st.text(max_size=200))
def test_what_is_cut_is_the_beginning_and_fits(topic: str) -> None:
    short = shortened(topic)
    assert len(short) <= LONGEST_SPOKEN + 1
    assert short == topic or topic.startswith(short.removesuffix("…"))


@pytest.mark.parametrize(
    ("typed", "language", "topic"),
    [
        ("Make a video about the moon", Language.EN, "The moon"),
        ("Can you create a 60 second video about the Eiffel Tower?", Language.EN, "The Eiffel Tower?"),
        ("I want a short funny video on Napoleon", Language.EN, "Napoleon"),
        ("Tell me why cats purr", Language.EN, "Why cats purr"),
        ("Explain photosynthesis to a 5 year old", Language.EN, "Photosynthesis"),
        ("Let's talk about climate change.", Language.EN, "Climate change"),
        ("The video game crash", Language.EN, "The video game crash"),
        ("Make a difference", Language.EN, "Make a difference"),
        ("How to make a short film", Language.EN, "How to make a short film"),
        ("Tell me", Language.EN, "Tell me"),
        ("Short on cash", Language.EN, "Short on cash"),
        ("如何制作视频", Language.ZH, "如何制作视频"),
        ("यूट्यूब पर वीडियो कैसे बनाएं", Language.HI, "यूट्यूब पर वीडियो कैसे बनाएं"),
        ("Hazme un vídeo sobre los vikingos", Language.ES, "Los vikingos"),
        ("Faça um vídeo sobre o café", Language.PT, "O café"),
        ("Fais une vidéo sur la Lune", Language.FR, "La Lune"),
        ("Bitte erstelle mir ein kurzes Video über die Alpen", Language.DE, "Die Alpen"),
        ("ताजमहल के बारे में एक वीडियो बनाओ", Language.HI, "ताजमहल"),
        ("اصنع لي فيديو عن القمر", Language.AR, "القمر"),
        ("请帮我做一个关于长城的视频", Language.ZH, "长城"),
        ("富士山についての短い動画を作って", Language.JA, "富士山"),
    ],
)
def test_a_request_is_not_part_of_its_topic(typed: str, language: Language, topic: str) -> None:
    assert topic_of(typed, language) == topic
    assert topic_of(topic, language) == topic
