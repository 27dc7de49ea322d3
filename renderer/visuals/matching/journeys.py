"""Whether a text goes from one place to another: "from Damascus to Baghdad", "left Boston for Liverpool"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.picture_index import UNSPACED
from renderer.visuals.matching.plain import readings

_MOVING: Final[dict[Language, str]] = {
    Language.EN: "from sail travel journey marched marching fled flee flew fly flying left leave cross "
    "voyage walk road route train ship shipped carried moved railway connect link",
    Language.ES: "desde viaj naveg march huir huyó huye cruz salió sali partió voló vola rumbo hacia ruta "
    "camin tren barco une",
    Language.PT: "viaj naveg march fugiu fugir fuga cruz saiu partiu voou voar voava voo rumo rota "
    "caminh trem navio liga",
    Language.FR: "depuis voyag navig march fuit fuir fuite travers parti quitt vola vole vol vers route "
    "chemin train navire relie alla",
    Language.DE: "nach reis segel marsch floh flieh flog zog zogen fuhr fährt verließ weg route zug "
    "schiff verbindet",
    Language.RU: "из плыл плыв шёл шел шли идет поехал поезд корабл бежал летел лете марш караван "
    "дорог путь отправил",
    Language.HI: "से गया गई जाती जाता यात्रा भाग भागा भागे रवाना जहाज रेल रेलगा सफर",
    Language.AR: "من سافر رحل رحله رحلت رحلوا ابحر غادر هرب هربت هربوا سار سارت ساروا طار طارت "
    "قطار سفينه طريق قافله يربط",
    Language.ZH: "从 到 开往 前往 航行 驶 逃 飞 出发 路",
    Language.JA: "から へ 航海 旅 逃 飛 向か 走 出発 道",
}
"""Beginnings of words of motion, or whole words if short; in Chinese and Japanese parts of text."""
_SHORT: Final = 3


def is_journey(words: Sequence[str], language: Language) -> bool:
    """Whether the words describe motion."""
    cues = _MOVING[language].split()
    if language in UNSPACED:
        text = "".join(words)
        return any(cue in text for cue in cues)
    said = {reading for word in words for reading in readings(word, language)}
    begins = tuple(cue for cue in cues if len(cue) > _SHORT)
    return not said.isdisjoint(cues) or any(word.startswith(begins) for word in said)
