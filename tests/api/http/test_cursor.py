"""Cursors: only our own are accepted, each only for the list it was made for and until it expires."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from api.http.cursor import MAX_CURSOR, CursorScope, Position, read_cursor, write_cursor
from api.problems import ApiProblem
from api.worker_events.report_token import is_report_token, report_token

SECRET = b"a secret of the tests, 32 bytes or more"
SCOPE = CursorScope(secret=SECRET, account_id=UUID(int=7), status="completed")
NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
MOMENTS = st.datetimes(datetime(1980, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
POSITIONS = st.builds(Position, created_at=MOMENTS, id=st.uuids())
BASE64 = st.binary(max_size=120).map(lambda raw: base64.urlsafe_b64encode(raw).decode())
WRITTEN = write_cursor(SCOPE, Position(created_at=NOW, id=UUID(int=3)), expires_at=LATER)


def refused(cursor: str, scope: CursorScope = SCOPE, *, now: datetime = NOW) -> bool:
    try:
        read_cursor(scope, cursor, now=now)
    except ApiProblem as problem:
        return problem.code == "invalid_cursor"
    return False


@given(position=POSITIONS, expires=MOMENTS)
def test_what_is_written_is_read_until_it_expires(position: Position, expires: datetime) -> None:
    cursor = write_cursor(SCOPE, position, expires_at=expires)
    assert len(cursor) < MAX_CURSOR
    assert read_cursor(SCOPE, cursor, now=expires - timedelta(microseconds=1)) == position
    assert refused(cursor, now=expires)


@given(position=POSITIONS, account=st.uuids(), status=st.text(max_size=12))
def test_a_cursor_fits_nowhere_else(position: Position, account: UUID, status: str) -> None:
    cursor = write_cursor(SCOPE, position, expires_at=LATER)
    assume((account, status) != (SCOPE.account_id, SCOPE.status))
    assert refused(cursor, CursorScope(secret=SECRET, account_id=account, status=status))
    assert refused(cursor, CursorScope(secret=b"another", account_id=SCOPE.account_id, status=SCOPE.status))


@given(at=st.integers(0, len(WRITTEN) - 1), letter=st.sampled_from("ABCXYZabcxyz0189-_.=+/ é"))
def test_no_letter_of_a_cursor_can_be_changed(at: int, letter: str) -> None:
    changed = WRITTEN[:at] + letter + WRITTEN[at + 1 :]
    assert refused(changed) == (changed != WRITTEN)


@given(
    cursor=st.text(max_size=200)
    | st.binary(max_size=120).map(lambda raw: base64.urlsafe_b64encode(raw).decode())
)
def test_anything_else_is_refused_and_nothing_breaks(cursor: str) -> None:
    assert refused(cursor)


@pytest.mark.parametrize(
    "cursor", ["", ".", WRITTEN + "=", WRITTEN[:-1], WRITTEN + "A", f".{WRITTEN}", WRITTEN.replace(".", "..")]
)
def test_other_spellings_of_a_cursor_are_refused(cursor: str) -> None:
    assert refused(cursor)


def test_a_cursor_of_the_form_before_signatures_by_itsdangerous_is_refused() -> None:
    assert refused(base64.urlsafe_b64encode(bytes(64)).decode().rstrip("="))


@given(job=st.uuids(), attempt=st.integers(1, 2**40))
def test_a_report_token_is_of_one_attempt_at_one_job(job: UUID, attempt: int) -> None:
    token = report_token(SECRET, job_id=job, attempt=attempt)
    assert is_report_token(token, secret=SECRET, job_id=job, attempt=attempt)
    assert not is_report_token(token, secret=SECRET, job_id=job, attempt=attempt + 1)
    assert not is_report_token(token, secret=b"another secret", job_id=job, attempt=attempt)
    assert not is_report_token(token, secret=SECRET, job_id=UUID(int=job.int ^ 1), attempt=attempt)


@given(token=st.text(max_size=60))
def test_nothing_made_up_is_a_report_token(token: str) -> None:
    assert not is_report_token(token, secret=SECRET, job_id=UUID(int=1), attempt=1)


def test_a_cursor_is_no_report_token_and_tells_neither_account_nor_filter() -> None:
    assert not is_report_token(WRITTEN, secret=SECRET, job_id=UUID(int=3), attempt=1)
    inside = base64.urlsafe_b64decode(WRITTEN.partition(".")[0] + "===")
    assert SCOPE.account_id.bytes not in inside
    assert SCOPE.status.encode() not in inside
