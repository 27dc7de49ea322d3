"""Publishing to the store: keys beside the main file, the video last, progress in bytes, patience."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from renderer.backends.publishing.base import PublishedFile
from renderer.backends.storage.base import Sent, StoredObject, unheard
from renderer.backends.storage.memory import MemoryStore
from renderer.clock import FakeClock
from renderer.contract.job import OutputTarget
from renderer.errors import ClipwrightError
from renderer.runtime.retry import Retry
from renderer.worker.job.store_publisher import StorePublisher

TARGET = OutputTarget(prefix="videos/one/2/", main="video.mp4")
CONTENTS = {".mp4": b"m" * 700, ".words.json": b"{}", ".srt": b"1\n" * 50}


@dataclass
class Watched(MemoryStore):
    """Notes the order of stored files; the first `failures` uploads fail after half of the bytes."""

    failures: int = 0
    order: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def put_file(self, key: str, path: Path, *, sent: Sent = unheard) -> StoredObject:
        size = path.stat().st_size
        sent(size // 2)
        if self.failures:
            self.failures -= 1
            raise ClipwrightError("storage_failed", reason="out of reach")
        self.order.append(key)
        sent(size - size // 2)
        return self.put_bytes(key, path.read_bytes())


@pytest.fixture
def files(tmp_path: Path) -> tuple[PublishedFile, ...]:
    made = []
    for suffix, content in CONTENTS.items():
        path = tmp_path / f"out{suffix}"
        path.write_bytes(content)
        made.append(PublishedFile(name=f"x{suffix}", suffix=suffix, path=path, media_type="video/mp4"))
    return tuple(made)


def publisher(store: MemoryStore, seconds: float = 60.0) -> StorePublisher:
    return StorePublisher(store=store, target=TARGET, retry=Retry(seconds=seconds, clock=FakeClock()))


def test_every_file_lies_under_the_main_files_stem_and_the_video_comes_last(
    files: tuple[PublishedFile, ...],
) -> None:
    store = Watched()
    keys = publisher(store).publish(files)
    assert keys == ("videos/one/2/video.mp4", "videos/one/2/video.words.json", "videos/one/2/video.srt")
    assert set(store.order[:-1]) == set(keys[1:])
    assert store.order[-1] == keys[0]
    for key, content in zip(keys, CONTENTS.values(), strict=True):
        assert b"".join(store.read(key, start=0, stop=len(content))) == content


def test_bytes_are_told_rising_to_the_whole(files: tuple[PublishedFile, ...]) -> None:
    told: list[tuple[int, int]] = []
    publisher(Watched()).publish(files, delivered=lambda done, total: told.append((done, total)))
    assert {total for _, total in told} == {802}
    done = [each for each, _ in told]
    assert done == sorted(done)
    assert done[-1] == 802


def test_a_store_that_is_away_is_waited_for_and_bytes_are_counted_once(
    files: tuple[PublishedFile, ...],
) -> None:
    store = Watched(failures=3)
    told: list[int] = []
    keys = publisher(store).publish(files, delivered=lambda done, _: told.append(done))
    assert set(store.order) == set(keys)
    assert told == sorted(told)
    assert told[-1] == 802


def test_each_try_of_the_video_counts_its_bytes_anew(files: tuple[PublishedFile, ...]) -> None:
    told: list[int] = []
    publisher(Watched(failures=3)).publish(files[:1], delivered=lambda done, _: told.append(done))
    assert told == [350, 350, 350, 350, 700, 700]


def test_a_store_that_stays_away_is_given_up_without_a_video(files: tuple[PublishedFile, ...]) -> None:
    store = Watched(failures=1000)
    with pytest.raises(ClipwrightError) as caught:
        publisher(store, seconds=5).publish(files)
    assert caught.value.code == "storage_failed"
    assert store.order == []


def test_other_bytes_under_the_key_are_told_at_once(files: tuple[PublishedFile, ...]) -> None:
    store = Watched()
    store.put_bytes("videos/one/2/video.srt", b"older")
    with pytest.raises(ClipwrightError) as caught:
        publisher(store).publish(files)
    assert caught.value.code == "object_exists"
    assert "videos/one/2/video.mp4" not in list(store.keys("videos/one/"))


def test_publishing_again_finds_what_is_there(files: tuple[PublishedFile, ...]) -> None:
    store = Watched()
    assert publisher(store).publish(files) == publisher(store).publish(files)


def test_who_is_told_can_end_the_delivery(files: tuple[PublishedFile, ...]) -> None:
    def stopped(*_: int) -> None:
        raise ClipwrightError("cancelled")

    store = Watched()
    with pytest.raises(ClipwrightError, match="cancel"):
        publisher(store).publish(files, delivered=stopped)
    assert "videos/one/2/video.mp4" not in store.order
