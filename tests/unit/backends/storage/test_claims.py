"""Claims on a key, with a bucket in memory: one writer of the same bytes at a time; no claim stays."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from renderer.backends.storage.s3 import claims as claims_module
from renderer.backends.storage.s3.claims import CLAIMS, STALE, TRIES, Claims
from renderer.errors import ClipwrightError

KEY, MINE, OTHER = "videos/one/1/video.mp4", "a" * 64, "b" * 64
FOLDER = f"root/{CLAIMS}{KEY}/"


@dataclass
class Bucket:
    """The part of an S3 client that claims use; `lists` counts the listings."""

    objects: dict[str, datetime] = field(default_factory=dict)
    puts: list[str] = field(default_factory=list)
    lists: int = 0
    rival_until: int = 0
    """Number of listings that show a rival's claim."""

    def put_object(self, *, Bucket: str, Key: str, Body: bytes, ACL: str) -> None:  # noqa: N803 - the library's names
        assert (Bucket, Body, ACL) == ("bucket", b"", "private")
        self.puts.append(Key)
        self.objects[Key] = datetime.now(UTC)

    def delete_object(self, *, Bucket: str, Key: str) -> None:  # noqa: N803 - same
        assert Bucket == "bucket"
        del self.objects[Key]

    def list_objects_v2(self, *, Bucket: str, Prefix: str) -> dict[str, Any]:  # noqa: N803 - same
        assert Bucket == "bucket"
        self.lists += 1
        rival = {f"{FOLDER}{OTHER}-1": datetime.now(UTC)} if self.lists <= self.rival_until else {}
        found = [
            {"Key": key, "LastModified": moment}
            for key, moment in (self.objects | rival).items()
            if key.startswith(Prefix)
        ]
        return {"Contents": found} if found else {}


class NoPause:
    """Does not wait, and notes how long it would have waited."""

    waited: list[float]

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    made: list[float] = []
    monkeypatch.setattr(NoPause, "waited", made, raising=False)
    monkeypatch.setattr(claims_module, "Event", NoPause)
    return made


@pytest.fixture
def bucket() -> Bucket:
    return Bucket()


def claims(bucket: Bucket) -> Claims:
    return Claims(client=bucket, bucket="bucket", root="root/")


def test_a_claim_is_there_while_it_is_held_and_gone_afterwards(bucket: Bucket, waited: list[float]) -> None:
    with claims(bucket).of(KEY, MINE):
        (name,) = bucket.objects
        assert name.startswith(f"{FOLDER}{MINE}-")
    assert (bucket.objects, waited) == ({}, [])


def test_a_claim_goes_when_the_writing_fails(bucket: Bucket) -> None:
    with suppress(RuntimeError), claims(bucket).of(KEY, MINE):
        assert len(bucket.objects) == 1
        raise RuntimeError
    assert bucket.objects == {}


@pytest.mark.usefixtures("waited")
def test_writers_of_the_same_bytes_do_not_disturb_each_other(bucket: Bucket) -> None:
    with claims(bucket).of(KEY, MINE), claims(bucket).of(KEY, MINE):
        assert len(bucket.objects) == 2
    assert bucket.objects == {}


@pytest.mark.usefixtures("waited")
def test_claims_on_other_keys_are_no_rivals(bucket: Bucket) -> None:
    first, second = (
        claims(bucket).of(f"{KEY}.json", OTHER),
        claims(bucket).of("videos/one/2/video.mp4", OTHER),
    )
    with first, second, claims(bucket).of(KEY, MINE):
        assert len(bucket.objects) == 3


@pytest.mark.parametrize("looks", [1, 3, TRIES - 1])
def test_a_rival_that_goes_in_time_is_waited_for(bucket: Bucket, waited: list[float], looks: int) -> None:
    bucket.rival_until = looks
    with claims(bucket).of(KEY, MINE):
        assert len(bucket.objects) == 1
    assert len(waited) == looks
    assert len(set(bucket.puts)) == looks + 1, "every try has a name of its own"
    for number, seconds in enumerate(waited):
        assert 0 <= seconds <= 0.1 * 2**number


def test_a_rival_that_stays_keeps_the_key_and_nothing_of_ours_stays(
    bucket: Bucket, waited: list[float]
) -> None:
    bucket.rival_until = 10 * TRIES
    with pytest.raises(ClipwrightError) as caught, claims(bucket).of(KEY, MINE):
        pytest.fail("two writers of other bytes at once")
    assert caught.value.code == "storage_failed"
    assert (len(bucket.puts), bucket.objects, len(waited)) == (TRIES, {}, TRIES)


def test_the_claim_of_a_dead_writer_counts_for_an_hour(bucket: Bucket, waited: list[float]) -> None:
    dead = f"{FOLDER}{OTHER}-dead"
    bucket.objects[dead] = datetime.now(UTC) - STALE - timedelta(seconds=1)
    with claims(bucket).of(KEY, MINE):
        assert len(bucket.objects) == 2
    assert waited == []
    bucket.objects[dead] = datetime.now(UTC) - STALE + timedelta(minutes=1)
    with pytest.raises(ClipwrightError), claims(bucket).of(KEY, MINE):
        pytest.fail("the writer may still live")
    assert list(bucket.objects) == [dead]
