"""Family ties in languages that capitalise names: which are read, and which are not."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.kin.family import ties_of


def told(text: str, language: str) -> list[str]:
    """The ties in a sentence, one line each."""
    words = [piece.display for piece in tokenise(text, Language(language))]
    return sorted({f"{tie.one} {tie.role} of {tie.other}" for tie in ties_of(words, Language(language))})


@pytest.mark.parametrize(
    ("language", "text", "ties"),
    [
        (
            "en",
            "Caesar's daughter Julia married Pompey.",
            ["Julia child of Caesar", "Julia spouse of Pompey"],
        ),
        ("en", "Victoria and her husband Albert moved to Osborne.", ["Albert spouse of Victoria"]),
        ("en", "Alexei, the only son of Nicholas II, was ill.", ["Alexei child of Nicholas II"]),
        ("en", "Cain and Abel were brothers.", ["Abel sibling of Cain"]),
        ("en", "Isaac, whose father was Abraham, had two sons.", ["Abraham parent of Isaac"]),
        ("en", "Mary was the sister of Elizabeth.", ["Mary sibling of Elizabeth"]),
        ("en", "The father of Cleopatra was Ptolemy XII.", ["Ptolemy XII parent of Cleopatra"]),
        ("en", "Lincoln's wife was Mary Todd.", ["Mary Todd spouse of Lincoln"]),
        ("en", "Thomas married Anne of Cleves in 1540.", ["Thomas spouse of Anne of Cleves"]),
        ("en", "Abigail Adams, wife of John Adams, wrote letters.", ["Abigail Adams spouse of John Adams"]),
        ("en", "Charles and Diana married in 1981.", ["Diana spouse of Charles"]),
        ("en", "Romeo married Juliet.", ["Romeo spouse of Juliet"]),
        ("es", "Felipe, hijo de Carlos I, heredó el trono.", ["Felipe child of Carlos I"]),
        ("es", "Isabel se casó con Fernando en 1469.", ["Isabel spouse of Fernando"]),
        ("es", "Juana era hija de Isabel.", ["Juana child of Isabel"]),
        ("es", "Rómulo y Remo eran hermanos.", ["Remo sibling of Rómulo"]),
        ("es", "El hijo de Felipe, Carlos, murió joven.", ["Carlos child of Felipe"]),
        ("es", "Atahualpa y su hermano Huáscar lucharon.", ["Huáscar sibling of Atahualpa"]),
        ("pt", "Pedro, filho de João VI, ficou no Brasil.", ["Pedro child of João VI"]),
        ("pt", "Inês casou-se com Pedro.", ["Inês spouse of Pedro"]),
        ("pt", "Caim e Abel eram irmãos.", ["Abel sibling of Caim"]),
        ("pt", "Dom Pedro II era filho de Pedro I.", ["Pedro II child of Pedro I"]),
        ("pt", "Pedro e sua esposa Leopoldina chegaram.", ["Leopoldina spouse of Pedro"]),
        ("fr", "Louis XIII, père de Louis XIV, mourut en 1643.", ["Louis XIII parent of Louis XIV"]),
        ("fr", "Marie-Antoinette épousa Louis XVI.", ["Marie-Antoinette spouse of Louis XVI"]),
        ("fr", "Napoléon et son frère Joseph partirent.", ["Joseph sibling of Napoléon"]),
        ("fr", "Caïn et Abel étaient frères.", ["Abel sibling of Caïn"]),
        ("fr", "Jeanne était la fille de Philippe.", ["Jeanne child of Philippe"]),
        ("fr", "La femme de Louis XVI était Marie-Antoinette.", ["Marie-Antoinette spouse of Louis XVI"]),
        ("de", "Karl heiratete Anna.", ["Karl spouse of Anna"]),
        ("de", "Kain und Abel waren Brüder.", ["Abel sibling of Kain"]),
        (
            "de",
            "Maria Theresia, die Mutter von Joseph II., regierte lange.",
            ["Maria Theresia parent of Joseph II."],
        ),
        ("de", "Wolfgang und seine Schwester Nannerl spielten.", ["Nannerl sibling of Wolfgang"]),
        ("de", "Friedrichs Vater Wilhelm war streng.", ["Wilhelm parent of Friedrich"]),
        ("ru", "Пётр, сын Алексея, стал царём.", ["Пётр child of Алексей"]),
        ("ru", "Иван женился на Марии.", ["Иван spouse of Мария"]),
        ("ru", "Каин и Авель были братья.", ["Авель sibling of Каин"]),
        ("ru", "Анна вышла замуж за Александра.", ["Анна spouse of Александр"]),
        ("ru", "Ольга была женой Игоря.", ["Ольга spouse of Игорь"]),
        ("en", "Zeus, father of Athena, threw lightning.", ["Zeus parent of Athena"]),
        ("en", "King George VI and his daughter Elizabeth waved.", ["Elizabeth child of George VI"]),
        ("en", "Louis XIV's mother, Anne of Austria, ruled.", ["Anne of Austria parent of Louis XIV"]),
        ("en", "The twins Castor and Pollux rode.", ["Pollux sibling of Castor"]),
    ],
)
def test_ties_are_read_between_named_people(language: str, text: str, ties: list[str]) -> None:
    assert told(text, language) == ties


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The son of a carpenter became king."),
        ("en", "Paris and London are sister cities."),
        ("en", "He met Anna, sister of his friend."),
        ("es", "España es hija de Roma."),
        ("es", "Madrid y su hermana Toledo crecieron."),
        ("en", "Perhaps Mary was the sister of Elizabeth."),
        ("en", "If Charles married Diana, all changed."),
        ("en", "Did Romeo marry Juliet?"),
        ("en", "The company Meta, daughter of Facebook, grew."),
        ("en", "John, the king's brother, ruled."),
        ("en", "Her son Edward drowned."),
        ("en", "Peter and Paul were friends."),
        ("en", "Anne was not the sister of Mary."),
        ("de", "Karl war nicht der Sohn von Pippin."),
        ("de", "Vielleicht war Anna die Schwester von Maria."),
        ("de", "Die Firma Siemens, Tochter von Osram, wuchs."),
        ("de", "Heinrich, Sohn eines Bauern, wurde König."),
        ("fr", "Jeanne n'était pas la fille de Philippe."),
        ("fr", "Peut-être Marie était la sœur de Jean."),
        ("fr", "Jean, fils d'un roi, mourut."),
        ("es", "Tal vez Juana era hija de Isabel."),
        ("es", "Juana no era hija de Isabel."),
        ("es", "La empresa Seat, hija de Fiat, creció."),
        ("pt", "Talvez Inês casou-se com Pedro."),
        ("pt", "Pedro não era filho de João."),
        ("ru", "Возможно, Пётр был сыном Алексея."),
        ("ru", "Пётр не был сыном Алексея."),
        ("ru", "Пётр, сын крестьянина, вырос."),
    ],
)
def test_doubt_questions_places_and_nameless_people_make_no_tie(language: str, text: str) -> None:
    assert told(text, language) == []
