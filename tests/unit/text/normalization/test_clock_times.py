"""Times of day as a narrator says them, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.languages import is_spaced
from renderer.text.normalization.cardinals import say_whole
from renderer.text.normalization.number_words import spoken_words
from tests.unit.text.normalization.spoken_line import said

SPACED = [language for language in Language if is_spaced(language)]


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


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "At 9:00 pm, 9:15 a.m., 12:00.", "At nine pm, nine fifteen a m, twelve o'clock."),
        ("en", "At 3:05pm or 3:05p.m. today", "At three oh five p m or three oh five p m today"),
        ("es", "A la 1:00, a las 2:05.", "A la una en punto, a las dos y cinco."),
        ("ru", "В 14:05, в 9:00.", "В четырнадцать ноль пять, в девять ноль ноль."),
        ("ar", "الساعة 10:00 ثم 3:15", "الساعة عشرة ثم ثلاثة وخمسة عشر دقيقة"),
        ("zh", "上午9:05，10:00，23:59。", "上午九点五分，十点，二十三点五十九分。"),
        ("ja", "午前9:05、10:00、23:59。", "午前9時5分、10時、23時59分。"),
    ],
)
def test_times_of_the_day_are_said_in_words(language: str, text: str, wanted: str) -> None:
    assert said(text, language) == wanted


@pytest.mark.parametrize("language", ["en", "es", "pt", "fr", "de", "ru", "hi", "ar"])
@pytest.mark.parametrize("text", ["25:00", "7:60", "16:9", "12:5"])
def test_what_no_clock_shows_is_a_ratio(language: str, text: str) -> None:
    words = spoken_words(Language(language))
    first, second = text.split(":")
    ratio = f" {words.ratio} ".join(say_whole(part, Language(language)) for part in (first, second))
    assert said(text, language) == ratio


@given(hour=st.integers(0, 24), minute=st.integers(0, 59), language=st.sampled_from(SPACED))
@settings(max_examples=50, deadline=None)
def test_every_time_is_said_without_figures(hour: int, minute: int, language: Language) -> None:
    spoken = said(f"{hour}:{minute:02}", language)
    assert spoken
    assert not any(char.isdigit() or char == ":" for char in spoken)
