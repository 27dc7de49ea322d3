"""Times of the day as a narrator says them, and what only looks like one."""

from __future__ import annotations

import pytest

from tests.unit.text.normalization.spoken_line import said


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "It took 2:00:35 on foot", "It took two zero zero thirty-five on foot"),
        ("en", "It ended at 14:30:15 sharp", "It ended at fourteen thirty fifteen sharp"),
        ("de", "Er lief 2:01:09 lang", "Er lief zwei null eins null neun lang"),
    ],
)
def test_a_time_with_seconds_keeps_them(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("fr", "Le train part à 14h30.", "Le train part à quatorze heures trente."),
        ("fr", "Il dort à 22h00.", "Il dort à vingt-deux heures."),
        ("fr", "Il a marché 3 h hier.", "Il a marché trois heures hier."),
        ("pt", "Saiu às 21h15 de casa.", "Saiu às vinte e uma e quinze de casa."),
        ("es", "Llegó a las 14h30.", "Llegó a las catorce y treinta."),
    ],
)
def test_an_h_stands_for_the_colon_where_it_is_written_so(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("वह 10:00 बजे आया।", "वह दस बजे आया।"),
        ("ट्रेन 14:30 बजे चली।", "ट्रेन चौदह बजकर तीस मिनट चली।"),
        ("रात 9:05 बजे, सब सो गए।", "रात नौ बजकर पाँच मिनट, सब सो गए।"),
    ],
)
def test_the_hindi_hour_word_is_said_once(text: str, wanted: str) -> None:
    assert said(text, "hi") == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Um 14.30 Uhr begann es.", "Um vierzehn Uhr dreißig begann es."),
        ("Um 9.00 Uhr begann es.", "Um neun Uhr begann es."),
        ("Es wog 14.30 Kilo.", "Es wog vierzehn Komma drei null Kilo."),
        ("Es war 1:00 Uhr.", "Es war ein Uhr."),
        ("Es war 1:20 Uhr.", "Es war ein Uhr zwanzig."),
        ("Um 1:05 schlief sie.", "Um ein Uhr fünf schlief sie."),
    ],
)
def test_german_times_with_a_point_are_times_before_their_word_only(text: str, wanted: str) -> None:
    assert said(text, "de") == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("fr", "Il est 1:00.", "Il est une heure."),
        ("fr", "Il est 1h20.", "Il est une heure vingt."),
        ("fr", "Il est 0:30.", "Il est zéro heure trente."),
        ("fr", "Il est 21:05.", "Il est vingt et une heures cinq."),
        ("pt", "Saiu à 1:00.", "Saiu à uma hora."),
        ("pt", "Saiu às 11:00.", "Saiu às onze horas."),
    ],
)
def test_one_hour_is_singular(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted
