"""What a film is directed from, besides its narration and its timeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.caption_region import captions_region
from pipelines.seeds import picture_seed
from renderer.contract.orders.long_form import LongFormOrder
from renderer.core.picture_spec import NO_REGION
from renderer.core.script import Script
from renderer.manuscript.document import Manuscript, PassageKind, ScriptPassage, WrittenTable
from renderer.text.languages import is_spaced
from renderer.visuals.direction.direction import Direction
from renderer.visuals.direction.film_tables import Rows
from renderer.visuals.direction.similarity import PaintStill
from renderer.visuals.direction.similarity_table import measured_similarity
from renderer.visuals.direction.topic import topic_of
from renderer.visuals.media import MediaItem
from renderer.visuals.style_pack import StylePackFile

FOCUS: Final = (0.5, 0.46)
"""Subjects stand a little above the middle; the director moves them to the thirds."""
ITEMS: Final = (3, 7)
LONGEST_ITEM: Final = 60
LONGEST_ITEM_UNSPACED: Final = 24
"""A list is shown if its number of items lies in `ITEMS` and no item has more characters than these."""
INTRODUCES: Final = (":", "：")


def direction_of(
    order: LongFormOrder,
    script: Script,
    media: Sequence[MediaItem] = (),
    *,
    pack: StylePackFile,
    look: PaintStill,
) -> Direction:
    """The direction of the order's film; `look` paints the stills by which the director compares pictures."""
    return Direction(
        script=script,
        topic=topic_of(script, order.settings.video_mode),
        pack=pack,
        seed=picture_seed(order),
        media=tuple(media),
        focus=FOCUS,
        captions=captions_region(order) if order.settings.captions.burn_in else NO_REGION,
        look=look,
        foresee=measured_similarity,
    )


def tables_of(manuscript: Manuscript) -> dict[str, tuple[Rows, ...]]:
    """The tables of each passage by the id of its scene; a list of short items is a table of one column.

    An ordered list has a column of its numbers before that.
    """
    longest = LONGEST_ITEM if is_spaced(manuscript.language) else LONGEST_ITEM_UNSPACED
    shown: dict[str, tuple[Rows, ...]] = {}
    for chapter in manuscript.chapters:
        heading = chapter.title
        for number, passage in enumerate(chapter.passages, start=1):
            heading = passage.heading or heading
            items = _items(passage, longest)
            header = ("", heading)[-len(items[0]) :] if items else ()
            listed = ((header, *items),) if items else ()
            if rows := (*listed, *map(_written, passage.tables)):
                shown[f"{chapter.id}.p{number}"] = rows
            last = passage.sentences[-1].text
            heading = last if last.endswith(INTRODUCES) and len(last) <= longest else heading
    return shown


def _items(passage: ScriptPassage, longest: int) -> Rows:
    """The items of a list that can be read at a glance, after their numbers; empty for anything else."""
    texts = [sentence.text for sentence in passage.sentences]
    fewest, most = ITEMS
    if passage.kind is not PassageKind.LIST or not fewest <= len(texts) <= most:
        return ()
    if max(map(len, texts)) > longest:
        return ()
    bare = [text.rstrip(".。।") for text in texts]
    numbers = [sentence.number for sentence in passage.sentences]
    return tuple(zip(numbers, bare, strict=True)) if any(numbers) else tuple((text,) for text in bare)


def _written(table: WrittenTable) -> Rows:
    return (table.header, *table.rows)
