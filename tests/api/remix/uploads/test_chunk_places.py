"""Where a chunk is written and when it counts: slots of many writers, one winner, nothing after the end."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest

from api.http.auth import Caller
from api.problems import ApiProblem
from api.remix.uploads import chunks, repository, service
from api.remix.uploads.chunk_headers import ChunkHeaders
from api.remix.uploads.repository import ChunkedUpload, State
from api.remix.uploads.schemas import CHUNK_BYTES, MOST_BYTES, CreateRemixUpload
from renderer.backends.storage.staging import MOST_SLOTS
from tests.api.harness import START, Service
from tests.api.rows import an_account, job_of, project_of

SIZE = 2 * CHUNK_BYTES + 10


@pytest.fixture
def owner(light: Service) -> Caller:
    return an_account(light)


def opened(light: Service, owner: Caller, size: int = SIZE) -> UUID:
    wanted = CreateRemixUpload.model_validate(
        {"file_name": "clip.mp4", "mime_type": "video/mp4", "byte_length": size}
    )
    return service.create(light.services, owner, wanted).upload_id


def chunk(offset: int, length: int) -> ChunkHeaders:
    return ChunkHeaders(offset=offset, length=length, sha256=None)


def counted(light: Service, owner: Caller, upload: UUID, given: ChunkHeaders, *, part: str) -> ChunkedUpload:
    return chunks.count(light.services, owner, upload, given, part=part)


def code_of(light: Service, owner: Caller, upload: UUID, given: ChunkHeaders) -> ApiProblem:
    with pytest.raises(ApiProblem) as caught:
        chunks.place(light.services, owner, upload, given)
    with pytest.raises(ApiProblem, match=caught.value.code):
        chunks.count(light.services, owner, upload, given, part="p")
    return caught.value


def changed(light: Service, upload: UUID, **changes: object) -> None:
    with light.services.database.write() as connection:
        repository.update(connection, upload, **changes)


def test_a_file_comes_in_whole_chunks_and_a_rest(light: Service, owner: Caller) -> None:
    upload = opened(light, owner)
    at = 0
    for number, length in enumerate((CHUNK_BYTES, CHUNK_BYTES, 10)):
        after = counted(light, owner, upload, chunk(at, length), part=f"part-{number}")
        at += length
        assert after.offset == at
    assert after.parts == ["part-0", "part-1", "part-2"]
    assert (after.offset, after.state) == (SIZE, State.OPEN)


def test_only_the_exact_chunk_at_the_offset_fits(light: Service, owner: Caller) -> None:
    upload = opened(light, owner)
    for length in (0, 1, CHUNK_BYTES - 1, CHUNK_BYTES + 1, SIZE):
        problem = code_of(light, owner, upload, chunk(0, length))
        assert problem.code == "invalid_chunk"
        assert problem.detail == f"The chunk at offset 0 has exactly {CHUNK_BYTES} bytes."
    for offset in (1, CHUNK_BYTES, SIZE, SIZE + 1):
        problem = code_of(light, owner, upload, chunk(offset, CHUNK_BYTES))
        assert (problem.code, problem.headers["upload-offset"]) == ("offset_mismatch", "0")
    counted(light, owner, upload, chunk(0, CHUNK_BYTES), part="a")
    assert code_of(light, owner, upload, chunk(0, CHUNK_BYTES)).headers["upload-offset"] == str(CHUNK_BYTES)


def test_writers_of_one_chunk_have_slots_of_their_own(light: Service, owner: Caller) -> None:
    upload = opened(light, owner)
    slots = [chunks.place(light.services, owner, upload, chunk(0, CHUNK_BYTES)).slot for _ in range(26)]
    assert len(set(slots)) == chunks._WRITERS == 26
    again = chunks.place(light.services, owner, upload, chunk(0, CHUNK_BYTES)).slot
    assert again == slots[0], "after so many writers the first slot is taken again"
    counted(light, owner, upload, chunk(0, CHUNK_BYTES), part="a")
    second = chunks.place(light.services, owner, upload, chunk(CHUNK_BYTES, CHUNK_BYTES)).slot
    assert second not in slots


def test_every_slot_of_the_largest_file_is_one_that_a_server_takes(light: Service, owner: Caller) -> None:
    upload = opened(light, owner, MOST_BYTES)
    last = (MOST_BYTES - 1) // CHUNK_BYTES * CHUNK_BYTES
    changed(light, upload, offset=last, fence=chunks._WRITERS - 1)
    slot = chunks.place(light.services, owner, upload, chunk(last, MOST_BYTES - last)).slot
    assert 1 <= slot <= MOST_SLOTS


def test_of_two_writers_the_first_to_be_durable_counts(light: Service, owner: Caller) -> None:
    upload = opened(light, owner)
    given = chunk(0, CHUNK_BYTES)
    for _ in range(2):
        chunks.place(light.services, owner, upload, given)
    counted(light, owner, upload, chunk(0, CHUNK_BYTES), part="winner")
    with pytest.raises(ApiProblem, match="offset_mismatch"):
        counted(light, owner, upload, chunk(0, CHUNK_BYTES), part="loser")
    found = service.find(light.services, light.services.database, owner, upload_id=upload)
    assert found.parts == ["winner"]


@pytest.mark.parametrize("state", [State.PUBLISHED, State.DELETED, State.EXPIRED])
def test_nothing_is_taken_after_the_end(light: Service, owner: Caller, state: State) -> None:
    upload = opened(light, owner)
    changed(light, upload, state=state.value)
    assert code_of(light, owner, upload, chunk(0, CHUNK_BYTES)).code == "video_not_found"


def test_an_upload_is_there_for_its_owner_for_one_day(light: Service, owner: Caller) -> None:
    upload = opened(light, owner)
    assert code_of(light, an_account(light), upload, chunk(0, CHUNK_BYTES)).code == "video_not_found"
    light.clock.advance(hours=24, microseconds=-1)
    assert counted(light, owner, upload, chunk(0, CHUNK_BYTES), part="a").offset == CHUNK_BYTES
    light.clock.advance(microseconds=1)
    assert code_of(light, owner, upload, chunk(CHUNK_BYTES, CHUNK_BYTES)).code == "video_not_found"


def test_uploads_expire_oldest_first_and_only_those_that_hold_something(
    light: Service, owner: Caller
) -> None:
    made = [opened(light, owner) for _ in range(5)]
    for hours, upload in enumerate(made):
        changed(light, upload, expires_at=START + timedelta(hours=9 - hours))
    changed(light, made[1], state=State.PUBLISHED.value)
    changed(light, made[2], state=State.DELETED.value)

    def expired(hours: float, limit: int = 100) -> list[UUID]:
        with light.services.database.read() as connection:
            found = repository.expired(connection, now=START + timedelta(hours=hours), limit=limit)
        return [each.id for each in found]

    assert expired(4) == []
    assert expired(5) == [made[4]]
    assert expired(9) == [made[4], made[3], made[1], made[0]]
    assert expired(9, limit=2) == [made[4], made[3]]


def test_an_abandoned_upload_cancels_its_project_and_leaves_no_staging(light: Service, owner: Caller) -> None:
    upload = opened(light, owner)
    staging = light.services.staging
    assert len(staging.begun) == 1  # type: ignore[attr-defined]  # the one in memory
    gone = service.delete(light.services, owner, upload_id=upload)
    assert staging.begun == {}  # type: ignore[attr-defined]  # same
    assert project_of(light, gone.project_id).phase == "cancelled"
    assert job_of(light, gone.project_id).status == "cancelled"
    with pytest.raises(ApiProblem, match="video_not_found"):
        service.delete(light.services, owner, upload_id=upload)


def test_a_refused_create_leaves_neither_row_nor_staging(light: Service, owner: Caller) -> None:
    for _ in range(service.OPEN_PROJECTS):
        opened(light, owner)
    before = set(light.services.staging.begun)  # type: ignore[attr-defined]  # the one in memory
    with pytest.raises(ApiProblem, match="too_many_outstanding_jobs"):
        opened(light, owner)
    assert set(light.services.staging.begun) == before  # type: ignore[attr-defined]  # same
