"""Idempotency records: one answer under one key of one operation of one account, for a day."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from api.http.idempotency import (
    KEPT,
    IdempotentRequest,
    StoredResponse,
    checked_key,
    recall,
    remember,
    request_digest,
)
from api.problems import ApiProblem
from tests.api.harness import START, Account, Service

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def asked(account: Account, **changes: str) -> IdempotentRequest:
    given = {"operation": "createVideo", "key": "k" * 16, "digest": "d" * 64} | changes
    return IdempotentRequest(account_id=UUID(str(account.id)), **given)


def answered(account: Account, *, seconds: float = 0.0, **changes: str) -> StoredResponse:
    """An answer kept for a request, about a job that is there."""
    answer = StoredResponse(job_id=UUID(account.new_video()), body='{"id": "é"}')
    with account.service.services.database.write() as connection:
        remember(connection, asked(account, **changes), answer, now=START + timedelta(seconds=seconds))
    return answer


def recalled(account: Account, *, after: timedelta = timedelta(), **changes: str) -> StoredResponse | None:
    with account.service.services.database.write() as connection:
        return recall(connection, asked(account, **changes), now=START + after)


def test_what_was_answered_is_recalled_to_the_byte(service: Service) -> None:
    account = service.account()
    assert recalled(account) is None
    answer = answered(account)
    assert recalled(account) == answer
    assert recalled(account) == answer


def test_another_order_under_the_same_key_is_a_conflict(service: Service) -> None:
    account = service.account()
    answered(account)
    with pytest.raises(ApiProblem) as caught:
        recalled(account, digest="e" * 64)
    assert caught.value.code == "idempotency_conflict"
    assert recalled(account) is not None


def test_another_operation_or_key_is_another_record(service: Service) -> None:
    account = service.account()
    answered(account)
    assert recalled(account, operation="createLongFormVideo") is None
    assert recalled(account, key="K" * 16) is None


def test_accounts_do_not_see_each_others_keys(service: Service) -> None:
    one, other = service.account(), service.account()
    answered(one)
    assert recalled(other) is None


def test_a_key_is_new_again_after_its_day_and_not_before(service: Service) -> None:
    account = service.account()
    answered(account)
    assert recalled(account, after=KEPT - timedelta(microseconds=1)) is not None
    assert recalled(account, after=KEPT) is None
    # forgotten, not only unseen: the same key can be kept again
    again = answered(account, seconds=KEPT.total_seconds(), digest="e" * 64)
    assert recalled(account, after=KEPT, digest="e" * 64) == again


def test_an_outlived_record_of_another_order_is_no_conflict(service: Service) -> None:
    account = service.account()
    answered(account)
    assert recalled(account, after=KEPT, digest="e" * 64) is None


def test_two_answers_under_one_key_cannot_be_kept(service: Service) -> None:
    account = service.account()
    answered(account)
    with pytest.raises(IntegrityError):
        answered(account)


@pytest.mark.parametrize("key", ["k" * 16, "k" * 128, "!" * 16, "~" * 20, "a-b_c:d/e.f?g=h1"])
def test_visible_ascii_of_16_to_128_characters_is_a_key(key: str) -> None:
    assert checked_key([key]) == key


@pytest.mark.parametrize(
    "values",
    [["k" * 15], ["k" * 129], ["k" * 15 + " "], ["k" * 15 + "é"], ["k" * 16 + "\n"], ["k" * 16, "k" * 16]],
)
def test_anything_else_is_not(values: list[str]) -> None:
    with pytest.raises(ApiProblem) as caught:
        checked_key(values)
    assert caught.value.code == "invalid_idempotency_key"


@pytest.mark.parametrize("values", [[], [""]])
def test_no_key_is_asked_for(values: list[str]) -> None:
    with pytest.raises(ApiProblem) as caught:
        checked_key(values)
    assert caught.value.code == "idempotency_required"


@given(order=st.dictionaries(st.text(max_size=8), VALUES, max_size=6))
def test_a_digest_does_not_know_in_which_order_members_stood(order: dict[str, object]) -> None:
    turned = dict(reversed(list(order.items())))
    assert request_digest("createVideo", order) == request_digest("createVideo", turned)
    assert request_digest("createVideo", order) != request_digest("other", order)
    assert len(request_digest("createVideo", order)) == 64


@given(one=VALUES, other=VALUES)
def test_different_orders_have_different_digests(one: object, other: object) -> None:
    digests = {request_digest("createVideo", {"settings": each}) for each in (one, other)}
    same = repr(one) == repr(other)
    assert len(digests) == (1 if same else 2) or one == other
