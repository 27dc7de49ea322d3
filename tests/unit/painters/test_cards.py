from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from renderer.compositor.planes import allocate, planes_to_rgb
from renderer.contract.vocabulary import Language, StylePack
from renderer.core.camera import CameraMove
from renderer.core.picture_spec import Card, CardSpec
from renderer.painters.cards.base import CardRequest
from renderer.painters.cards.text_block import text_block
from renderer.rendering.stored_media import StoredMedia
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.style_pack_files import load_pack

TITLES = {
    Language.EN: "The winter that stopped the rivers",
    Language.ES: "El invierno que detuvo los ríos",
    Language.ZH: "冻住河流的冬天",
    Language.HI: "वह सर्दी जिसने नदियाँ रोक दीं",
    Language.AR: "الشتاء الذي أوقف الأنهار",
    Language.PT: "O inverno que parou os rios",
    Language.FR: "L’hiver qui arrêta les fleuves",
    Language.JA: "川を止めた冬",
    Language.DE: "Der Winter, der die Flüsse anhielt",
    Language.RU: "Зима, остановившая реки",
}


def shown(
    painter: Card,
    pack: StylePack,
    language: Language,
    size: tuple[int, int],
    store: ArtifactStore,
    *,
    artwork: tuple[str, ...] = ("snowflake",),
    number: str = "3",
) -> npt.NDArray[np.float64]:
    file = load_pack(pack)
    text = TITLES[language]
    picture = open_picture(
        CardSpec(
            card=painter,
            seed=4,
            palette=file.palettes[0].name,
            language=language,
            text=text,
            number=number,
            rows=((text, "22"), ("1884", "-20")),
            artwork=artwork,
        ),
        camera=CameraMove(),
        pack=file,
        width=size[0],
        height=size[1],
        duration=4.0,
        media=StoredMedia(store),
    )
    planes = allocate(*size)
    picture.draw(planes, 3.5)
    return planes_to_rgb(planes).astype(np.float64)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> ArtifactStore:
    return ArtifactStore(open_workspace(tmp_path_factory.mktemp("cards")))


@pytest.mark.parametrize("painter", list(Card))
@pytest.mark.parametrize("pack", list(StylePack))
def test_every_pack_shows_legible_text(painter: Card, pack: StylePack, store: ArtifactStore) -> None:
    """There is ink of strong contrast against the ground around it."""
    picture = shown(painter, pack, Language.EN, (640, 360), store)
    luma = picture @ np.array([0.2126, 0.7152, 0.0722])
    left = luma[60:300, 40:420]
    assert np.percentile(left, 99.5) - np.percentile(left, 0.5) > 110


@pytest.mark.parametrize("painter", list(Card))
@pytest.mark.parametrize("language", list(Language))
def test_every_language_is_drawn_in_wide_and_upright_frames(
    painter: Card, language: Language, store: ArtifactStore
) -> None:
    for size in ((640, 360), (360, 640)):
        picture = shown(painter, StylePack.DOCUMENTARY, language, size, store)
        assert np.array_equal(picture, shown(painter, StylePack.DOCUMENTARY, language, size, store))
        edge = np.concatenate([picture[:4].ravel(), picture[-4:].ravel()])
        assert picture.std() > 5
        assert edge.std() < 60


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("count", [1, 3, 12])
def test_text_fits_its_place(language: Language, count: int) -> None:
    palette = load_pack(StylePack.DOCUMENTARY).palettes[0]
    request = CardRequest(width=640, height=360, duration=4.0, seed=1, palette=palette, language=language)
    gap = "" if language in {Language.ZH, Language.JA} else " "
    text = gap.join([TITLES[language]] * count)
    block = text_block(text, request, place=(320, 160), largest=48, most_lines=4)
    assert len(block.lines) <= 4
    assert block.height <= 160
    assert block.size <= 48
    assert "".join(block.lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("language", "text", "torn"),
    [
        (Language.ZH, "郁金香泡沫的教训", "的"),
        (Language.ZH, "冻住河流的那个冬天", "的"),
        (Language.JA, "クラゲはなぜ死なないのか", "なない"),
        (Language.JA, "新幹線はなぜ鳥に似ているのか", "いる"),
    ],
)
def test_no_line_begins_with_what_leans_on_the_line_before(language: Language, text: str, torn: str) -> None:
    palette = load_pack(StylePack.DOCUMENTARY).palettes[0]
    request = CardRequest(width=360, height=640, duration=4.0, seed=1, palette=palette, language=language)
    for width in range(90, 330, 20):
        block = text_block(text, request, place=(width, 300), largest=36, most_lines=5)
        assert "".join(block.lines) == text
        assert not any(line.startswith(torn) for line in block.lines[1:])


@pytest.mark.parametrize(
    ("language", "text", "loose"),
    [
        (Language.RU, "Почему у жирафа чёрный язык", "у"),
        (Language.RU, "Тайна корабля на дне океана", "на"),
        (Language.AR, "كيف اخترع ابن الهيثم الكاميرا المظلمة", "ابن"),
    ],
)
def test_no_line_ends_with_a_short_word_that_leans_on_the_next(
    language: Language, text: str, loose: str
) -> None:
    palette = load_pack(StylePack.DOCUMENTARY).palettes[0]
    request = CardRequest(width=360, height=640, duration=4.0, seed=1, palette=palette, language=language)
    for width in range(150, 330, 20):
        block = text_block(text, request, place=(width, 300), largest=36, most_lines=5)
        assert " ".join(block.lines) == text
        assert not any(line.split()[-1] == loose for line in block.lines)


@pytest.mark.parametrize("pack", list(StylePack))
def test_no_empty_disc_waits_for_a_motif(pack: StylePack, store: ArtifactStore) -> None:
    """Where the rim of a motif's disc would be, the ground continues evenly."""

    def step(*artwork: str) -> float:
        frame = shown(Card.CHAPTER, pack, Language.EN, (640, 360), store, artwork=artwork, number="").mean(
            axis=2
        )
        angles = np.radians(np.arange(-20, 21, 2))

        def ring(radius: float) -> npt.NDArray[np.float64]:
            rows, columns = 180 + radius * np.sin(angles), 0.75 * 640 + radius * np.cos(angles)
            return np.asarray(frame[np.rint(rows).astype(int), np.rint(columns).astype(int)], np.float64)

        return float(np.abs(np.median(ring(0.35 * 360) - ring(0.37 * 360))))

    assert step() < step("snowflake") / 2
