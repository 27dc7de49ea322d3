"""What artwork a video owes a credit for: its manifest says so."""

from __future__ import annotations

from typing import Final

from renderer.core.picture_spec import artwork_of
from renderer.core.storyboard import Storyboard

GAME_ICONS: Final = "game-"
"""Beginning of the names of artwork from Game Icons, whose licence asks for a credit."""

CREDIT: Final = (
    "Icons by Lorc, Delapouite and contributors, https://game-icons.net, CC BY 3.0 "
    "(https://creativecommons.org/licenses/by/3.0/), recoloured: {names}"
)


def artwork_credits(storyboard: Storyboard) -> tuple[str, ...]:
    """One sentence that names the icons shown, or none where no shot shows any."""
    shown = sorted(
        {
            name.removeprefix(GAME_ICONS)
            for shot in storyboard.shots
            for name in artwork_of(shot.picture)
            if name.startswith(GAME_ICONS)
        }
    )
    return (CREDIT.format(names=", ".join(shown)),) if shown else ()
