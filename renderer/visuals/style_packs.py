"""The port for style packs, by itself: asking whether anybody needs one loads no painter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from renderer.contract.vocabulary import StylePack

if TYPE_CHECKING:
    from renderer.visuals.style_pack import StylePackFile


class StylePacks(Protocol):
    """The port for style packs: what is known of each, its painters included."""

    def __call__(self, pack: StylePack, /) -> StylePackFile:
        """The pack, checked; raises `asset_invalid`, `asset_missing`."""
        ...
