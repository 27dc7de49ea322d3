"""What only S3 has: multipart uploads, claims, ACLs, encryption, credentials, buckets, broken connections."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from botocore.client import BaseClient
from botocore.exceptions import ClientError, ReadTimeoutError

from renderer.backends.storage.expiry import expire
from renderer.backends.storage.memory import MemoryStore
from renderer.backends.storage.s3 import connection, upload
from renderer.backends.storage.s3 import store as store_module
from renderer.backends.storage.s3.place import S3Place
from renderer.backends.storage.s3.store import S3Store
from renderer.errors import ClipwrightError
from tests.support.production.buckets import fresh_place

KEY = "videos/one/1/video.mp4"
MIB = 1 << 20


@pytest.fixture(params=["moto", pytest.param("swift", marks=pytest.mark.services)])
def place(request: pytest.FixtureRequest) -> S3Place:
    if request.param == "moto":
        return fresh_place(request.getfixturevalue("moto_endpoint"))
    made: Callable[[], S3Place] = request.getfixturevalue("swift_place")
    return made()


@pytest.fixture
def moto_place(moto_endpoint: str) -> S3Place:
    return fresh_place(moto_endpoint)


@pytest.fixture
def big(tmp_path: Path) -> Path:
    """A file of three parts and a few bytes."""
    path = tmp_path / "big"
    path.write_bytes(bytes(range(256)) * (17 * MIB // 256) + b"end")
    return path


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The requests made from here on, by name."""
    made: list[str] = []
    plain = vars(BaseClient)["_make_api_call"]  # what every method of a client calls

    def noted(client: BaseClient, name: str, parameters: Any) -> Any:
        made.append(name)
        return plain(client, name, parameters)

    monkeypatch.setattr(BaseClient, "_make_api_call", noted)
    return made


def client_of(store: S3Store) -> Any:
    return store._client


def code_of(action: Callable[[], object]) -> ClipwrightError:
    with pytest.raises(ClipwrightError) as caught:
        action()
    return caught.value


def uploads(store: S3Store, place: S3Place) -> list[Any]:
    return list(client_of(store).list_multipart_uploads(Bucket=place.bucket).get("Uploads", []))


def test_large_files_go_in_parts_and_come_back_whole(place: S3Place, big: Path) -> None:
    store = S3Store(place)
    stored = store.put_file(KEY, big)
    assert stored.sha256 == hashlib.sha256(big.read_bytes()).hexdigest()
    assert b"".join(store.read(KEY, start=0, stop=stored.size)) == big.read_bytes()
    facts = client_of(store).head_object(Bucket=place.bucket, Key=f"{place.prefix}/{KEY}")
    assert facts["ContentType"] == "video/mp4"
    assert facts["ETag"].strip('"').endswith("-3")


def test_an_upload_holds_one_part_in_memory(moto_place: S3Place, tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        for number in range(96):
            file.write(bytes([number]) * MIB)
    seen: list[int] = []
    store = S3Store(moto_place)
    send_part = client_of(store).upload_part

    def counted(**given: Any) -> Any:
        seen.append(len(given["Body"]))
        return send_part(**given)

    client_of(store).upload_part = counted
    store.put_file(KEY, path)
    assert max(seen) == upload.PART_BYTES
    assert len(seen) == 12


def test_a_failed_upload_leaves_no_parts_and_no_claims(moto_place: S3Place, big: Path) -> None:
    store = S3Store(moto_place)

    def fail(**_: object) -> None:
        raise ReadTimeoutError(endpoint_url="somewhere")

    client_of(store).complete_multipart_upload = fail
    error = code_of(lambda: store.put_file(KEY, big))
    assert error.code == "storage_failed"
    assert "somewhere" not in error.sentence
    assert uploads(store, moto_place) == []
    listed = client_of(store).list_objects_v2(Bucket=moto_place.bucket)
    assert listed["KeyCount"] == 0


def test_uploads_of_dead_workers_are_swept(place: S3Place, big: Path) -> None:
    store = S3Store(place)
    client = client_of(store)
    name = f"{place.prefix}/videos/dead/1/video.mp4"
    begun = client.create_multipart_upload(Bucket=place.bucket, Key=name)
    client.upload_part(
        Bucket=place.bucket, Key=name, UploadId=begun["UploadId"], PartNumber=1, Body=b"x" * 6 * MIB
    )
    client.put_object(Bucket=place.bucket, Key=f"{place.prefix}/.claims/videos/dead/x", Body=b"")
    store.put_file(KEY, big)
    if place.access_key != "testing":  # moto dates every upload 2010
        assert store.sweep(before=datetime.now(UTC) - timedelta(hours=1)) == 0
    assert store.sweep(before=datetime.now(UTC) + timedelta(hours=1)) == 2
    assert uploads(store, place) == []
    assert list(store.keys("videos/")) == [KEY]


def test_a_file_that_changes_while_it_is_stored_is_not_stored(
    moto_place: S3Place, big: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "_facts", lambda *_: ("0" * 64, big.stat().st_size))
    store = S3Store(moto_place)
    assert "changed" in code_of(lambda: store.put_file(KEY, big)).sentence
    assert uploads(store, moto_place) == []


def test_bytes_damaged_on_their_way_are_noticed(moto_place: S3Place, tmp_path: Path) -> None:
    path = tmp_path / "small"
    path.write_bytes(b"content")
    store = S3Store(moto_place)
    put = client_of(store).put_object

    def damaged(**given: Any) -> Any:
        return put(**(given | {"Body": b"CONTENT"} if given["Body"] else given))

    client_of(store).put_object = damaged
    assert code_of(lambda: store.put_file(KEY, path)).code == "storage_failed"


def test_the_servers_word_on_a_part_is_checked(moto_place: S3Place, tmp_path: Path) -> None:
    path = tmp_path / "small"
    path.write_bytes(b"content")
    store = S3Store(moto_place)
    put = client_of(store).put_object
    client_of(store).put_object = lambda **given: put(**given) | {"ETag": f'"{"0" * 32}"'}
    assert "damaged" in code_of(lambda: store.put_file(KEY, path)).sentence


def test_objects_are_private(place: S3Place, big: Path) -> None:
    S3Store(place).put_file(KEY, big)
    address = f"{place.endpoint}/{place.bucket}/{place.prefix}/{KEY}"
    assert httpx.get(address, trust_env=False).status_code in {400, 401, 403}


def test_encryption_at_rest_is_asked_for(moto_place: S3Place, big: Path) -> None:
    store = S3Store(replace(moto_place, encryption="aws:kms", kms_key="alias/clips"))
    store.put_file(KEY, big)
    facts = client_of(store).head_object(Bucket=moto_place.bucket, Key=f"{moto_place.prefix}/{KEY}")
    assert facts["ServerSideEncryption"] == "aws:kms"
    assert "clips" in facts["SSEKMSKeyId"]


def test_a_bucket_that_vanished_is_no_missing_object(place: S3Place) -> None:
    store = S3Store(replace(place, bucket=f"{place.bucket}-gone"))
    for action in (store.ready, lambda: store.stat(KEY), lambda: list(store.keys("videos/"))):
        assert code_of(action).code in {"storage_failed", "object_missing"}
    error = code_of(lambda: store.stat(KEY))
    assert error.code == "storage_failed"
    assert error.spec.retryable


def test_a_store_out_of_reach_is_a_storage_failure(
    moto_place: S3Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "TRIES", 1)
    error = code_of(S3Store(replace(moto_place, endpoint="http://127.0.0.1:9")).ready)
    assert error.code == "storage_failed"
    assert "127.0.0.1" not in error.sentence


@pytest.mark.parametrize(
    ("code", "status", "word"),
    [
        ("ExpiredToken", 400, "expired"),
        ("SignatureDoesNotMatch", 403, "wrong"),
        ("RequestTimeTooSkewed", 403, "clock"),
        ("SomethingNew", 403, "not allowed"),
        ("SlowDown", 503, "too many"),
        ("InternalError", 500, "500"),
    ],
)
def test_the_servers_errors_become_ours(moto_place: S3Place, code: str, status: int, word: str) -> None:
    store = S3Store(moto_place)

    def fail(**_: object) -> None:
        answer: Any = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}
        raise ClientError(answer, "HeadBucket")

    client_of(store).head_bucket = fail
    error = code_of(store.ready)
    assert (error.code, error.spec.retryable) == ("storage_failed", True)
    assert word in error.sentence


class Breaking:
    """A body whose connection breaks after `after` bytes."""

    def __init__(self, body: Any, after: int) -> None:
        self.body, self.left = body, after

    def read(self, size: int) -> bytes:
        if self.left <= 0:
            raise ConnectionResetError
        chunk: bytes = self.body.read(min(size, self.left))
        self.left -= len(chunk)
        return chunk

    def close(self) -> None:
        self.body.close()


def test_a_read_whose_connection_breaks_goes_on_where_it_broke(moto_place: S3Place, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(range(256)) * 4000)
    store = S3Store(moto_place)
    store.put_file(KEY, path)
    get, ranges = client_of(store).get_object, []

    def breaking(**given: Any) -> Any:
        ranges.append(given["Range"])
        answer = get(**given)
        return answer | {"Body": Breaking(answer["Body"], 400_000)}

    client_of(store).get_object = breaking
    assert b"".join(store.read(KEY, start=1000, stop=1_000_000)) == path.read_bytes()[1000:1_000_000]
    assert ranges == ["bytes=1000-999999", "bytes=401000-999999", "bytes=801000-999999"]


def test_a_read_that_breaks_for_ever_fails(moto_place: S3Place, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    store = S3Store(moto_place)
    store.put_file(KEY, path)
    get = client_of(store).get_object
    client_of(store).get_object = lambda **given: (
        (answer := get(**given)) | {"Body": Breaking(answer["Body"], 0)}
    )
    assert code_of(lambda: list(store.read(KEY, start=0, stop=1000))).code == "storage_failed"


def test_a_reader_that_leaves_early_closes_the_connection(moto_place: S3Place, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(MIB))
    store = S3Store(moto_place)
    store.put_file(KEY, path)
    get, bodies = client_of(store).get_object, list[Any]()

    def watched(**given: Any) -> Any:
        answer = get(**given)
        bodies.append(answer["Body"])
        return answer

    client_of(store).get_object = watched
    chunks = store.read(KEY, start=0, stop=MIB)
    assert next(chunks)
    assert isinstance(chunks, Generator)
    chunks.close()
    assert [body._raw_stream.closed for body in bodies] == [True]


def test_a_claim_of_a_rival_keeps_a_writer_out(
    moto_place: S3Place, big: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("renderer.backends.storage.s3.claims._PAUSE_SECONDS", 0.0)
    store = S3Store(moto_place)
    rival = f"{moto_place.prefix}/.claims/{KEY}/{'0' * 64}-rival"
    client_of(store).put_object(Bucket=moto_place.bucket, Key=rival, Body=b"")
    assert "another writer" in code_of(lambda: store.put_file(KEY, big)).sentence
    monkeypatch.setattr("renderer.backends.storage.s3.claims.STALE", timedelta(seconds=-1))
    assert store.put_file(KEY, big).size == big.stat().st_size


def test_a_foreign_object_without_our_digest_is_read_to_find_it(moto_place: S3Place) -> None:
    store = S3Store(moto_place)
    client_of(store).put_object(Bucket=moto_place.bucket, Key=f"{moto_place.prefix}/{KEY}", Body=b"theirs")
    assert store.stat(KEY).sha256 == hashlib.sha256(b"theirs").hexdigest()


def test_what_is_old_expires() -> None:
    store = MemoryStore()
    for key in ("work/keys/a", "work/keys/b", "videos/x"):
        store.put_bytes(key, b"x")
    assert expire(store, "work/", before=datetime.now(UTC) - timedelta(days=1)) == 0
    assert expire(store, "work/", before=datetime.now(UTC) + timedelta(days=1)) == 2
    assert list(store.keys("videos/")) == ["videos/x"]


@pytest.mark.services
def test_the_real_server_refuses_wrong_credentials(swift_place: Callable[[], S3Place]) -> None:
    store = S3Store(replace(swift_place(), secret_key="wrong"))
    error = code_of(lambda: list(store.keys("videos/")))
    assert error.code == "storage_failed"
    assert "credentials" in error.sentence


def test_a_small_file_under_its_digest_is_one_request(
    place: S3Place, tmp_path: Path, requests: list[str]
) -> None:
    path = tmp_path / "small"
    path.write_bytes(b"content")
    key = f"work/objects/{hashlib.sha256(b'content').hexdigest()}"
    store = S3Store(place)
    requests.clear()
    stored = store.put_file(key, path)
    assert requests == ["PutObject"]
    found = store.stat(key)
    assert (stored.key, stored.size, stored.sha256) == (found.key, found.size, found.sha256)
    assert abs(stored.stored_at - found.stored_at) < timedelta(minutes=1)
    assert store.put_file(key, path).sha256 == stored.sha256
    assert b"".join(store.read(key, start=0, stop=7)) == b"content"


def test_once_the_bucket_has_answered_a_missing_object_is_one_request(
    place: S3Place, requests: list[str]
) -> None:
    store = S3Store(place)
    requests.clear()
    assert code_of(lambda: store.stat(KEY)).code == "object_missing"
    assert requests == ["HeadObject", "ListObjectsV2"]
    requests.clear()
    assert code_of(lambda: store.stat(KEY)).code == "object_missing"
    assert requests == ["HeadObject"]
