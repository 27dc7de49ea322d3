"""A sentence worth reading, full screen: a quotation mark and the words, line by line."""

from __future__ import annotations

from typing import Final

from renderer.contract.vocabulary import Language
from renderer.painters.cards.base import CardRequest
from renderer.painters.cards.paper import paper_ground
from renderer.painters.cards.text_block import block_layers, text_block
from renderer.painters.drawing import motion
from renderer.painters.drawing.layering import flat
from renderer.painters.drawing.lettering import lettering
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import Layer, LayeredPicture

MARKS: Final = {
    Language.DE: "„",
    Language.FR: "«",
    Language.RU: "«",
    Language.ES: "«",
    Language.AR: "«",
    Language.JA: "「",
}


def paint(request: CardRequest) -> LayeredPicture:
    """Paper is the base; the mark comes first, then the words."""
    rng = request.rng()
    w, h, u, palette = request.width, request.height, request.unit, request.palette
    width = w * 0.74
    block = text_block(request.text, request, place=(width, h * 0.52), largest=h * 0.1, most_lines=6)
    top = h * 0.54 - block.height / 2
    left = (w - width) / 2
    mark = lettering(
        MARKS.get(request.language, "“"), size=h * 0.34, face=LetteringFace.SERIF, language=request.language
    )
    side = w - left - mark.shape[1] / 2 if request.language is Language.AR else left + mark.shape[1] / 2
    layers = [
        Layer(
            image=flat(mark, palette.accent),
            motion=motion.settling(side, top - mark.shape[0] / 2 - 26 * u, start=-0.1, rise=30 * u),
        ),
        *block_layers(block, palette.paper_ink, left=left, top=top, width=width, start=0.15),
    ]
    return LayeredPicture(base=paper_ground(request, rng), layers=tuple(layers))
