"""Groundwork: what the pictures of a video share, made before the first of them is opened.

A process that does this and then forks spares its children the work: noise, the grain of paper, the tables of
the grade, the edges of the caption box, and the engine that draws artwork.
"""

from __future__ import annotations

from renderer.compositor.opencv_threads import one_thread_of_opencv
from renderer.core.picture_spec import Region
from renderer.painters.artwork import drawing_engine, has_drawn
from renderer.painters.drawing.canvas import strewn_noise
from renderer.painters.props.paper import fibre_sheet
from renderer.visuals.film.cels import layer_tables
from renderer.visuals.film.softened import softening
from renderer.visuals.grade import Grade, film_tables


def lay_groundwork(grade: Grade, captions: Region, *, width: int, height: int) -> None:
    """Make what pictures of frames of this size, with captions in this region, have in common.

    Nothing is drawn and no thread is started, so that the process can still be forked.

    Raises:
        ClipwrightError: `asset_missing`.
    """
    with one_thread_of_opencv():
        film_tables(grade)
        layer_tables(grade, light=False)
        strewn_noise()
        fibre_sheet()
        softening(captions, width, height)
        drawing_engine()


def forks_can_draw() -> bool:
    """Whether forks of this process can draw artwork, which they cannot once it has drawn some itself."""
    return not has_drawn()
