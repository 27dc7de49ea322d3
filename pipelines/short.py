"""The short pipeline: a topic becomes a narrated, captioned, scored vertical video."""

from __future__ import annotations

from typing import Final

from pipelines.documents import published_video
from pipelines.stages import (
    align_words,
    cue_sound,
    draw_thumbnail,
    inspect_video,
    lay_out_captions,
    mix_audio,
    narrate,
    publish,
    render_video,
    storyboard,
    write_script,
)
from renderer.contract.orders.short import ShortOrder
from renderer.runtime.pipeline import Pipeline

SHORT: Final[Pipeline[ShortOrder]] = Pipeline(
    stages=(
        write_script.STAGE,
        narrate.STAGE,
        align_words.STAGE,
        storyboard.STAGE,
        lay_out_captions.STAGE,
        cue_sound.STAGE,
        mix_audio.STAGE,
        draw_thumbnail.stage(draw_thumbnail.of_frame),
        render_video.STAGE,
        inspect_video.STAGE,
        publish.STAGE,
    ),
    result=published_video,
)
