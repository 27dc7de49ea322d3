"""Tables of a script on screen: each replaces a painting at the end of the scene that it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from renderer.core.camera import CameraMove
from renderer.core.picture_spec import CardSpec
from renderer.core.script import Scene
from renderer.core.storyboard import Shot, Storyboard
from renderer.visuals.direction.phrase import Phrase

Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""A table of the script, the header first."""
Tables: TypeAlias = Mapping[str, tuple[Rows, ...]]
"""The tables that follow a scene, by its id."""


def with_tables(
    shots: Sequence[Shot],
    phrases: Sequence[Phrase],
    tables: Tables,
    *,
    scenes: Sequence[Scene],
    card: Callable[[Rows], CardSpec],
) -> list[Shot]:
    """The shots of a stretch with the tables of the `scenes` that end in it, one a shot, each as its `card`.

    They replace a scene's last shots, or later ones if it has too few. A table without a free shot is
    omitted.
    """
    shown = list(shots)
    taken: set[int] = set()
    for scene in scenes:
        rows = tables.get(scene.id, ())
        places = _places(scene, phrases, wanted=len(rows), taken=taken)
        for place, table in zip(places, rows, strict=False):
            # a table is read, so its camera does not move
            shown[place] = replace(shots[place], picture=card(table), camera=CameraMove())
        taken |= {*places}
    return shown


def unseen_tables(tables: Tables, storyboard: Storyboard) -> Iterator[str]:
    """A note for each table that found no free shot."""
    seen = [shot.picture.rows for shot in storyboard.shots if isinstance(shot.picture, CardSpec)]
    for rows in (rows for behind in tables.values() for rows in behind):
        if rows in seen:
            seen.remove(rows)
        else:
            yield f"table not shown, no shot was free: {' | '.join(filter(None, rows[0]))}"


def _places(scene: Scene, phrases: Sequence[Phrase], *, wanted: int, taken: set[int]) -> list[int]:
    """Indices of the shots that show a scene's tables, in order."""
    lines = {line.id for line in scene.lines}
    own = [at for at, phrase in enumerate(phrases) if any(word.line in lines for word in phrase.words)]
    first, last = (own[0], own[-1]) if own else (len(phrases) - 1, len(phrases) - 1)
    free = [at for at in range(first, len(phrases)) if at not in taken]
    before = [at for at in free if at <= last]
    places = before[max(0, len(before) - wanted) :]
    behind = [at for at in free if at > last]
    return [*places, *behind[: wanted - len(places)]]
