"""The registry of painters. assets/style_packs says which of them a pack shows, and how often."""

from __future__ import annotations

from typing import Final

from renderer.contract.vocabulary import StylePack
from renderer.painters.clean_educational import pack as clean_educational
from renderer.painters.dark_finance import pack as dark_finance
from renderer.painters.documentary import pack as documentary
from renderer.painters.dramatic_explainer import pack as dramatic_explainer

PACKS: Final = {
    StylePack.DOCUMENTARY: documentary.PAINTERS,
    StylePack.DRAMATIC_EXPLAINER: dramatic_explainer.PAINTERS,
    StylePack.DARK_FINANCE: dark_finance.PAINTERS,
    StylePack.CLEAN_EDUCATIONAL: clean_educational.PAINTERS,
}
"""Painters by the pack in whose folder they are; another pack's file may name them too."""

PAINTERS: Final = {painter.name: painter for painters in PACKS.values() for painter in painters}
