"""Credits that a video owes for its artwork, which its manifest lists."""

from __future__ import annotations

from typing import Final

from renderer.core.picture_spec import PainterSpec, artwork_of
from renderer.core.storyboard import Storyboard

PICTURE_CREDIT: Final = "picture for "
"""Prefix of storyboard notes that credit a found picture."""

GAME_ICONS: Final = "game-"
"""Prefix of the names of artwork from Game Icons, whose licence requires a credit."""

CREDIT: Final = (
    "Icons by Lorc, Delapouite and contributors, https://game-icons.net, CC BY 3.0 "
    "(https://creativecommons.org/licenses/by/3.0/), recoloured: {names}"
)


MAP_PAINTERS: Final = frozenset({"atlas_plate", "night_map", "war_map", "wall_map", "globe"})
"""Painters that draw maps."""

MAP_CREDIT: Final = (
    "Maps: Natural Earth (public domain); names and places of cities: GeoNames, https://www.geonames.org, "
    "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)"
)


def artwork_credits(storyboard: Storyboard) -> tuple[str, ...]:
    """Credits owed for the pictures: one sentence that names the icons shown, and one for maps, if any."""
    return (*_icons(storyboard), *_maps(storyboard))


def _maps(storyboard: Storyboard) -> tuple[str, ...]:
    drawn = any(
        shot.picture.painter in MAP_PAINTERS
        for shot in storyboard.shots
        if isinstance(shot.picture, PainterSpec)
    )
    return (MAP_CREDIT,) if drawn else ()


def _icons(storyboard: Storyboard) -> tuple[str, ...]:
    shown = sorted(
        {
            name.removeprefix(GAME_ICONS)
            for shot in storyboard.shots
            for name in artwork_of(shot.picture)
            if name.startswith(GAME_ICONS)
        }
    )
    return (CREDIT.format(names=", ".join(shown)),) if shown else ()
