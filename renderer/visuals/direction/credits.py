"""What artwork a video owes a credit for: its manifest says so."""

from __future__ import annotations

from typing import Final

from renderer.core.picture_spec import PainterSpec, artwork_of
from renderer.core.storyboard import Storyboard

PICTURE_CREDIT: Final = "picture for "
"""What a note of a storyboard begins with that says whose a found picture is."""

GAME_ICONS: Final = "game-"
"""Beginning of the names of artwork from Game Icons, whose licence asks for a credit."""

CREDIT: Final = (
    "Icons by Lorc, Delapouite and contributors, https://game-icons.net, CC BY 3.0 "
    "(https://creativecommons.org/licenses/by/3.0/), recoloured: {names}"
)


MAP_PAINTERS: Final = frozenset({"atlas_plate", "night_map", "war_map", "wall_map", "globe"})
"""Those that draw maps."""

MAP_CREDIT: Final = (
    "Maps: Natural Earth (public domain); names and places of cities: GeoNames, https://www.geonames.org, "
    "CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)"
)


def artwork_credits(storyboard: Storyboard) -> tuple[str, ...]:
    """What the pictures owe: a sentence that names the icons shown, and one for maps, where there are any."""
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
