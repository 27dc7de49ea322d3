"""Tone and time of artwork: what a mode excludes, and what was not yet invented."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.assets import read_document
from renderer.contract.vocabulary import VideoMode
from renderer.painters.artwork import artwork_names
from renderer.visuals.matching.tone import OPEN, TAGS_FILE, Gate, gate_of, gate_within

TAGS = read_document(TAGS_FILE)


def shown(gate: Gate) -> set[str]:
    return {name for name in artwork_names() if gate.admits(name)}


def test_the_open_gate_admits_everything() -> None:
    assert shown(OPEN) == set(artwork_names())


@pytest.mark.parametrize("mode", list(VideoMode))
def test_every_mode_leaves_most_artwork(mode: VideoMode) -> None:
    assert len(shown(gate_of(mode, ()))) > 0.6 * len(list(artwork_names()))


def test_dread_bars_something_that_another_mode_shows() -> None:
    dark, bright = (
        shown(gate_of(mode, ())) for mode in (VideoMode.DARK_HISTORY, VideoMode.CLEAN_EDUCATIONAL)
    )
    assert bright - dark


@given(year=st.integers(1000, 2090), later=st.integers(0, 500))
def test_a_later_story_may_show_whatever_an_earlier_one_may(year: int, later: int) -> None:
    assert shown(Gate(year=year)) <= shown(Gate(year=min(year + later, 2099)))


def test_the_middle_ages_know_no_telephone() -> None:
    modern = {
        name for name in artwork_names() if "telephone" in name or "mobile_phone" in name or "rocket" in name
    }
    assert modern
    assert not modern & shown(Gate(year=1348))


@pytest.mark.parametrize(
    ("texts", "year"),
    [
        (("The plague of 1348", "It was over in 1351."), 1348),
        (("The plague", "It came in 1347."), 1347),
        (("No year at all", "12 ships, 99999 coins, 21000 men"), 0),
        (("Room 2024", ""), 2024),
        (("It lies 1500 metres deep", "1500 m down, 1200 people, $1850, 1066%"), 0),
        (("The 1972 men's final", ""), 1972),
        (("In 1912 people drowned", ""), 1912),
        (("Over 1500 people drowned", "It sank in 1912."), 1912),
        (("A 1500-year-old city", ""), 0),
        (("Vor 1500 Jahren", "1200 Soldaten im Jahr 1348"), 1348),
        (("1500 ans plus tard", "1200 mètres, 1300 €"), 0),
        (("Погибло 1500 человек", "в 1912 году"), 1912),
        (("1500人死亡", "1912年沉没"), 1912),
        (("高さ1500メートル", "1912年"), 1912),
        (("12345 days", "in 999, in 2100 and in 1999"), 1999),
        (("غرقت عام ١٩١٢",), 1912),
        (("१९४७ का भारत",), 1947),
        (("１９１２年の海",), 1912),
        ((), 0),
    ],
)
def test_the_year_is_the_first_that_is_named_the_titles_before_all(texts: tuple[str, ...], year: int) -> None:
    assert gate_of(VideoMode.CLEAN_EDUCATIONAL, texts).year == year


def test_a_told_year_bars_what_was_out_of_use_by_then() -> None:
    assert "game-galleon" in shown(gate_of(VideoMode.CLEAN_EDUCATIONAL, ("The wreck of 1622",)))
    assert "game-galleon" not in shown(gate_of(VideoMode.CLEAN_EDUCATIONAL, ("The ferry of 1994",)))
    assert "game-galleon" in shown(gate_of(VideoMode.CLEAN_EDUCATIONAL, ("A ship of no year",)))


@pytest.mark.parametrize(
    "line",
    [
        "Roman soldiers were paid in salt",
        "Os soldados romanos recebiam sal",
        "古罗马的士兵",
        "जब रोमन सैनिक आए",
    ],
)
def test_a_line_of_antiquity_shows_no_modern_helmet(line: str) -> None:
    gate = gate_of(VideoMode.CLEAN_EDUCATIONAL, ("Salt",))
    assert gate.admits("military-helmet")
    assert not gate_within(gate, line).admits("military-helmet")
    assert gate_within(gate, line).admits("game-centurion-helmet")


def test_a_line_of_no_era_keeps_the_gate_of_its_video() -> None:
    gate = gate_of(VideoMode.CLEAN_EDUCATIONAL, ("The flight of 1961",))
    assert gate_within(gate, "A romance on the moon") == gate


def test_a_title_dates_a_story_without_a_year() -> None:
    assert not gate_of(VideoMode.CLEAN_EDUCATIONAL, ("Der Pharao", "Gold")).admits("airplane")


def test_a_war_of_the_last_century_shows_no_swords() -> None:
    assert "crossed-swords" in shown(gate_of(VideoMode.CLEAN_EDUCATIONAL, ("The battle of 1415",)))
    assert "crossed-swords" not in shown(gate_of(VideoMode.CLEAN_EDUCATIONAL, ("The war of 1969",)))


@pytest.mark.parametrize(
    ("texts", "fits"),
    [
        (("The last Qing emperor", "He left."), False),
        (("长平之战", "骑兵来了"), False),
        (("The last emperor", "He ruled in China.", "The Chinese left."), False),
        (("The king of France", "He drank tea from China."), True),
    ],
)
def test_a_story_about_the_far_east_shows_no_european_crown(texts: tuple[str, ...], *, fits: bool) -> None:
    gate = gate_of(VideoMode.CLEAN_EDUCATIONAL, texts)
    assert gate.admits("crown") is fits
    assert gate.admits("game-mounted-knight") is fits
    assert gate.admits("castle")


def test_a_palm_is_no_gesture() -> None:
    assert gate_of(VideoMode.DARK_HISTORY, ()).admits("palm-tree")
    assert not gate_of(VideoMode.DARK_HISTORY, ()).admits("palms-up-together")


def test_patterns_of_tags_bar_what_they_match_name_by_name() -> None:
    for mode, barred in TAGS["barred"].items():
        patterns = [pattern for tag in barred for pattern in TAGS["tags"][tag]]
        wanted = {name for name in artwork_names() if any(fnmatchcase(name, one) for one in patterns)}
        assert set(artwork_names()) - shown(gate_of(VideoMode(mode), ())) == wanted
