"""Pixabay: photographs under the Pixabay Content License (pixabay.com/api). 100 calls a minute are free.

The key is sent in the query, as Pixabay requires, so it is kept out of cache keys, logs and error messages.
Pixabay's terms ask that searches be cached for 24 hours, which the cache does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Struct
from pydantic import SecretStr

from renderer.backends.imagery.base import Candidate, Credit, PictureShape
from renderer.backends.imagery.stock import LONGEST_QUERY, PER_PAGE, StockClient, rows_of
from renderer.contract.vocabulary import Language

BASE: Final = "https://pixabay.com/api"
CALLS_PER_MINUTE: Final = 100
LICENCE: Final = "Pixabay Content License"
LANGUAGES: Final = frozenset(Language) - {Language.HI, Language.AR}
"""The languages that Pixabay searches in; the other two are sent without one."""

_Pixels = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
_Text = Annotated[str, msgspec.Meta(max_length=2000)]


class _Hit(msgspec.Struct, frozen=True, rename={"large": "largeImageURL", "page": "pageURL"}):
    id: int
    large: _Text
    imageWidth: _Pixels  # noqa: N815  the field's name in the reply
    imageHeight: _Pixels  # noqa: N815  same
    page: _Text = ""
    tags: _Text = ""
    user: _Text = ""


class Pixabay(Struct, frozen=True, kw_only=True):
    """Searches and fetches through `stock`."""

    stock: StockClient
    key: SecretStr

    @property
    def name(self) -> str:
        """Always "pixabay"."""
        return "pixabay"

    @property
    def fingerprint(self) -> str:
        """The server."""
        return f"pixabay 1 {self.stock.client.endpoint.place}"

    def search(self, phrase: str, *, language: Language, shape: PictureShape) -> Sequence[Candidate]:
        """Photographs in Pixabay's own order; raises what `StockClient.ask` raises."""
        query = {
            "q": phrase[:LONGEST_QUERY],
            "image_type": "photo",
            "orientation": "vertical" if shape.upright else "horizontal",
            "safesearch": "true",
            "per_page": str(PER_PAGE),
            **({"lang": language.value} if language in LANGUAGES else {}),
        }
        document = self.stock.ask("/", query, hidden={"key": self.key.get_secret_value()})
        return [_candidate(hit) for hit in rows_of(document, "hits", _Hit, self.stock.provider)]

    def fetch(self, candidate: Candidate) -> bytes:
        """The photograph, 1280 pixels on its longer side."""
        return self.stock.picture(candidate)


def _candidate(hit: _Hit) -> Candidate:
    return Candidate(
        identity=f"pixabay:{hit.id}",
        address=hit.large,
        title=hit.tags.replace(",", " "),
        width=hit.imageWidth,
        height=hit.imageHeight,
        credit=Credit(provider="Pixabay", licence=LICENCE, author=hit.user, page=hit.page),
    )
