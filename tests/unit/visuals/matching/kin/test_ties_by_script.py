"""Family ties in Hindi, Arabic, Chinese and Japanese, whose scripts have no capitals."""

from __future__ import annotations

import pytest
import regex

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.kin.family import ties_of
from renderer.visuals.matching.kin.marked import NameSpan, marked_by, named, ties_in
from renderer.visuals.matching.kin.ties import Tie


def told(text: str, language: str) -> list[str]:
    """The ties in a sentence, one line each."""
    words = [piece.display for piece in tokenise(text, Language(language))]
    return sorted({f"{tie.one} {tie.role} of {tie.other}" for tie in ties_of(words, Language(language))})


@pytest.mark.parametrize(
    ("language", "text", "ties"),
    [
        ("hi", "अकबर हुमायूँ का पुत्र था।", ["अकबर child of हुमायूँ"]),
        ("hi", "राम और लक्ष्मण भाई थे।", ["लक्ष्मण sibling of राम"]),
        ("hi", "शाहजहाँ ने मुमताज से विवाह किया।", ["शाहजहाँ spouse of मुमताज"]),
        ("hi", "दशरथ के पुत्र राम वन गए।", ["राम child of दशरथ"]),
        ("ar", "كان هارون ابن المهدي.", ["هارون child of المهدي"]),
        ("ar", "تزوج محمد من خديجة.", ["محمد spouse of خديجة"]),
        ("ar", "موسى وأخوه هارون خرجا.", ["هارون sibling of موسى"]),
        ("zh", "唐高宗的皇后武则天登基。", ["武则天 spouse of 唐高宗"]),
        ("zh", "康熙是雍正的父亲。", ["康熙 parent of 雍正"]),
        ("zh", "查理娶了玛丽。", ["查理 spouse of 玛丽"]),
        ("zh", "秦始皇的儿子胡亥继位。", ["胡亥 child of 秦始皇"]),
        ("zh", "亨利和玛丽结婚。", ["玛丽 spouse of 亨利"]),
        ("ja", "徳川秀忠は徳川家康の息子です。", ["徳川秀忠 child of 徳川家康"]),
        ("ja", "クレオパトラの弟プトレマイオスが逃げた。", ["プトレマイオス sibling of クレオパトラ"]),
        ("ja", "ヘンリー8世はアンと結婚した。", ["ヘンリー8世 spouse of アン"]),
        ("ja", "豊臣秀頼は豊臣秀吉の子だ。", ["豊臣秀頼 child of 豊臣秀吉"]),
        ("hi", "दशरथ और कौशल्या के पुत्र राम वन गए।", ["राम child of कौशल्या", "राम child of दशरथ"]),
        ("hi", "राम और उनके भाई लक्ष्मण वन गए।", ["लक्ष्मण sibling of राम"]),
        ("hi", "मुमताज का विवाह शाहजहाँ से हुआ।", ["मुमताज spouse of शाहजहाँ"]),
        ("hi", "शिव और पार्वती पति-पत्नी हैं।", ["पार्वती spouse of शिव"]),
        ("ar", "كان إسحاق ابنا لإبراهيم وسارة.", ["إسحاق child of إبراهيم", "إسحاق child of سارة"]),
        ("ar", "هابيل وقابيل أخوان.", ["قابيل sibling of هابيل"]),
        ("ar", "تزوج نابليون من جوزفين عام 1796.", ["نابليون spouse of جوزفين"]),
        ("ar", "كليوباترا هي أخت بطليموس.", ["كليوباترا sibling of بطليموس"]),
        ("zh", "胡亥是秦始皇的小儿子。", ["胡亥 child of 秦始皇"]),
        ("zh", "该隐和亚伯是兄弟。", ["亚伯 sibling of 该隐"]),
        ("ja", "ナポレオンとその妻ジョゼフィーヌは別れた。", ["ジョゼフィーヌ spouse of ナポレオン"]),
        ("ja", "カインとアベルは兄弟です。", ["アベル sibling of カイン"]),
    ],
)
def test_known_names_are_tied_by_the_words_between_them(language: str, text: str, ties: list[str]) -> None:
    assert told(text, language) == ties


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("hi", "अकबर हुमायूँ का पुत्र नहीं था।"),
        ("hi", "शायद राम और लक्ष्मण भाई थे।"),
        ("hi", "राजा का पुत्र सुंदर था।"),
        ("hi", "क्या राम दशरथ के पुत्र थे?"),
        ("ar", "لم يكن هارون ابن المهدي."),
        ("ar", "هل كان هارون ابن المهدي؟"),
        ("ar", "كان ابن الملك جميلا."),
        ("zh", "康熙不是雍正的父亲。"),
        ("zh", "据说查理娶了玛丽。"),
        ("zh", "国王的儿子很高兴。"),
        ("zh", "失败是成功之母。"),
        ("ja", "徳川秀忠は徳川家康の息子ではない。"),
        ("ja", "王の息子は若かった。"),
        ("ja", "もし信長の妹なら、どうだろうか。"),
        ("ja", "アダムとイブは夫婦だ。"),
    ],
)
def test_doubt_and_nameless_people_make_no_tie(language: str, text: str) -> None:
    assert told(text, language) == []


def span(name: str, text: str) -> NameSpan:
    at = text.index(name)
    return NameSpan(name=name, start=at, end=at + len(name))


def test_names_are_replaced_by_their_number_and_the_rest_stays() -> None:
    text = "Ada and Bo, then Cy."
    marked = marked_by(text, [span("Ada", text), span("Bo", text), span("Cy", text)])
    assert marked.text == "⟦0⟧ and ⟦1⟧, then ⟦2⟧."
    assert [one.name for one in marked.names] == ["Ada", "Bo", "Cy"]
    assert marked_by(text, []).text == text


def test_a_pattern_ties_each_child_to_each_parent_and_nobody_to_himself() -> None:
    text = "Ada, child of Bo and Cy; Bo, child of Bo and Ada"
    spans = [
        NameSpan(name=hit[0], start=hit.start(), end=hit.end()) for hit in regex.finditer("Ada|Bo|Cy", text)
    ]
    pattern = regex.compile(rf"{named('one')}, (?P<k>child) of {named('of')} and {named('also')}")
    found = list(ties_in(marked_by(text, spans), [pattern], {"child": "child"}))
    assert [(tie.one, tie.role, tie.other) for tie in found] == [
        ("Ada", "child", "Bo"),
        ("Ada", "child", "Cy"),
        ("Bo", "child", "Ada"),
    ]
    assert [tie.end for tie in found] == [text.index("Cy") + 2] * 2 + [len(text)]


def test_a_couple_needs_no_word_of_kin() -> None:
    text = "Ada weds Bo"
    pattern = regex.compile(rf"{named('both')} weds {named('one')}")
    (tie,) = ties_in(marked_by(text, [span("Ada", text), span("Bo", text)]), [pattern], {})
    assert (tie.one, tie.role, tie.other) == ("Bo", "spouse", "Ada")
    assert tie.kin.names == ("Bo", "Ada")


def test_a_child_stands_behind_its_parent_in_a_picture() -> None:
    child = Tie(one="Ada", role="child", other="Bo", end=3).kin
    parent = Tie(one="Bo", role="parent", other="Ada", end=3).kin
    assert child == parent
    assert (child.names, child.relation) == (("Bo", "Ada"), "parent")
