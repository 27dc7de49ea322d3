"""Nouns of topics, in the topic's own spelling, for labels that somebody else wrote."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.words.judge import Nouns, topic_nouns_of
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.text.nouns.grammar import grammar
from renderer.text.nouns.written import written_nouns

LEAST = {"tuned": 0.96, "unseen": 0.88}
"""Fraction of the offered nouns that are right; of all content words, 0.55 would be."""
TEXT = (
    "Rio de Janeiro l'eau la antigua Roma é ou wärmepumpe Berliner Mauer спят кофе القهوة चाय है 城が 5 “x” —"
)
WORDS = st.sampled_from(sorted(set(TEXT.split())))


@pytest.mark.parametrize("name", LEAST)
def test_most_of_what_is_offered_can_be_asked_about(name: str) -> None:
    of_all = sum(topic_nouns_of(name).values(), Nouns(0, 0, 0, 0))
    assert of_all.right >= LEAST[name] * of_all.offered
    assert of_all.found >= 0.93 * of_all.wanted


@given(words=st.lists(WORDS, max_size=8), language=st.sampled_from(Language))
def test_each_stands_in_the_text_and_none_comes_twice(words: list[str], language: Language) -> None:
    text = " ".join(words)
    found = written_nouns(text, language)
    assert all(noun in text for noun in found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("language", "topic", "wanted"),
    [
        (Language.ES, "Cómo se construyeron las pirámides", ("pirámides",)),
        (Language.ES, "El hambre en la antigua Roma", ("hambre", "Roma")),
        (Language.PT, "A história do samba no Rio de Janeiro", ("samba", "Rio de Janeiro")),
        (Language.FR, "L'histoire du café", ("café",)),
        (Language.FR, "Ce qui se passe quand on ne dort pas assez", ()),
        (Language.ES, "CÓMO SE CONSTRUYERON LAS PIRÁMIDES", ("PIRÁMIDES",)),
        (Language.ES, "Cómo Funcionan Los Faros", ("Faros",)),
        (Language.ES, "Frida Kahlo", ("Frida Kahlo",)),
        (Language.DE, "WIE FUNKTIONIERT EINE WÄRMEPUMPE", ("WÄRMEPUMPE",)),
        (Language.DE, "wie funktioniert eine wärmepumpe", ("wärmepumpe",)),
        (Language.DE, "Die Geschichte der Berliner Mauer", ("Berliner Mauer",)),
        (Language.RU, "Как строили пирамиды", ("пирамиды",)),
        (Language.AR, "كيف تعمل الألواح الشمسية", ("الألواح",)),
        (Language.HI, "हम सपने क्यों देखते हैं", ("सपने",)),
        (Language.ZH, "睡眠不足会怎样", ("睡眠不足",)),
        (Language.JA, "日本の城が石垣の上に建てられた理由", ("日本", "城", "石垣")),
        (Language.JA, "勉強する意味", ("意味",)),
    ],
)
def test_verbs_particles_and_words_of_the_telling_are_left_out(
    language: Language, topic: str, wanted: tuple[str, ...]
) -> None:
    assert written_nouns(topic, language) == wanted


def test_an_unknown_list_of_the_grammar_is_named(tmp_path: Path) -> None:
    damaged = tmp_path / "grammar.toml"
    damaged.write_text('[es]\nverbs = "ir"\n', "utf-8")
    with pytest.raises(ClipwrightError, match="verbs"):
        grammar(Language.ES, damaged)
