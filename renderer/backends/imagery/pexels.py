"""Pexels: photographs under the Pexels licence (api.pexels.com/v1/search). 200 calls an hour are free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Struct

from renderer.backends.imagery.base import Candidate, Credit, PictureShape
from renderer.backends.imagery.stock import LONGEST_QUERY, PER_PAGE, StockClient, rows_of
from renderer.contract.vocabulary import Language

BASE: Final = "https://api.pexels.com/v1"
CALLS_PER_HOUR: Final = 200
LICENCE: Final = "Pexels License"
LOCALES: Final[dict[Language, str]] = {
    Language.EN: "en-US",
    Language.ES: "es-ES",
    Language.ZH: "zh-CN",
    Language.PT: "pt-BR",
    Language.FR: "fr-FR",
    Language.JA: "ja-JP",
    Language.DE: "de-DE",
    Language.RU: "ru-RU",
}
"""The locales that Pexels searches in; Hindi and Arabic are sent without one."""

_Pixels = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
_Text = Annotated[str, msgspec.Meta(max_length=2000)]


class _Sources(msgspec.Struct, frozen=True):
    large2x: _Text
    portrait: _Text = ""


class _Photo(msgspec.Struct, frozen=True):
    id: int
    width: _Pixels
    height: _Pixels
    src: _Sources
    url: _Text = ""
    photographer: _Text = ""
    alt: _Text | None = ""


class Pexels(Struct, frozen=True, kw_only=True):
    """Searches and fetches through `stock`; the key is sent in a header."""

    stock: StockClient

    @property
    def name(self) -> str:
        """Always "pexels"."""
        return "pexels"

    @property
    def fingerprint(self) -> str:
        """The server."""
        return f"pexels 1 {self.stock.client.endpoint.place}"

    def search(self, phrase: str, *, language: Language, shape: PictureShape) -> Sequence[Candidate]:
        """Photographs in Pexels' own order; raises what `StockClient.ask` raises."""
        query = {
            "query": phrase[:LONGEST_QUERY],
            "orientation": "portrait" if shape.upright else "landscape",
            "per_page": str(PER_PAGE),
            **({"locale": LOCALES[language]} if language in LOCALES else {}),
        }
        document = self.stock.ask("/search", query, hidden={})
        return [_candidate(photo) for photo in rows_of(document, "photos", _Photo, self.stock.provider)]

    def fetch(self, candidate: Candidate) -> bytes:
        """The photograph at about 1880 x 1300 pixels."""
        return self.stock.picture(candidate)


def _candidate(photo: _Photo) -> Candidate:
    return Candidate(
        identity=f"pexels:{photo.id}",
        address=photo.src.large2x,
        title=photo.alt or "",
        width=photo.width,
        height=photo.height,
        credit=Credit(provider="Pexels", licence=LICENCE, author=photo.photographer, page=photo.url),
    )
