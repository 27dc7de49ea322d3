"""The request for a card: a paint request and the text on the card."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from renderer.painters.base import PaintRequest
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import LayeredPicture


class CardRequest(PaintRequest, frozen=True, kw_only=True):
    """A paint request with the text of a card.

    `text` and `number` are as written, "" for none; `rows` form a table, header first; `face` is the pack's.
    """

    text: str = ""
    number: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    face: LetteringFace = LetteringFace.PLAIN


PaintCard: TypeAlias = Callable[[CardRequest], LayeredPicture]
