"""Articles of an encyclopaedia: HTML to lines, sections to leave out, and which one is about the topic."""

from __future__ import annotations

import pytest

from renderer.backends.knowledge.articles import Article, chosen, passages_of
from renderer.backends.knowledge.base import Topic
from renderer.backends.knowledge.html_text import article_lines
from renderer.backends.knowledge.sections import SHORT_OPENING, is_appended, only_points
from renderer.contract.vocabulary import Language
from renderer.core.knowledge import TextSource
from renderer.errors import ClipwrightError

EN = Language.EN
VOLCANO = (
    "A volcano is an opening in the crust of a planet through which hot lava, ash and gases escape. "
    "Volcanoes are found where the plates of the crust part or meet, and most of them lie under the sea. "
    "When a volcano erupts, the ash can cover whole cities and darken the sky for weeks."
)
BRIDGE = (
    "A bridge is a structure that carries a road over a river or a valley. The oldest bridges were trunks of "
    "trees that lay across a stream. The Romans built bridges of stone, and many of them still stand today, "
    "because their arches carry the weight to the ground."
)


def article(title: str, *texts: str, heading: str = "", points: bool = False) -> Article:
    return Article(
        source=TextSource(title=title, publisher="Test"),
        lines=tuple((heading, text) for text in texts),
        points_elsewhere=points,
    )


def test_paragraphs_stand_under_their_headings_without_marks_and_boxes() -> None:
    title, lines, points = article_lines(
        "<title>Other</title><h1>Black  <i>cat</i></h1>"
        "<p>A <b>cat</b> is.<sup class='reference'>[1]</sup></p>"
        "<table><tr><td><p>in a table</p></td></tr></table><h2>History"
        "<span class='mw-editsection'>edit</span></h2><p> </p>"
        "<p>Old\n and  new.</p><div class='infobox'><p>boxed</p></div><ul><li>listed</li></ul>"
        "<div style='display: none'><p>hidden</p></div><h3>Below</h3><p aria-hidden='true'>x</p><p>Last.</p>"
    )
    assert title == "Black cat"
    assert lines == (("", "A cat is."), ("History", "Old and new."), ("Below", "Last."))
    assert not points


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<title>T</title><p>x</p>", ("T", (("", "x"),), False)),
        ("<p>x</p><div id='disambigbox'></div>", ("", (("", "x"),), True)),
        ("<h1>A</h1><div class='homonymie'><p>y</p></div>", ("A", (("", "y"),), True)),
        ("", ("", (), False)),
        ("<p>unclosed <b>bold", ("", (("", "unclosed bold"),), False)),
        ("<script>var p = '<p>no</p>'</script><p>yes</p>", ("", (("", "yes"),), False)),
    ],
)
def test_broken_and_pointing_pages_are_read(html: str, wanted: tuple[object, ...]) -> None:
    assert article_lines(html) == wanted


@pytest.mark.parametrize(
    "heading",
    [
        "References",
        " See also ",
        "Véase también",
        "Ligações externas",
        "Liens externes",
        "Weblinks",
        "Примечания",
        "参考文献",
        "外部リンク",
        "مراجع",
        "सन्दर्भ",
    ],
)
def test_appendices_of_ten_languages_are_known(heading: str) -> None:
    assert is_appended(heading)
    assert is_appended(heading.upper())


@pytest.mark.parametrize("heading", ["", "History", "Geschichte", "Reference works of Rome", "历史"])
def test_other_sections_are_told(heading: str) -> None:
    assert not is_appended(heading)


@pytest.mark.parametrize(
    ("title", "opening", "wanted"),
    [
        ("Mercury (disambiguation)", "", True),
        ("Mercury", "Mercury may refer to:", True),
        ("Bank", "Bank steht für:", True),
        ("Меркурий (значения)", "", True),
        ("水星 (曖昧さ回避)", "", True),
        ("Mercury", "Mercury is a planet.", False),
        ("Mercury", "The word may refer to a planet. " + "x" * SHORT_OPENING, False),
    ],
)
def test_a_list_of_meanings_is_no_article(title: str, opening: str, wanted: bool) -> None:  # noqa: FBT001
    assert only_points(title, opening) is wanted


def test_passages_leave_appendices_out_and_know_their_heading() -> None:
    told = article("Volcano", VOLCANO, heading="Eruptions")
    assert [(passage.heading, passage.source.title) for passage in passages_of(told, EN)] == [
        ("Eruptions", "Volcano")
    ]
    assert passages_of(article("Volcano", VOLCANO, heading="References"), EN) == ()


def test_the_article_about_the_topic_is_chosen_whatever_its_place() -> None:
    topic = Topic(text="How do volcanoes erupt", language=EN)
    for order in ([0, 1], [1, 0]):
        both = [article("Bridge", BRIDGE), article("Volcano", VOLCANO)]
        found = chosen([both[at] for at in order], topic, asked="test")
        assert {passage.source.title for passage in found.passages} == {"Volcano"}
        assert found.notes == ()


@pytest.mark.parametrize(
    ("useless", "reason"),
    [
        (article("Volcano", VOLCANO, points=True), "lists meanings"),
        (article("Volcano (disambiguation)", VOLCANO), "lists meanings"),
        (article("Volcano", "A short line."), "hardly any running text"),
        (article("Volcano"), "hardly any running text"),
        (
            article(
                "Vulkan", "Ein Vulkan ist eine Öffnung, durch die Asche aus der Erde nach außen dringt. " * 4
            ),
            "not written in the language",
        ),
    ],
)
def test_what_cannot_be_used_is_passed_over_with_a_reason(useless: Article, reason: str) -> None:
    topic = Topic(text="How do volcanoes erupt", language=EN)
    found = chosen([useless, article("Volcano", VOLCANO)], topic, asked="test")
    assert found.passages
    (note,) = found.notes
    assert reason in note
    assert note.startswith("test: ")
    with pytest.raises(ClipwrightError) as caught:
        chosen([useless], topic, asked="test")
    assert caught.value.code == "knowledge_none"
    assert reason in str(caught.value)


@pytest.mark.parametrize("articles", [[], [article("Bridge", BRIDGE)]])
def test_an_article_about_something_else_is_nothing_known(articles: list[Article]) -> None:
    with pytest.raises(ClipwrightError) as caught:
        chosen(articles, Topic(text="How do volcanoes erupt", language=EN), asked="test")
    assert caught.value.code == "knowledge_none"
