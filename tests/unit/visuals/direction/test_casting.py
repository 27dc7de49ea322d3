"""Casting: which painter's turn it is, which can show what is said, and which artwork is used."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from renderer.contract.vocabulary import StylePack, VideoMode
from renderer.core.script import Script
from renderer.painters.base import Need, Painter
from renderer.painters.layered_picture import LayeredPicture
from renderer.visuals.direction.casting import Casting, Showable, cast_picture, showable
from renderer.visuals.direction.choice import Anchoring
from renderer.visuals.direction.cuts import cut_phrases
from renderer.visuals.direction.director import facts_said
from renderer.visuals.direction.ledger import Ledger
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.direction.picture_topic import PictureTopic
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.style_pack import PainterChoice, StylePackFile
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import narration_of, script_of

DOCUMENTARY = load_pack(StylePack.DOCUMENTARY)
PLAIN = script_of("Quiet", [["It went on and on, so they said."]])
"""Names nothing that could be shown and contains no fact."""
NAMES = st.sampled_from([each.painter.name for each in DOCUMENTARY.painters])


def phrase_of(script: Script) -> Phrase:
    """The script's first phrase, a long one."""
    narration = narration_of(script)
    return cut_phrases(
        script,
        narration,
        rhythm=DOCUMENTARY.rhythm.at(Fraction(4)),
        duration=narration.duration + Fraction(1),
    )[0]


def paint(_: object) -> LayeredPicture:
    raise NotImplementedError


def painter(name: str, *needs: Need, subjects: int = 1, lettered: bool = False) -> Painter:
    return Painter(name=name, paint=paint, needs=frozenset(needs), subjects=subjects, lettered=lettered)


def pack_of(*painters: Painter, weights: tuple[float, ...] = ()) -> StylePackFile:
    rows = zip(painters, weights or (1.0,) * len(painters), strict=True)
    return replace(
        DOCUMENTARY, painters=tuple(PainterChoice(painter=each, weight=weight) for each, weight in rows)
    )


def shown_of(
    script: Script, topic: PictureTopic, ledger: Ledger, *, anchoring: Anchoring = Anchoring.NONE
) -> Showable:
    """Everything that could be shown for the script's first phrase."""
    phrase = phrase_of(script)
    facts = facts_said(phrase, script, topic, ledger)
    return showable(phrase, facts, script=script, topic=topic, ledger=ledger, anchoring=anchoring)


def cast(
    script: Script,
    pack: StylePackFile,
    *,
    ledger: Ledger | None = None,
    seed: int = 0,
    topic: PictureTopic | None = None,
    anchoring: Anchoring = Anchoring.NONE,
    tried: frozenset[str] = frozenset(),
    shots: int = 0,
) -> Casting:
    own, used = topic or PictureTopic(), ledger or Ledger()
    return cast_picture(
        shown_of(script, own, used, anchoring=anchoring),
        script,
        topic=own,
        pack=pack,
        ledger=used,
        rng=np.random.Generator(np.random.PCG64(seed)),
        tried=tried,
        shots=shots,
    )


def test_a_painter_whose_needs_are_not_met_is_never_cast() -> None:
    pack = pack_of(painter("plain"), painter("chart", Need.TREND), painter("map", Need.PLACE))
    assert {cast(PLAIN, pack, seed=seed).painter.name for seed in range(40)} == {"plain"}


def test_where_nobodys_needs_are_met_somebody_is_cast_all_the_same() -> None:
    pack = pack_of(painter("chart", Need.TREND), painter("map", Need.PLACE))
    assert cast(PLAIN, pack).painter.name in {"chart", "map"}


STATES = {
    "Once they said so, today they do not.": False,
    "Once the castle stood here, today it is gone.": True,
    "Once 40 of them went, today 90 do.": True,
}


@pytest.mark.parametrize("line", STATES)
def test_two_states_are_shown_where_a_drawing_or_amounts_tell_them_apart(line: str) -> None:
    pack = pack_of(painter("plain"), painter("before and after", Need.CHANGE))
    names = {cast(script_of("Quiet", [[line]]), pack, seed=seed).painter.name for seed in range(40)}
    assert ("before and after" in names) is STATES[line]


def test_a_number_that_is_said_brings_its_painter_early() -> None:
    script = script_of("Pages", [["Only 40 percent of the pages survived the fire."]])
    pack = pack_of(painter("plain"), painter("counter", Need.NUMBER))
    ledger = Ledger()
    ledger.painters.update({"counter": 1, "plain": 0})
    chosen = [cast(script, pack, ledger=ledger, seed=seed) for seed in range(60)]
    names = Counter(each.painter.name for each in chosen)
    assert names["counter"] > names["plain"]  # a turn early, and ten times as likely
    assert {each.facts.number for each in chosen} == {chosen[0].facts.number}
    assert chosen[0].facts.number is not None


def test_painters_take_turns() -> None:
    pack, ledger = pack_of(*(painter(name) for name in "abcd")), Ledger()
    shown = []
    for seed in range(12):
        made = cast(PLAIN, pack, ledger=ledger, seed=seed)
        ledger.shown(made.painter.name, made.palette, made.artwork, anchored=False)
        shown.append(made.painter.name)
    for start in (0, 4, 8):
        assert sorted(shown[start : start + 4]) == list("abcd")
    assert all(one != other for one, other in pairwise(shown))


def test_whoever_was_tried_or_painted_last_stands_aside_while_there_is_another() -> None:
    pack, ledger = pack_of(*(painter(name) for name in "abc")), Ledger(last_painter="a")
    for seed in range(20):
        assert cast(PLAIN, pack, ledger=ledger, tried=frozenset("b"), seed=seed).painter.name == "c"
        assert cast(PLAIN, pack, ledger=ledger, tried=frozenset("bc"), seed=seed).painter.name in set("bc")


def test_rather_than_show_the_last_painter_again_another_goes_beyond_its_share() -> None:
    pack, ledger = pack_of(painter("a"), painter("b")), Ledger(last_painter="a")
    ledger.painters.update({"a": 1, "b": 2})
    for seed in range(20):
        assert cast(PLAIN, pack, ledger=ledger, seed=seed, shots=10).painter.name == "b"
    alone = Ledger(last_painter="a")
    assert cast(PLAIN, pack_of(painter("a")), ledger=alone, shots=10).painter.name == "a"


def test_among_equals_weights_decide() -> None:
    pack = pack_of(painter("often"), painter("seldom"), weights=(3.0, 2.0))
    names = Counter(cast(PLAIN, pack, seed=seed).painter.name for seed in range(300))
    assert 140 <= names["often"] <= 220


def test_one_of_much_more_weight_leads() -> None:
    pack = pack_of(painter("lead"), painter("other"), weights=(3.0, 1.0))
    assert {cast(PLAIN, pack, seed=seed).painter.name for seed in range(20)} == {"lead"}


def test_a_painter_gets_no_more_artwork_than_it_shows() -> None:
    script = script_of("Sea", [["The octopus and the whale met a ship and a shark."]])
    topic = topic_of(script, VideoMode.CLEAN_EDUCATIONAL)
    many = cast(script, pack_of(painter("many", Need.ARTWORK, subjects=3)), topic=topic)
    one = cast(script, pack_of(painter("one", Need.ARTWORK, subjects=1)), topic=topic)
    none = cast(script, pack_of(painter("none", subjects=0)), topic=topic)
    assert len(many.artwork) > 1
    assert one.artwork == many.artwork[:1]
    assert none.artwork == ()


def test_only_painters_of_letters_get_the_titles_words() -> None:
    topic = topic_of(script_of("The Great Fire of London", [["It began at night."]]), VideoMode.DARK_HISTORY)
    assert cast(PLAIN, pack_of(painter("plain")), topic=topic).words == ()
    assert cast(PLAIN, pack_of(painter("type", lettered=True)), topic=topic).words == (
        "Great", "Fire", "London",
    )  # fmt: skip


def test_a_warnings_charts_go_down_unless_a_line_says_otherwise() -> None:
    topic = structs.replace(PictureTopic(), trend="down")
    assert cast(PLAIN, pack_of(painter("plain")), topic=topic).facts.trend == "down"
    rising = script_of("Up", [["The price rose and rose."]])
    assert cast(rising, pack_of(painter("plain")), topic=topic).facts.trend == "up"


def test_a_painter_wears_every_palette_before_one_comes_again() -> None:
    pack, ledger = pack_of(painter("alone")), Ledger()
    count = len(pack.palettes)
    worn = []
    for seed in range(3 * count):
        made = cast(PLAIN, pack, ledger=ledger, seed=seed)
        ledger.shown(made.painter.name, made.palette, (), anchored=False)
        worn.append(made.palette)
    for start in range(0, 3 * count, count):
        assert len(set(worn[start : start + count])) == count
    assert all(one != other for one, other in pairwise(worn))


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    used=st.dictionaries(NAMES, st.integers(0, 5)),
    tried=st.frozensets(NAMES),
    anchoring=st.sampled_from(Anchoring),
)
def test_any_ledger_gives_one_of_the_packs_painters_and_the_same_again(
    seed: int,
    used: dict[str, int],
    tried: frozenset[str],
    anchoring: Anchoring,
) -> None:
    script = script_of("Octopuses", [["An octopus has three hearts."]])
    topic = topic_of(script, VideoMode.WEIRD_FACTS)

    def once() -> Casting:
        return cast(
            script,
            DOCUMENTARY,
            ledger=Ledger(painters=Counter(used)),
            seed=seed,
            topic=topic,
            anchoring=anchoring,
            tried=tried,
        )

    made = once()
    assert made == once()
    assert made.painter in [each.painter for each in DOCUMENTARY.painters]
    assert made.palette in [palette.name for palette in DOCUMENTARY.palettes]
    assert anchoring is not Anchoring.FIRST or set(made.artwork[:1]) <= set(topic.anchor)


def test_a_pack_names_its_painters_where_it_lacks_one() -> None:
    with pytest.raises(Exception, match="clean") as caught:
        pack_of(painter("clean")).painter("muddy")
    assert getattr(caught.value, "code", "") == "unknown_choice"


@pytest.mark.parametrize(
    ("line", "mode", "wanted", "never"),
    [
        ("The share price fell again.", VideoMode.FINANCE_WARNING, "chart-decreasing", "bar-chart"),
        ("The share price rose again.", VideoMode.CLEAN_EDUCATIONAL, "chart-increasing", "bar-chart"),
        ("The share price rose again.", VideoMode.FINANCE_WARNING, "bar-chart", "chart-decreasing"),
        ("The share price is known.", VideoMode.FINANCE_WARNING, "bar-chart", "chart-decreasing"),
    ],
)
def test_no_chart_goes_the_other_way_than_the_line(
    line: str, mode: VideoMode, wanted: str, never: str
) -> None:
    script = script_of("Prices", [[line]])
    found = shown_of(script, topic_of(script, mode), Ledger()).artwork.artwork
    assert wanted in found
    assert never not in found


def test_a_topic_of_falling_prices_shows_no_fall_while_they_rise() -> None:
    script = script_of("The recession", [["The share price rose again."]])
    topic = topic_of(script, VideoMode.FINANCE_WARNING)
    assert topic.anchor == ("chart-decreasing",)
    found = shown_of(script, topic, Ledger(), anchoring=Anchoring.FIRST).artwork.artwork
    assert found == ("bar-chart",)
