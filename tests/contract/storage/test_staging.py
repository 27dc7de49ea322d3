"""One suite for every staging adapter: what the port promises."""

from __future__ import annotations

import hashlib
import resource
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from renderer.backends.storage.base import ObjectStore
from renderer.backends.storage.local import INCOMING, LocalStore
from renderer.backends.storage.local_staging import LocalStaging
from renderer.backends.storage.memory import MemoryStore
from renderer.backends.storage.memory_staging import MemoryStaging
from renderer.backends.storage.s3.connection import connect
from renderer.backends.storage.s3.place import S3Place
from renderer.backends.storage.s3.staging import S3Staging
from renderer.backends.storage.s3.store import S3Store
from renderer.backends.storage.staging import MOST_SLOTS, StagedObject, Staging
from renderer.errors import ClipwrightError
from tests.support.production.buckets import fresh_place

STAGED = "uploads/one"
KEY = "remix/one/source.mp4"
PART = 5 << 20
"""The smallest part that S3 accepts, except for the last."""
GONE = {"object_missing", "storage_failed"}
"""Either code may come, since one server answers 500 to a part of an upload that it does not know."""
Pair = tuple[Staging, ObjectStore]


@pytest.fixture(params=["local", "memory", "s3", pytest.param("swift", marks=pytest.mark.services)])
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Pair:
    memory = MemoryStore()

    def s3(place: S3Place) -> Pair:
        return S3Staging(place, spool=tmp_path / "spool"), S3Store(place)

    adapters: dict[str, Callable[[], Pair]] = {
        "local": lambda: (LocalStaging(tmp_path / "store"), LocalStore(tmp_path / "store")),
        "memory": lambda: (MemoryStaging(memory), memory),
        "s3": lambda: s3(fresh_place(request.getfixturevalue("moto_endpoint"))),
        "swift": lambda: s3(request.getfixturevalue("swift_place")()),
    }
    return adapters[request.param]()


def part_of(staging: Staging, staged: StagedObject, content: bytes, *, slot: int) -> str:
    writer = staging.part(staged, slot=slot)
    try:
        for at in range(0, len(content), 100_000):
            writer.write(content[at : at + 100_000])
        return writer.store()
    finally:
        writer.close()


def bytes_of(store: ObjectStore, key: str = KEY) -> bytes:
    return b"".join(store.read(key, start=0, stop=store.stat(key).size))


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises(ClipwrightError) as caught:
        action()
    return caught.value.code


def test_named_parts_become_the_object_and_no_others(pair: Pair) -> None:
    staging, store = pair
    staged = staging.begin(STAGED)
    first = part_of(staging, staged, b"a" * PART, slot=1)
    part_of(staging, staged, b"wrong" * 9, slot=26)
    second = part_of(staging, staged, b"b" * 77, slot=27)
    stored = staging.publish(staged, [first, second], key=KEY)
    whole = b"a" * PART + b"b" * 77
    assert (stored.key, stored.size, stored.sha256) == (KEY, len(whole), hashlib.sha256(whole).hexdigest())
    assert bytes_of(store) == whole
    assert list(store.keys("remix/")) == [KEY]


def test_publishing_again_changes_nothing(pair: Pair) -> None:
    """A process that dies between publishing and recording it publishes again when it is restarted."""
    staging, _ = pair
    staged = staging.begin(STAGED)
    part = part_of(staging, staged, b"x" * 1000, slot=MOST_SLOTS)
    stored = staging.publish(staged, [part], key=KEY)
    assert staging.publish(staged, [part], key=KEY) == stored
    staging.discard(staged)
    assert staging.publish(staged, [part], key=KEY) == stored


def test_what_was_not_stored_is_no_part(pair: Pair) -> None:
    staging, store = pair
    staged = staging.begin(STAGED)
    writer = staging.part(staged, slot=1)
    writer.write(b"half")
    writer.close()
    whole = part_of(staging, staged, b"whole", slot=2)
    staging.publish(staged, [whole], key=KEY)
    assert bytes_of(store) == b"whole"


def test_a_discarded_object_takes_no_part_and_is_not_published(pair: Pair) -> None:
    staging, store = pair
    staged = staging.begin(STAGED)
    part = part_of(staging, staged, b"x", slot=1)
    staging.discard(staged)
    staging.discard(staged)
    assert code_of(lambda: part_of(staging, staged, b"y", slot=2)) in GONE
    assert code_of(lambda: staging.publish(staged, [part], key=KEY)) == "object_missing"
    assert not list(store.keys("remix/"))


def test_the_sweep_forgets_what_is_old(pair: Pair) -> None:
    staging, _ = pair
    staged = staging.begin(STAGED)
    part_of(staging, staged, b"x", slot=1)
    now = datetime.now(UTC)
    assert staging.sweep(before=now - timedelta(days=30 * 365)) == 0  # one server dates every upload 2010
    assert staging.sweep(before=now + timedelta(hours=1)) == 1
    assert staging.sweep(before=now + timedelta(hours=1)) == 0
    assert code_of(lambda: part_of(staging, staged, b"y", slot=2)) in GONE


def test_the_sweep_removes_drafts_of_killed_processes_once_they_are_old(tmp_path: Path) -> None:
    staging, store = LocalStaging(tmp_path), LocalStore(tmp_path)
    store.ready()
    draft = tmp_path / INCOMING / "0123456789abcdef"
    draft.write_bytes(b"half a video")
    now = datetime.now(UTC)
    assert staging.sweep(before=now - timedelta(hours=1)) == 0
    assert draft.exists()
    assert staging.sweep(before=now + timedelta(hours=1)) == 0
    assert not draft.exists()
    assert staging.begin(STAGED)


def test_a_key_that_could_leave_the_root_is_refused(pair: Pair) -> None:
    assert code_of(lambda: pair[0].begin("../elsewhere")) == "storage_failed"


def unfinished(place: S3Place) -> list[Any]:
    return list(connect(place).list_multipart_uploads(Bucket=place.bucket).get("Uploads", []))


def test_nothing_is_left_of_a_multipart_upload(moto_endpoint: str, tmp_path: Path) -> None:
    place = fresh_place(moto_endpoint)
    staging = S3Staging(place, spool=tmp_path)
    for end in ("discard", "publish"):
        staged = staging.begin(f"uploads/{end}")
        part = part_of(staging, staged, b"x", slot=1)
        assert len(unfinished(place)) == 1
        if end == "discard":
            staging.discard(staged)
        else:
            staging.publish(staged, [part], key=KEY)
        assert unfinished(place) == []
    keys = connect(place).list_objects_v2(Bucket=place.bucket)["Contents"]
    assert [item["Key"] for item in keys] == [f"{place.prefix}/{KEY}"]
    assert not list(tmp_path.iterdir())


def test_a_folder_holds_parts_and_joins_them_in_little_memory(tmp_path: Path) -> None:
    staging = LocalStaging(tmp_path)
    staged = staging.begin(STAGED)
    parts = [part_of(staging, staged, bytes([slot]) * (8 << 20), slot=slot) for slot in range(1, 9)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    stored = staging.publish(staged, parts, key=KEY)
    assert stored.size == 64 << 20
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 << 10
    assert not list((tmp_path / ".incoming" / "staged").iterdir())


def test_an_upload_that_cannot_be_discarded_keeps_no_other(moto_endpoint: str, tmp_path: Path) -> None:
    """Such as one that somebody else began in the same folder, under a key that is none of ours."""
    place = fresh_place(moto_endpoint)
    staging = S3Staging(place, spool=tmp_path)
    strange = f"{place.prefix}/staged/!strange"
    connect(place).create_multipart_upload(Bucket=place.bucket, Key=strange)
    for name in ("one", "two"):
        staging.begin(f"uploads/{name}")
    with capture_logs() as lines:
        assert staging.sweep(before=datetime.now(UTC) + timedelta(hours=1)) == 2
    assert [item["Key"] for item in unfinished(place)] == [strange]
    assert [(line["event"], line["code"]) for line in lines] == [("staging_kept", "storage_failed")]
