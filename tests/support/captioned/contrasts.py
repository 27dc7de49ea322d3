"""Every caption style on the pictures of every pack, encoded, decoded and measured."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

import av
import numpy as np
import numpy.typing as npt

from renderer.captions.contrast import with_contrast
from renderer.captions.drawing.overlay import CaptionOverlay, open_captions
from renderer.captions.layout.caption_box import caption_box
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.layout.safe_area import Frame
from renderer.captions.legibility import WordContrast, word_contrasts
from renderer.captions.showcase.specimens import specimen
from renderer.captions.style.style_files import load_style
from renderer.compositor.blend import blend
from renderer.compositor.planes import Planes, allocate, copy_into, crop
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, StylePack
from renderer.core.camera import CameraMove
from renderer.core.captions import CaptionTrack, Page
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import Region
from renderer.core.timecode import nearest_frame
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack_files import load_pack
from tests.support.captions import words_of
from tests.support.painted import DURATION, spec_of

FPS: Final = 30
FRAME: Final = Frame(width=1080, height=1920)
FOCUS: Final = (0.5, 0.27)
PAGES: Final = 3
"""Number of a specimen's pages that are measured."""


GROUNDS: Final = {
    StylePack.DARK_FINANCE: ("ticker_board", "gold_coin"),
    StylePack.DOCUMENTARY: ("medallion", "ink_in_water"),
    StylePack.CLEAN_EDUCATIONAL: ("soft_blobs", "strata"),
    StylePack.DRAMATIC_EXPLAINER: ("radar", "storm_sky"),
}
"""The painters of the lightest and the busiest pictures of each pack."""


def lowest_by_state(
    style: CaptionStyle, pack: StylePack, language: Language = Language.EN
) -> dict[str, float]:
    """The lowest contrast of words in each state, over the pack's pictures."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    box = caption_box(style, language, position=CaptionPosition.CENTER, frame=FRAME)
    palettes = [palette.name for palette in load_pack(pack).palettes]
    for number, painter in enumerate(GROUNDS[pack]):
        under = ground(pack, painter, palettes[number % len(palettes)], box)
        for word in contrasts(captioned(style, language, under), under):
            found[word.state.value].append(word.contrast)
    return {state: min(values) for state, values in found.items()}


@lru_cache(maxsize=4)
def ground(pack: StylePack, painter: str, palette: str, box: Region) -> Planes:
    """A painter's picture late in its shot, with the box kept clear for captions."""
    picture = open_picture(
        spec_of(painter, focus=FOCUS, palette=palette, captions=box),
        camera=CameraMove(),
        pack=load_pack(pack),
        width=FRAME.width,
        height=FRAME.height,
        duration=DURATION,
        media=NoMedia(),
    )
    target = allocate(FRAME.width, FRAME.height)
    picture.draw(target, 0.7 * DURATION)
    return target


def captioned(style: CaptionStyle, language: Language, under: Planes) -> CaptionTrack:
    """The specimen's captions in the middle of the picture `under`."""
    narration, script = specimen(language)
    track = lay_out(
        narration, script, style=style, position=CaptionPosition.CENTER, language=language, frame=FRAME
    )
    return with_contrast(track, fps=FPS, probe=lambda _frame: under)


def moments(page: Page, style: CaptionStyle) -> list[int]:
    """The last frames of a page's words, after the page's entrance has finished."""
    entering = max((move.seconds for move in load_style(style).enter), default=0.0)
    settled = nearest_frame(page.span.start + Fraction(entering).limit_denominator(1000), FPS) + 1
    ends = {nearest_frame(word.span.end, FPS) - 1 for word in words_of(page)}
    last = nearest_frame(page.span.end, FPS) - 1
    return sorted(end for end in ends if settled <= end) or [last]


def composed(overlay: CaptionOverlay, under: Planes, frame: int) -> Planes:
    """The finished frame."""
    target = allocate(under.width, under.height)
    copy_into(target, under)
    for sprite in overlay.placed_at(frame):
        blend(target, sprite)
    return target


def contrasts(track: CaptionTrack, under: Planes) -> Iterator[WordContrast]:
    """The contrast of every word of the first pages, on encoded and decoded frames."""
    overlay = open_captions(track, width=under.width, height=under.height, fps=FPS)
    numbers = [number for page in track.pages[:PAGES] for number in moments(page, track.style)]
    frames = [composed(overlay, under, number) for number in numbers]
    band = _band(frames, under)
    decoded = through_encoder([_strip(frame, band) for frame in frames])
    for number, frame, strip in zip(numbers, frames, decoded, strict=True):
        shown = allocate(under.width, under.height)
        copy_into(shown, frame)
        copy_into(_strip(shown, band), strip)
        found = overlay.page_at(number)
        if found:
            yield from word_contrasts(shown, *found)


def _band(frames: Sequence[Planes], under: Planes) -> slice:
    """The rows that captions cover, as whole macroblocks with two more on either side."""
    drawn = np.any([(frame.y != under.y).any(axis=1) for frame in frames], axis=0)
    rows = np.flatnonzero(drawn) // 16
    return slice(max(0, rows[0] - 2) * 16, min(under.height, (rows[-1] + 3) * 16))


def _strip(planes: Planes, band: slice) -> Planes:
    """A view of these rows of a frame."""
    return crop(planes, x=0, y=band.start, width=planes.width, height=band.stop - band.start)


def through_encoder(frames: Sequence[Planes]) -> list[Planes]:
    """Frames encoded as the product does (libx264, its preset and quality) and decoded again."""
    profile, buffer = EncoderProfile(), io.BytesIO()
    with av.open(buffer, "w", format="mp4") as writer:
        stream = writer.add_stream(
            "libx264", rate=FPS, options={"preset": profile.preset, "crf": str(profile.crf)}
        )
        stream.width, stream.height, stream.pix_fmt = frames[0].width, frames[0].height, "yuv420p"
        for number, planes in enumerate(frames):
            packed = np.vstack(
                [
                    planes.y,
                    planes.u.reshape(-1, planes.width),
                    planes.v.reshape(-1, planes.width),
                ]
            )
            frame = av.VideoFrame.from_ndarray(packed, format="yuv420p")
            frame.pts, frame.time_base = number, Fraction(1, FPS)
            writer.mux(stream.encode(frame))
        writer.mux(stream.encode(None))
    buffer.seek(0)
    with av.open(buffer, "r") as reader:
        return [
            _planes(np.asarray(frame.to_ndarray(format="yuv420p"), np.uint8), frames[0])
            for frame in reader.decode(video=0)
        ]


def _planes(packed: npt.NDArray[np.uint8], like: Planes) -> Planes:
    height, width = like.y.shape
    quarter = height // 4
    y, u, v = packed[:height], packed[height : height + quarter], packed[height + quarter :]
    return Planes(
        np.ascontiguousarray(y),
        np.ascontiguousarray(u.reshape(height // 2, width // 2)),
        np.ascontiguousarray(v.reshape(height // 2, width // 2)),
    )
