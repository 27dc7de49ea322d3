"""Long videos of the user: several shots show stretches of one video, and a MoviePy clip is a shot."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from pipelines.short import SHORT
from renderer.backends.storage.memory import MemoryStore
from renderer.compositor.planes import allocate
from renderer.contract.orders.base import FrameSpec
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack
from renderer.core.codec import encode
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import MediaSpec, media_of
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.errors import ClipwrightError
from renderer.rendering.frames import open_frames
from renderer.rendering.stored_media import media_artifacts
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.composition.wiring import build_capabilities
from renderer.worker.job.segments import _fetch_media, _fetch_plan
from renderer.worker.job.stored_cache import StoreSharedCache
from renderer.worker.settings import WorkerSettings
from tests.support.counted import counted_video
from tests.support.rendering import render, small_order

FRAME = FrameSpec(width=144, height=256, fps=15)
EXAMPLE = Path(__file__).parents[2] / "examples" / "moviepy_clip.py"
SCRIPT = (
    "Why do octopuses have 3 hearts?\n\nTwo of them pump blood to the gills, beat after beat, day and night. "
    "The third one sends it through the whole body.\n\nWhen the animal swims, that heart stands still. "
    "So it would rather crawl. Now you know why."
)


def order(**changes: Any) -> ShortOrder:
    return small_order(script=SCRIPT, frame=FRAME, **changes)


def storyboard_of(wanted: ShortOrder, folder: Path) -> tuple[Storyboard, ArtifactStore]:
    place = open_workspace(folder)
    capabilities = build_capabilities(wanted, rim={}, settings=WorkerSettings())
    run = Run(order=wanted, capabilities=capabilities, workspace=place)
    documents = run_pipeline(needed_for(SHORT.stages, Storyboard), run).documents
    return documents[Storyboard], ArtifactStore(place)


@pytest.fixture(scope="module")
def media(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one video of 40 s whose frames carry their number at 15 per second."""
    folder = tmp_path_factory.mktemp("media")
    counted_video(folder / "long.mp4", 600, size=(144, 256), rate=15, gop=60)
    return folder


def test_a_long_video_fills_several_shots_in_its_own_order(media: Path, tmp_path: Path) -> None:
    storyboard, store = storyboard_of(order(media_dir=str(media)), tmp_path / "w")
    shots = [shot for shot in storyboard.shots if media_of(shot.picture)]
    painted = 2  # no name matches the file, so it does not open the video, and a card closes it
    assert len(shots) == min(6, len(storyboard.shots) - painted)
    assert len({media_of(shot.picture) for shot in shots}) == 1
    firsts = [shot.picture.first for shot in shots if isinstance(shot.picture, MediaSpec)]
    assert firsts == [600 * n // len(shots) for n in range(len(shots))]
    digests = list(media_artifacts(media_of(shots[0].picture), store))
    assert len(digests) == 2
    assert all(store.has(digest) for digest in digests)
    assert store.path(digests[1]).read_bytes() == (media / "long.mp4").read_bytes()


def test_any_frame_drawn_alone_is_the_frame_drawn_in_order(media: Path, tmp_path: Path) -> None:
    storyboard, store = storyboard_of(order(media_dir=str(media)), tmp_path / "w")
    target = allocate(FRAME.width, FRAME.height)
    with open_frames(storyboard, None, pack=load_pack(storyboard.pack), frame=FRAME, store=store) as frames:
        in_order = []
        for number in range(frames.frame_count):
            frames.draw(number, target)
            in_order.append(target.y.tobytes())
    with open_frames(storyboard, None, pack=load_pack(storyboard.pack), frame=FRAME, store=store) as frames:
        for number in (frames.frame_count - 1, 0, 61, 60, frames.frame_count // 2):
            frames.draw(number, target)
            assert target.y.tobytes() == in_order[number], number


def test_another_machine_fetches_the_video_with_the_plan(media: Path, tmp_path: Path) -> None:
    storyboard, store = storyboard_of(order(media_dir=str(media)), tmp_path / "w")
    plan = RenderPlan(
        width=FRAME.width,
        height=FRAME.height,
        fps=FRAME.fps,
        frame_count=30,
        storyboard=storyboard,
        captions=CaptionTrack(
            style=CaptionStyle.HORMOZI,
            position=CaptionPosition.CENTER,
            language=Language.EN,
            safe_area="organic",
            pages=(),
        ),
        audio="",
        encoder=EncoderProfile(),
    )
    shared = StoreSharedCache(MemoryStore())
    shots = [media_of(shot.picture) for shot in storyboard.shots if media_of(shot.picture)]
    digest = store.put_bytes(encode(plan))
    artifacts = [artifact for media in dict.fromkeys(shots) for artifact in media_artifacts(media, store)]
    shared.share("key", b"record", (digest, *artifacts), store)
    elsewhere = ArtifactStore(open_workspace(tmp_path / "elsewhere"))
    fetched = _fetch_plan(digest, elsewhere, shared)
    _fetch_media(fetched, elsewhere, shared)
    here, there = (allocate(FRAME.width, FRAME.height) for _ in range(2))
    for target, where in ((here, store), (there, elsewhere)):
        with open_frames(
            fetched.storyboard, None, pack=load_pack(fetched.storyboard.pack), frame=FRAME, store=where
        ) as frames:
            frames.draw(100, target)
    assert np.array_equal(here.y, there.y)


def test_the_same_order_gives_the_same_bytes(media: Path, tmp_path: Path) -> None:
    digests = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        render(order(media_dir=str(media)), tmp_path / name)
        digests.append(hashlib.sha256((tmp_path / name / "video.mp4").read_bytes()).hexdigest())
    assert digests[0] == digests[1]


def test_the_example_is_rendered(tmp_path: Path) -> None:
    render(order(media_dir=f"{EXAMPLE}:make"), tmp_path)
    shots = json.loads((tmp_path / "video.manifest.json").read_text("utf-8"))["pictures"]["shots"]
    assert sum(bool(shot["media"]) for shot in shots) == 1
    at = next(number for number, shot in enumerate(shots) if shot["media"])
    start = float(shots[at]["start"])
    reds = [
        picture[..., 0].astype(int) - picture[..., 1] for picture in between(tmp_path / "video.mp4", start, 1)
    ]
    assert max((red > 80).mean() for red in reds) > 0.03


def between(path: Path, start: float, seconds: float) -> list[np.ndarray[Any, Any]]:
    with av.open(path) as container:
        frames = container.decode(container.streams.video[0])
        return [frame.to_ndarray(format="rgb24") for frame in frames if start < frame.time < start + seconds]


def test_a_clip_function_that_fails_ends_the_run_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "clip.py"
    path.write_text("def make(): raise ValueError('no sea today')", "utf-8")
    with pytest.raises(ClipwrightError, match="no sea today") as caught:
        storyboard_of(order(media_dir=f"{path}:make"), tmp_path / "w")
    assert caught.value.code == "media_unreadable"
