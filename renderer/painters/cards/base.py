"""What a card is made from: a paint request, and what is written on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from renderer.painters.base import PaintRequest
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.layered_picture import LayeredPicture


class CardRequest(PaintRequest, frozen=True, kw_only=True):
    """`text` and `number` as written, "" for none; `rows` of a table, header first; `face` is the pack's."""

    text: str = ""
    number: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    face: LetteringFace = LetteringFace.PLAIN


PaintCard: TypeAlias = Callable[[CardRequest], LayeredPicture]
