"""Days of the calendar are read in ten languages, and their months begin on the right weekday."""

from __future__ import annotations

import calendar
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.painters.base import Need
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.dates import day_in
from renderer.visuals.matching.facts import counted, find_facts


def words(text: str, language: Language) -> list[str]:
    return [piece.display for piece in tokenise(text, language)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.EN, "On April 15, 1912 the ship sank."),
        (Language.EN, "The 15th of April 1912 was cold."),
        (Language.ES, "El 15 de abril de 1912 se hundió."),
        (Language.PT, "Em 15 de abril de 1912 afundou."),
        (Language.FR, "Le 15 avril 1912, il coula."),
        (Language.DE, "Am 15. April 1912 sank es."),
        (Language.RU, "15 апреля 1912 года он утонул."),
        (Language.HI, "15 अप्रैल 1912 को वह डूबा।"),
        (Language.AR, "غرقت في 15 أبريل 1912."),
        (Language.ZH, "1912年4月15日，它沉没了。"),
        (Language.JA, "1912年4月15日、船は沈んだ。"),
    ],
)
def test_a_date_is_read_in_every_language(language: Language, text: str) -> None:
    found = day_in(words(text, language), language)
    assert (found.year, found.day, found.days) == (1912, 15, 30)
    assert "1912" in found.month
    assert len(found.weekdays) == 7


@given(day=st.dates(min_value=date(1583, 1, 1), max_value=date(2099, 12, 31)))
def test_months_begin_on_their_weekday(day: date) -> None:
    found = day_in([f"{day.day}", "avril" if day.month == 4 else "mai", f"{day.year}"], Language.FR)
    month = 4 if day.month == 4 else 5
    if day.day <= calendar.monthrange(day.year, month)[1]:
        assert (found.first, found.days) == calendar.monthrange(day.year, month)


@pytest.mark.parametrize(
    "text", ["You may leave in 1912.", "They march 20 miles.", "In April it rained.", "On April 31, 1912."]
)
def test_no_day_no_calendar(text: str) -> None:
    assert day_in(words(text, Language.EN), Language.EN).year == 0


def test_the_year_may_stand_elsewhere_in_the_sentence() -> None:
    assert day_in(["On", "April", "15"], Language.EN, near=["1912"]).year == 1912


def test_the_day_of_a_date_is_no_amount() -> None:
    facts = find_facts(words("On December 5, 1952 a fog came.", Language.EN), Language.EN)
    assert facts.meets == {Need.DATE}


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        (Language.JA, "1872年12月、船が漂っていた。", ""),
        (Language.JA, "12月5日に沈んだ。", ""),
        (Language.JA, "12か月かかった。", "12"),
        (Language.ZH, "2014年3月一架飞机消失。", ""),
        (Language.ZH, "它走了12个月。", "12"),
        (Language.RU, "Это было 12 декабря.", ""),
        (Language.RU, "В марте 12 кораблей ушли.", "12"),
        (Language.EN, "It sank on April 15.", ""),
        (Language.EN, "It took 15 of the crew.", "15"),
        (Language.ES, "Llegó el 5 de marzo.", ""),
        (Language.DE, "Am 24. Dezember sank es.", ""),
        (Language.HI, "यह 5 मार्च की बात है।", ""),
        (Language.AR, "حدث ذلك في 5 مارس.", ""),
    ],
)
def test_days_and_months_are_no_amounts(language: Language, text: str, number: str) -> None:
    found = find_facts(words(text, language), language).found
    assert found.number.text == number


def test_only_what_a_number_counts_is_counted_out() -> None:
    said = words("There were 12 ships and 40 days left.", Language.EN)
    facts = find_facts(said, Language.EN)
    assert counted(facts, said, Language.EN, name="ships").found.count == 12
    assert counted(facts, said, Language.EN, name="sailor").found.count == 0


@pytest.mark.parametrize(
    ("text", "language", "years"),
    [
        ("In 1178 he died", Language.EN, (1178,)),
        ("the war from 1914 to 1918", Language.EN, (1914, 1918)),
        ("there were 1200 ships", Language.EN, ()),
        ("lifeboats for only 1178", Language.EN, ()),
        ("The ship sank, 1912.", Language.EN, (1912,)),
        ("В 1912 году корабль утонул", Language.RU, (1912,)),
        ("а шлюпок хватало на 1178.", Language.RU, ()),
        ("nur für 1178 Menschen", Language.DE, ()),
        ("Im Jahr 1178 starb er", Language.DE, (1178,)),
        ("20 जुलाई 1969 को", Language.HI, (1969,)),
        ("जहाज़ पर 2000 लोग थे", Language.HI, ()),
        ("en 1789 la révolution", Language.FR, (1789,)),
        ("solo 1178 personas", Language.ES, ()),
    ],
)
def test_a_number_that_counts_something_is_no_year(
    text: str, language: Language, years: tuple[int, ...]
) -> None:
    assert find_facts(text.split(), language).found.years == years


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.EN, "In April 1912, 20 boats were lowered."),
        (Language.EN, "August 1914 saw 12 armies march."),
        (Language.EN, "In May the crew of 12 left in 1912."),
        (Language.DE, "Im März 1848 kamen 18 Männer."),
        (Language.FR, "En avril 1912, 20 canots."),
        (Language.ES, "En abril de 1912, 20 botes."),
        (Language.PT, "Em abril de 1912, 20 botes."),
        (Language.RU, "В апреле 1912 года 20 шлюпок."),
        (Language.HI, "अप्रैल 1912 में 20 नावें थीं।"),
        (Language.AR, "في أبريل 1912 كان هناك 20 قاربا."),
        (Language.ZH, "1912年4月，20艘船。"),
        (Language.JA, "1912年4月、20隻の船。"),
    ],
)
def test_a_number_behind_the_year_is_no_day(language: Language, text: str) -> None:
    assert day_in(words(text, language), language).year == 0


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        (Language.EN, "By then, on the 15th of April in 1912, it sank.", 15),
        (Language.EN, "12 ships left on April 15, 1912.", 15),
        (Language.DE, "Am 1. Mai 1900 kamen 30 Gäste.", 1),
        (Language.FR, "Le 1er janvier 2000, 3 amis", 1),
        (Language.PT, "No dia 25 de abril de 1974", 25),
        (Language.RU, "1-го сентября 1939 года", 1),
        (Language.HI, "१५ अगस्त १९४७ को", 15),
        (Language.AR, "في ٦ أكتوبر ١٩٧٣", 6),
        (Language.JA, "１９４５年８月１５日", 15),
    ],
)
def test_the_day_stands_beside_its_month(language: Language, text: str, day: int) -> None:
    assert day_in(words(text, language), language).day == day


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        (Language.EN, "The temple burnt down in 356 BC.", "356 BC"),
        (Language.EN, "In 79 AD, the mountain exploded", "79 AD"),
        (Language.ES, "en el año 218 a. C. cruzó los Alpes", "218 a. C."),
        (Language.ES, "murió en 44 a.C., en Roma", "44 a.C."),
        (Language.PT, "em 218 a.C. cruzou os Alpes", "218 a.C."),
        (Language.FR, "En 52 av. J.-C., il perdit", "52 av. J.-C."),
        (Language.FR, "en 52 avant Jésus-Christ.", "52 avant Jésus-Christ"),
        (Language.DE, "Im Jahr 218 v. Chr. zog er los", "218 v. Chr."),
        (Language.RU, "В 218 году до н. э. он перешёл Альпы", "218 до н. э."),
        (Language.HI, "326 ईसा पूर्व में वह आया", "326 ईसा पूर्व"),
        (Language.AR, "في عام 138 قبل الميلاد أرسل رسولا", "138 قبل الميلاد"),
        (Language.JA, "紀元前138年、皇帝は使者を送った", "紀元前138年"),
    ],
)
def test_a_year_is_shown_with_its_era(language: Language, text: str, shown: str) -> None:
    words = [piece.display for piece in tokenise(text, language)]
    assert find_facts(words, language).found.number.text == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("They ran 400 ad campaigns.", "400"),
        ("It held 223, BC won.", "223"),
        ("About 300 people came.", "300"),
    ],
)
def test_what_is_no_era_makes_no_year_of_an_amount(text: str, shown: str) -> None:
    words = [piece.display for piece in tokenise(text, Language.EN)]
    assert find_facts(words, Language.EN).found.number.text == shown
