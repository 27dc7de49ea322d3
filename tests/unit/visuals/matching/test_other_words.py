"""Longer words, forms and other readings that only look like a thing's name show nothing."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.subjects import match_subjects
from tools.forms.german_tails import is_word, trusted_tails
from tools.forms.phrase_forms import phrase_forms


def shown(text: str, language: Language) -> set[str]:
    words = [piece.display for piece in tokenise(text, language)]
    return {name for subject in match_subjects(words, language) for name in subject.artwork}


@pytest.mark.parametrize(
    "word",
    [
        *("Studenten", "Patienten", "Sammlungen", "Verletzungen", "Mitglieder", "Einfluss", "Mondphasen"),
        *("Einwände", "Herberge", "Schwelle", "Schützengraben", "Meeresspiegel", "Poststempel"),
        *("Goldpreises", "Baumwolle", "Schornstein", "Wortschatz", "Zahnfleisch"),
    ],
)
def test_a_german_word_is_not_read_by_letters_at_its_end(word: str) -> None:
    assert not shown(f"Die {word} fehlten.", Language.DE)


@pytest.mark.parametrize(
    ("word", "artwork"),
    [
        ("Goldmünze", "coin"),
        ("Kirchenglocke", "bell"),
        ("Tiefseekrake", "octopus"),
        ("Waldbrand", "fire"),
        ("Nähmaschine", "gear"),
    ],
)
def test_a_german_compound_is_a_kind_of_what_its_end_names(word: str, artwork: str) -> None:
    assert artwork in shown(f"Die {word} fehlte.", Language.DE)


def test_a_tail_is_trusted_where_other_words_stand_before_it() -> None:
    forms = ["Geld", "Goldmünze", "Gold", "Silbermünze", "Silber", "Sammlung", "Sammlungen", "Zahlungen"]
    tails, longer = trusted_tails(["münze", "lungen"], {form: form for form in forms})
    assert tails == ["münze"]
    assert longer == []


def test_first_words_of_compounds_may_have_links_or_lack_their_ends() -> None:
    known = {"liebe", "schreiben", "schule", "arbeit"}
    assert all(is_word(head, known) for head in ("liebes", "schreib", "schul", "arbeits"))
    assert not is_word("samm", known)


@pytest.mark.parametrize(
    ("language", "text", "never"),
    [
        (Language.EN, "The soldiers deserted at once.", "desert"),
        (Language.EN, "She was fired after a week.", "fire"),
        (Language.EN, "He ferried them and was crowned.", "crown"),
        (Language.EN, "The guns opened fire.", "fire"),
        (Language.EN, "A queen bee leaves the hive.", "crown"),
        (Language.ES, "Había dado la vuelta.", "game-die"),
        (Language.ES, "Fue tratado en casa.", "page-with-curl"),
        (Language.ES, "Llegó una ola de calor.", "water-wave"),
        (Language.PT, "O som foi ouvido longe.", "ear"),
        (Language.FR, "Elle a traité le minerai.", "page-with-curl"),
        (Language.FR, "Le feu rouge clignote.", "fire"),
        (Language.RU, "В большом горе он молчал.", "mountain"),
        (Language.RU, "Вина лежит на нём.", "wine-glass"),
        (Language.RU, "На столе стояли банки с вареньем.", "classical-building"),
        (Language.HI, "दस किलो आटा लाया।", "castle"),
        (Language.AR, "المرأة التي سافرت", "mirror"),
        (Language.AR, "شبكات كبيرة", "beer-mug"),
        (Language.AR, "كان كفار المدينة", "rat"),
        (Language.AR, "هو عبارة عن جبل", "ferry"),
        (Language.ZH, "开凿花了八年。", "sunflower"),
        (Language.JA, "傘は竹の骨に張った。", "bone"),
        (Language.ES, "Compró dos llaves inglesas.", "key"),
        (Language.EN, "Two fire engines came.", "fire"),
        (Language.ZH, "用竹子和丝做骨架。", "game-dinosaur-bones"),
    ],
)
def test_other_words_of_the_same_letters_show_nothing(language: Language, text: str, never: str) -> None:
    assert never not in shown(text, language)


@pytest.mark.parametrize(
    ("language", "text", "artwork"),
    [
        (Language.EN, "They crossed the desert.", "desert"),
        (Language.RU, "Бокал вина стоял на столе.", "wine-glass"),
        (Language.RU, "Банк закрыл двери.", "classical-building"),
        (Language.AR, "نظر في المرآة", "mirror"),
        (Language.ZH, "园里的花开了。", "sunflower"),
        (Language.JA, "犬が骨を埋めた。", "bone"),
        (Language.FR, "Les rois ont signé le traité de paix.", "page-with-curl"),
        (Language.EN, "The king and the queen sat on a throne.", "crown"),
    ],
)
def test_the_things_themselves_are_still_shown(language: Language, text: str, artwork: str) -> None:
    assert artwork in shown(text, language)


@pytest.mark.parametrize(
    ("language", "term", "forms"),
    [
        (Language.EN, "fire engine", ["fire engines"]),
        (Language.ES, "llave inglesa", ["llaves inglesa", "llaves inglesas"]),
        (Language.PT, "avião de papel", ["aviões de papel"]),
        (Language.FR, "bateau à voile", ["bateaux à voile"]),
        (Language.RU, "железная дорога", []),
        (Language.EN, "engine", []),
    ],
)
def test_terms_of_several_words_have_plurals(language: Language, term: str, forms: list[str]) -> None:
    assert set(forms) <= set(phrase_forms(term, language))
    assert bool(forms) == bool(phrase_forms(term, language))
