"""The storyboard tiles the video, cuts on words, repeats nothing and is the same every time."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.compositor.transition import TRANSITIONS
from renderer.contract.vocabulary import Language, StylePack, VideoMode
from renderer.core.codec import decode, encode
from renderer.core.picture_spec import PainterSpec, artwork_of, media_of, painter_of
from renderer.core.script import Line, Role, Scene, Script, Token
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import ZERO, TimeRange
from renderer.core.words import SpokenLine, Word
from renderer.painters.base import Need
from renderer.painters.layered_picture import ByteImage
from renderer.painters.registry import PAINTERS
from renderer.visuals.camera.views import EASINGS
from renderer.visuals.direction.credits import MAP_PAINTERS, artwork_credits
from renderer.visuals.direction.cuts import PACES, cut_phrases
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity import PaintStill, no_painted_still, ssim
from renderer.visuals.direction.similarity_table import (
    ANYTHING,
    SimilarityBounds,
    measured_similarity,
    unmeasured_similarity,
)
from renderer.visuals.film.still import painted_still
from renderer.visuals.media import MediaItem, MediaKind
from renderer.visuals.style_pack import StylePackFile
from renderer.visuals.style_pack_files import load_pack
from tests.support.narrated import OCTOPUS, narration_of, script_of

TAIL = Fraction(6, 5)


def directed(
    script: Script = OCTOPUS,
    *,
    seed: int = 7,
    pack: StylePack = StylePack.DOCUMENTARY,
    media: tuple[MediaItem, ...] = (),
) -> Storyboard:
    narration = narration_of(script)
    return direct(
        script,
        narration,
        pack=load_pack(pack),
        seed=seed,
        duration=narration.duration + TAIL,
        media=media,
        look=no_painted_still,
    )


VOCABULARY = "the octopus bank a of money rose, in 1929. it fell; and 40% three King whale city! of night to"
WORDS = st.sampled_from(VOCABULARY.split())
SENTENCES = st.lists(WORDS, min_size=1, max_size=30).map(" ".join)
SCRIPTS = st.lists(st.lists(SENTENCES, min_size=1, max_size=3), min_size=1, max_size=5).map(
    lambda scenes: script_of("Money and the octopus", scenes)
)


@settings(max_examples=25, deadline=None)
@given(script=SCRIPTS, seed=st.integers(0, 2**32 - 1), pack=st.sampled_from(list(StylePack)))
def test_any_script_gives_a_sound_storyboard(script: Script, seed: int, pack: StylePack) -> None:
    narration = narration_of(script)
    board = directed(script, seed=seed, pack=pack)
    spans = [shot.span for shot in board.shots]
    assert spans[0].start == ZERO
    assert spans[-1].end == narration.duration + TAIL
    assert all(one.end == other.start for one, other in pairwise(spans))
    assert all(span.duration > 0 for span in spans)
    starts = {word.span.start for word in narration.words}
    assert all(span.start in starts for span in spans[1:])
    assert board == directed(script, seed=seed, pack=pack)
    scenes = {scene.id for scene in script.scenes}
    for shot in board.shots:
        assert shot.scene in scenes
        assert painter_of(shot.picture) in PAINTERS
        assert shot.camera.easing in EASINGS
        assert shot.transition.kind in TRANSITIONS
        assert shot.transition.duration <= shot.span.duration / 3


def test_a_storyboard_survives_the_codec() -> None:
    board = directed()
    assert decode(encode(board), Storyboard) == board


@pytest.mark.parametrize("pack", list(StylePack))
def test_lengths_follow_the_rhythm(pack: StylePack) -> None:
    rhythm = load_pack(pack).rhythm
    narration = narration_of(OCTOPUS)
    phrases = cut_phrases(OCTOPUS, narration, rhythm=rhythm, duration=narration.duration + TAIL)
    for phrase in phrases[:-1]:
        hook = phrase.scene.role is Role.HOOK
        shortest = rhythm.hook_shortest if hook else rhythm.shortest
        longest = rhythm.hook_longest if hook else rhythm.longest
        assert shortest * Fraction(9, 10) <= phrase.span.duration <= longest * Fraction(11, 10)
    hook_lengths = [float(p.span.duration) for p in phrases if p.scene.role is Role.HOOK]
    rest = [float(p.span.duration) for p in phrases if p.scene.role is not Role.HOOK]
    assert sum(hook_lengths) / len(hook_lengths) < sum(rest) / len(rest)


def test_every_mode_has_a_pace_and_a_slower_one_cuts_less() -> None:
    assert set(PACES) == set(VideoMode)
    narration = narration_of(OCTOPUS)
    rhythm, duration = load_pack(StylePack.DOCUMENTARY).rhythm, narration.duration + TAIL
    fast, slow = (
        len(cut_phrases(OCTOPUS, narration, rhythm=rhythm.at(pace), duration=duration))
        for pace in (Fraction(7, 10), Fraction(3, 2))
    )
    assert slow < fast


def test_cuts_fall_on_borders_of_phrases() -> None:
    narration = narration_of(OCTOPUS)
    phrases = cut_phrases(
        OCTOPUS, narration, rhythm=load_pack(StylePack.DOCUMENTARY).rhythm, duration=narration.duration + TAIL
    )
    endings = [phrase.words[-1].text for phrase in phrases]
    closed = [text[-1] in ".,:;?!" for text in endings]
    assert sum(closed) >= 0.75 * len(closed)
    assert not {"the", "a", "of", "in", "to", "its"} & set(endings)


@pytest.mark.parametrize("pack", list(StylePack))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_comes_twice(pack: StylePack, seed: int) -> None:
    shots = directed(seed=seed, pack=pack).shots
    artwork = Counter(name for shot in shots for name in artwork_of(shot.picture))
    assert {name for name, count in artwork.items() if count > 1} <= {"octopus"}
    pairs = Counter((painted(shot).painter, painted(shot).palette) for shot in shots)
    choices = len(load_pack(pack).painters) * len(load_pack(pack).palettes)
    assert max(pairs.values()) == 1 or len(shots) > choices / 2
    assert all(painter_of(one.picture) != painter_of(other.picture) for one, other in pairwise(shots))


def test_most_phrases_show_a_thing_that_is_named() -> None:
    shots = directed().shots
    assert sum(bool(artwork_of(shot.picture)) for shot in shots) >= 0.6 * len(shots)


def test_the_subject_of_the_topic_opens_and_returns() -> None:
    shots = directed().shots
    assert artwork_of(shots[0].picture)[0] == "octopus"
    painters = [painter_of(shot.picture) for shot in shots if "octopus" in artwork_of(shot.picture)]
    assert len(set(painters)) == len(painters) >= 3


def test_a_place_is_shown_even_beside_a_picture_somewhat_like_a_map() -> None:
    script = script_of(
        "The ship without a crew",
        [
            ["In December 1872 a ship drifted across the Atlantic."],
            ["It had left New York in November 1872."],
        ],
    )
    narration = narration_of(script)
    for seed in range(6):
        board = direct(
            script,
            narration,
            pack=load_pack(StylePack.DOCUMENTARY),
            seed=seed,
            duration=narration.duration + TAIL,
            look=painted_still,
            foresee=measured_similarity,
        )
        first, second, *_ = (painter_of(shot.picture) for shot in board.shots)
        assert first == "timeline"
        assert second in {"globe", "atlas_plate"}


@pytest.mark.parametrize("mode", [VideoMode.DARK_HISTORY, VideoMode.FINANCE_WARNING])
def test_nothing_playful_and_nothing_too_young_in_a_sober_story(mode: VideoMode) -> None:
    script = script_of(
        "The pirates of 1720",
        [
            ["A ghost, a balloon and a teddy bear."],
            ["A truck, a laptop and a helicopter."],
            ["The ship sank."],
        ],
    )
    narration = narration_of(script)
    board = direct(
        script,
        narration,
        pack=load_pack(StylePack.DRAMATIC_EXPLAINER),
        seed=1,
        duration=narration.duration,
        look=no_painted_still,
        mode=mode,
    )
    shown = {name for shot in board.shots for name in artwork_of(shot.picture)}
    assert shown
    assert not shown & {"ghost", "balloon", "teddy-bear", "laptop", "helicopter"}
    assert shown & {"game-galleon", "sailboat"}
    assert not shown & {"ferry", "ship", "passenger-ship"}


def test_a_finance_warning_shows_no_rise_that_nobody_spoke_of() -> None:
    narration = narration_of(OCTOPUS)
    board = direct(
        OCTOPUS,
        narration,
        pack=load_pack(StylePack.DARK_FINANCE),
        seed=1,
        duration=narration.duration,
        look=no_painted_still,
        mode=VideoMode.FINANCE_WARNING,
    )
    assert {painted(shot).facts.trend for shot in board.shots} <= {"down", "up"}
    plain = [shot for shot in board.shots if not painted(shot).facts.series]
    assert any(painted(shot).facts.trend == "down" for shot in plain)


def test_what_the_writer_names_in_english_is_found_in_any_language() -> None:
    plain = script_of("Тайна", [["Это было давно."], ["Никто не знает."]], Language.RU)
    script = replace(
        plain, scenes=tuple(replace(scene, visual=("тайна", "candle", "ship")) for scene in plain.scenes)
    )
    shown = {name for shot in directed(script).shots for name in artwork_of(shot.picture)}
    assert shown & {"candle", "game-candle-holder"}


def test_caption_words_are_no_furniture() -> None:
    for shot in directed(pack=StylePack.DRAMATIC_EXPLAINER).shots:
        assert not painted(shot).words or painted(shot).painter == "headline"
        assert set(painted(shot).words) <= set(OCTOPUS.title.split())


def painted(shot: Shot) -> PainterSpec:
    assert isinstance(shot.picture, PainterSpec)
    return shot.picture


def test_facts_reach_the_painters() -> None:
    facts = [painted(shot).facts for shot in directed().shots]
    assert any(found.years == (1990, 2020) for found in facts)
    assert any(found.number.text == "89%" for found in facts)
    assert any(place.code == "FR" for found in facts for place in found.places)


def test_seeds_vary_the_pictures_but_not_the_cuts() -> None:
    one, other = directed(seed=1), directed(seed=2)
    assert [shot.span for shot in one.shots] == [shot.span for shot in other.shots]
    assert [painter_of(shot.picture) for shot in one.shots] != [
        painter_of(shot.picture) for shot in other.shots
    ]


def test_the_hook_is_cut_hard() -> None:
    shots = directed().shots
    assert all(shot.transition.kind == "cut" for shot in shots if shot.scene == "s0")
    assert shots[0].transition.duration == ZERO


def test_a_new_scene_is_marked() -> None:
    shots = directed().shots
    opening = [shot for before, shot in pairwise(shots) if before.scene != shot.scene]
    assert opening
    assert all(shot.transition.kind != "cut" for shot in opening)


def test_a_narration_without_words_is_one_shot() -> None:
    script = script_of("Silence", [["Hush."]])
    narration = narration_of(script)
    silent = type(narration)(
        audio="none", duration=Fraction(3), lines=narration.lines, words=(), engine="test"
    )
    board = direct(
        script,
        silent,
        pack=load_pack(StylePack.DOCUMENTARY),
        seed=1,
        duration=Fraction(3),
        look=no_painted_still,
    )
    assert [shot.span.duration for shot in board.shots] == [Fraction(3)]


def test_chinese_and_arabic_are_cut_too() -> None:
    for language, sentences in (
        (Language.ZH, ["章鱼有三颗心脏，其中一颗在游泳时会停止跳动。", "银行每个月都收取费用。"]),
        (Language.AR, ["للأخطبوط ثلاثة قلوب، ويتوقف أحدها عند السباحة.", "البنوك تأخذ المال كل شهر."]),
    ):
        shots = directed(script_of("x", [[sentences[0]], [sentences[1]]], language)).shots
        assert len(shots) >= 3
        assert artwork_of(shots[0].picture)


def item(name: str, caption: str = "", frames: int = 1, fps: int = 0) -> MediaItem:
    kind = MediaKind.CLIP if fps else MediaKind.IMAGE
    return MediaItem(
        digest=name, name=name, kind=kind, width=1080, height=1920, caption=caption, frames=frames, fps=fps
    )


def test_user_media_goes_where_its_name_fits_and_is_used_once() -> None:
    media = (
        item("IMG_2041.jpg"),
        item("frozen_river.jpg"),
        item("b.mp4", caption="old stock market crash", frames=90, fps=30),
    )
    narration = narration_of(OCTOPUS)
    shots = directed(media=media).shots
    said = {
        media_of(shot.picture): " ".join(w.text for w in narration.words if shot.span.contains(w.span.start))
        for shot in shots
        if media_of(shot.picture)
    }
    assert set(said) == {"IMG_2041.jpg", "frozen_river.jpg", "b.mp4"}
    assert "frozen river" in said["frozen_river.jpg"]
    assert "stock market" in said["b.mp4"]
    assert (
        Counter(media_of(shot.picture) for shot in shots if media_of(shot.picture)).most_common(1)[0][1] == 1
    )


def test_more_media_than_shots_is_no_trouble() -> None:
    media = tuple(item(f"{number:03}.jpg") for number in range(60))
    shown = [media_of(shot.picture) for shot in directed(media=media).shots]
    assert all(shown)
    assert len(set(shown)) == len(shown)
    fewer = [media_of(shot.picture) for shot in directed(media=media[: len(shown) - 1]).shots]
    assert all(fewer[1:])
    assert not fewer[0]  # no name matches the first line


def test_a_picture_like_the_one_before_is_cast_again() -> None:
    narration = narration_of(OCTOPUS)
    pack = load_pack(StylePack.DOCUMENTARY)
    rng = np.random.Generator(np.random.PCG64(1))
    noise = {each.painter.name: rng.integers(0, 255, (40, 24), np.uint8) for each in pack.painters}
    twins = dict.fromkeys(("archival_collage", "parchment_map", "medallion"), noise["medallion"])

    def look(spec: PainterSpec, _pack: StylePackFile, _seconds: float) -> ByteImage:
        return twins.get(spec.painter, noise[spec.painter])

    def alike(board: Storyboard) -> int:
        names = [painter_of(shot.picture) for shot in board.shots]
        return sum(one in twins and other in twins for one, other in pairwise(names))

    def boards(painted_still: PaintStill) -> list[Storyboard]:
        end = narration.duration + TAIL
        return [
            direct(OCTOPUS, narration, pack=pack, seed=seed, duration=end, look=painted_still, looks=100.0)
            for seed in range(6)
        ]

    assert sum(alike(board) for board in boards(no_painted_still)) > 0
    assert sum(alike(board) for board in boards(look)) == 0


@pytest.mark.parametrize("pack", list(StylePack))
def test_what_is_foreseen_saves_looks_and_keeps_neighbours_unlike(pack: StylePack) -> None:
    """If this fails after painters have changed: python -m tools.build_similarity."""
    narration = narration_of(OCTOPUS)
    looks: Counter[str] = Counter()

    def board(foresee: SimilarityBounds, name: str) -> Storyboard:
        def look(spec: PainterSpec, style: StylePackFile, seconds: float) -> ByteImage:
            looks[name] += 1
            return painted_still(spec, style, seconds)

        end = narration.duration + TAIL
        return direct(
            OCTOPUS,
            narration,
            pack=load_pack(pack),
            seed=3,
            duration=end,
            look=look,
            foresee=foresee,
            looks=100.0,
        )

    stills = [
        painted_still(shot.picture, load_pack(pack), float(shot.span.duration))
        for shot in board(measured_similarity, "foreseen").shots
        if isinstance(shot.picture, PainterSpec)
    ]
    board(unmeasured_similarity, "all")
    assert looks["foreseen"] < 0.65 * looks["all"]
    assert max(ssim(one, other) for one, other in pairwise(stills)) < 0.6


@pytest.mark.parametrize("pack", list(StylePack))
def test_few_stills_are_drawn_even_where_all_pictures_are_alike(pack: StylePack) -> None:
    narration = narration_of(OCTOPUS)
    seen: list[str] = []

    def look(spec: PainterSpec, _pack: StylePackFile, _seconds: float) -> ByteImage:
        seen.append(spec.painter)
        return np.tile(np.arange(24, dtype=np.uint8) * 9, (40, 1))

    end = narration.duration + TAIL
    shots = direct(OCTOPUS, narration, pack=load_pack(pack), seed=3, duration=end, look=look).shots
    assert 0 < len(seen) <= 2 * len(shots)


@pytest.mark.parametrize("pack", list(StylePack))
def test_most_pairs_of_painters_are_foreseen(pack: StylePack) -> None:
    special = {Need.SIZES, Need.CHANGE, Need.KIN}  # no measured sentence calls for them
    names = [each.painter.name for each in load_pack(pack).painters if not special & set(each.painter.needs)]
    known = [measured_similarity(pack, one, other) for one in names for other in names if one != other]
    assert len(known) - known.count(ANYTHING) >= 0.6 * len(known)
    assert all(-1 <= low <= high <= 1 for low, high in known)


def test_the_least_alike_is_chosen_where_all_are_too_alike_and_few_are_looked_at() -> None:
    narration = narration_of(OCTOPUS)
    pack = load_pack(StylePack.DOCUMENTARY)
    order = [each.painter.name for each in pack.painters]
    looked: list[str] = []

    def look(spec: PainterSpec, _pack: StylePackFile, _seconds: float) -> ByteImage:
        looked.append(spec.painter)
        return np.zeros((8, 8), np.uint8)

    def foresee(_pack: StylePack, one: str, other: str) -> tuple[float, float]:
        level = 0.5 + 0.01 * abs(order.index(one) - order.index(other))
        return level, level

    end = narration.duration + TAIL
    board = direct(OCTOPUS, narration, pack=pack, seed=1, duration=end, look=look, foresee=foresee)
    steps = [
        abs(order.index(painter_of(one.picture)) - order.index(painter_of(other.picture)))
        for one, other in pairwise(board.shots)
    ]
    assert looked == []
    assert sum(steps) / len(steps) < 3


def test_a_word_that_lasts_for_ever_is_shown_in_several_shots() -> None:
    """A single picture would come to rest, and the finished video would be refused as frozen."""
    word = Token(display="a" * 70, spoken="a" * 70)
    line = Line(id="s1.l1", tokens=(word,))
    script = replace(OCTOPUS, scenes=(Scene(id="s1", role=Role.HOOK, lines=(line,)),))
    span = TimeRange(Fraction(0), Fraction(31))
    narration = replace(
        narration_of(OCTOPUS),
        duration=span.end,
        lines=(SpokenLine(line=line.id, span=span),),
        words=(Word(text=word.display, span=span, line=line.id, token=0, confidence=1.0, source="test"),),
    )
    shots = direct(
        script,
        narration,
        pack=load_pack(StylePack.DOCUMENTARY),
        seed=1,
        duration=Fraction(32),
        look=no_painted_still,
    ).shots
    assert shots[0].span.start == 0
    assert shots[-1].span.end == 32
    assert all(before.span.end == after.span.start for before, after in pairwise(shots))
    assert max(shot.span.duration for shot in shots) <= 5


def test_icons_that_ask_for_a_credit_get_one() -> None:
    script = script_of("The lighthouse", [["A galleon passed the lighthouse."], ["The lighthouse fell."]])
    credit = artwork_credits(directed(script))[0]
    assert "CC BY 3.0" in credit
    assert "lighthouse" in credit
    plain = script_of("The octopus", [["An octopus swims."]])
    assert artwork_credits(directed(plain)) == ()


def test_every_painter_of_maps_owes_the_credit_of_its_names() -> None:
    assert {name for name, each in PAINTERS.items() if Need.PLACE in each.needs} == MAP_PAINTERS


def test_a_map_is_credited() -> None:
    script = script_of("Lisbon", [["In 1755 an earthquake destroyed Lisbon."], ["Lisbon burned for days."]])
    assert any("GeoNames" in credit for credit in artwork_credits(directed(script)))
