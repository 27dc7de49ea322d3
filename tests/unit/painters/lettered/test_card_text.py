"""Card texts are whole in the frame, their lines below each other, in ten languages and both formats."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.contract.vocabulary import Language, StylePack
from renderer.painters.cards import chapter_card, closing_card, quote_card
from renderer.painters.cards.base import CardRequest, PaintCard
from renderer.painters.cards.text_block import block_layers, text_block
from renderer.painters.drawing.lettering import OVERHANG
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer
from renderer.visuals.style_pack_files import load_pack

UPRIGHT, WIDE = (270, 480), (480, 270)
PALETTE = load_pack(StylePack.DOCUMENTARY).palettes[0]
LONG = {
    Language.EN: "How the coldest winter of the century stopped every river between Paris and Moscow",
    Language.ES: "Cómo el invierno más frío del siglo detuvo todos los ríos entre París y Moscú",
    Language.ZH: "本世纪最寒冷的冬天如何让巴黎与莫斯科之间的所有河流全部停止流动的漫长故事",
    Language.HI: "कैसे सदी की सबसे ठंडी सर्दी ने पेरिस और मॉस्को के बीच की हर नदी को पूरी तरह रोक दिया",
    Language.AR: "كيف أوقف أبرد شتاء في القرن كل نهر يجري بين باريس وموسكو طوال أربعة أشهر كاملة",
    Language.PT: "Como o inverno mais frio do século parou todos os rios entre Paris e Moscovo",
    Language.FR: "Comment l’hiver le plus froid du siècle arrêta tous les fleuves entre Paris et Moscou",
    Language.JA: "世紀で最も寒い冬がパリからモスクワまでのすべての川を止めてしまった長い物語",
    Language.DE: "Wie der kälteste Winter des Jahrhunderts alle Flüsse zwischen Paris und Moskau anhielt",
    Language.RU: "Как самая холодная зима века остановила все реки между Парижем и Москвой",
}
CARDS: dict[str, PaintCard] = {
    "chapter": chapter_card.paint,
    "quote": quote_card.paint,
    "closing": closing_card.paint,
}

Box = tuple[float, float, float, float]


def request(language: Language, size: tuple[int, int], text: str, **more: object) -> CardRequest:
    asked = CardRequest(
        width=size[0], height=size[1], duration=4.0, seed=3, palette=PALETTE, language=language, text=text
    )
    return replace(asked, **more)


def ink(layer: Layer) -> Box:
    """Where a layer's ink comes to rest: left, top, right, bottom in pixels."""
    at, (tall, wide) = layer.motion(60.0), layer.image.shape[:2]
    rows, columns = np.nonzero(layer.image[..., 3] > 60)
    left, top = at.x - wide / 2, at.y - tall / 2
    return left + columns.min(), top + rows.min(), left + columns.max() + 1, top + rows.max() + 1


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    ("card", "number"), [("chapter", "12"), ("chapter", ""), ("quote", ""), ("closing", "")]
)
def test_a_long_text_is_nowhere_cut_off(
    card: str, number: str, language: Language, size: tuple[int, int]
) -> None:
    picture = CARDS[card](request(language, size, LONG[language], number=number))
    boxes = [ink(layer) for layer in picture.layers]
    assert len(boxes) >= 3
    for left, top, right, bottom in boxes:
        assert left > 0.02 * size[0]
        assert top > 0.02 * size[1]
        assert right < 0.98 * size[0]
        assert bottom < 0.98 * size[1]


@pytest.mark.parametrize(("language", "words"), [(Language.HI, 10), (Language.HI, 12), (Language.AR, 9)])
def test_four_large_lines_of_tall_script_end_above_the_frames_edge(language: Language, words: int) -> None:
    """As many words as fill four lines in the largest type of a title."""
    text = " ".join(LONG[language].split()[:words])
    lines = chapter_card.paint(request(language, UPRIGHT, text, number="12")).layers
    assert max(ink(layer)[3] for layer in lines) < 0.965 * UPRIGHT[1]


@pytest.mark.parametrize("card", sorted(CARDS))
@pytest.mark.parametrize("language", [Language.EN, Language.HI, Language.AR, Language.JA])
def test_no_line_runs_into_the_next(card: str, language: Language) -> None:
    layers = CARDS[card](request(language, WIDE, LONG[language])).layers
    lines = [ink(layer) for layer in layers][1 if card == "quote" else 0 :]
    assert len(lines) >= 2
    assert all(above[3] <= below[1] + 1 for above, below in pairwise(lines))


def test_a_title_stands_beside_its_drawing_and_mirrored_in_arabic() -> None:
    for language, on_the_left in ((Language.EN, True), (Language.AR, False)):
        asked = request(language, WIDE, LONG[language], artwork=("snowflake",), number="3")
        art, *rest = chapter_card.paint(asked).layers
        middle = art.motion(60.0).x
        lines = [ink(layer) for layer in rest]
        assert all((right < middle) if on_the_left else (left > middle) for left, _, right, _ in lines)


@pytest.mark.parametrize("language", [Language.EN, Language.AR])
def test_no_empty_disc_waits_for_a_motif(language: Language) -> None:
    """With a motif the ground has a step at the disc's rim; without one its light only fades there."""
    width, height = WIDE
    side = 0.25 if language is Language.AR else 0.75

    def step(artwork: tuple[str, ...]) -> float:
        base = chapter_card.paint(request(language, WIDE, "North", artwork=artwork)).base.astype(float)
        rows, columns = np.indices((height, width))
        away = np.hypot(columns - side * width, rows - height / 2)
        radius = 0.36 * height
        within = base[(away > radius - 8) & (away < radius - 3)].mean(axis=0)
        around = base[(away > radius + 3) & (away < radius + 8)].mean(axis=0)
        return float(np.abs(within - around).max())

    rim = step(("snowflake",))
    assert rim > 6
    assert step(()) < rim / 2


@pytest.mark.parametrize("size", [UPRIGHT, WIDE], ids=["upright", "wide"])
def test_the_closing_words_and_their_drawing_do_not_meet(size: tuple[int, int]) -> None:
    art, *lines = closing_card.paint(
        request(Language.DE, size, LONG[Language.DE], artwork=("snowflake",))
    ).layers
    left, _, _, bottom = ink(art)
    for line in map(ink, lines):
        assert line[1] > bottom or line[2] < left


def test_the_mark_of_a_quotation_is_its_languages_own_and_on_the_side_where_reading_begins() -> None:
    marks = {}
    for language in (Language.EN, Language.DE, Language.FR, Language.JA, Language.AR):
        mark = quote_card.paint(request(language, WIDE, LONG[language])).layers[0]
        box = ink(mark)
        marks[language] = (mark.image.shape, box)
        assert bool((box[0] + box[2]) / 2 > WIDE[0] / 2) is (language is Language.AR)
    low, high = (marks[language][1] for language in (Language.DE, Language.EN))
    assert marks[Language.DE][0] != marks[Language.FR][0]
    assert low[3] < WIDE[1] / 2
    assert high[3] < WIDE[1] / 2


@pytest.mark.parametrize("centred", [True, False])
@pytest.mark.parametrize("language", [Language.EN, Language.AR])
def test_lines_begin_where_the_script_begins(language: Language, *, centred: bool) -> None:
    asked = request(language, WIDE, LONG[language], face=LetteringFace.PLAIN)
    block = text_block(LONG[language], asked, place=(300, 120), largest=30, most_lines=4)
    layers = block_layers(block, (0, 0, 0), left=50, top=40, width=300, centred=centred)
    cells = [
        (layer.motion(60.0).x - layer.image.shape[1] / 2, layer.motion(60.0).x + layer.image.shape[1] / 2)
        for layer in layers
    ]
    assert len(cells) == len(block.lines) > 1
    room = OVERHANG * block.size
    if centred:
        assert all((left + right) / 2 == pytest.approx(200, abs=0.6) for left, right in cells)
    elif language is Language.AR:
        assert all(right - room == pytest.approx(350, abs=0.6) for _, right in cells)
    else:
        assert all(left + room == pytest.approx(50, abs=0.6) for left, _ in cells)


def test_lines_come_up_in_the_order_of_reading() -> None:
    asked = request(Language.EN, WIDE, LONG[Language.EN])
    block = text_block(LONG[Language.EN], asked, place=(300, 120), largest=30, most_lines=4)
    layers = block_layers(block, (0, 0, 0), left=50, top=40, width=300, start=0.2)
    shown = [layer.motion(0.5).opacity for layer in layers]
    assert shown == sorted(shown, reverse=True)
    assert shown[0] > shown[-1]
    assert all(layer.motion(4.0).opacity == pytest.approx(1.0) for layer in layers)
