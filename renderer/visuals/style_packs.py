"""The port for style packs, in a module of its own so that importing it loads no painter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from renderer.contract.vocabulary import StylePack

if TYPE_CHECKING:
    from renderer.visuals.style_pack import StylePackFile


class StylePacks(Protocol):
    """The port for style packs: returns everything known about a pack, including its painters."""

    def __call__(self, pack: StylePack, /) -> StylePackFile:
        """Load and check the pack; raises `asset_invalid`, `asset_missing`."""
        ...
