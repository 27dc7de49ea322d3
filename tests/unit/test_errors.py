from __future__ import annotations

import pickle
import string

import pytest

from renderer.errors import ERRORS, Blame, ClipwrightError


def facts_of(code: str) -> dict[str, str]:
    fields = (field for _, field, _, _ in string.Formatter().parse(ERRORS[code].sentence) if field)
    return {field: f"<{field}>" for field in fields}


@pytest.mark.parametrize("code", ERRORS)
def test_every_error_makes_one_sentence_and_survives_pickling(code: str) -> None:
    error = ClipwrightError(code, **facts_of(code))
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (again.code, again.facts, again.sentence) == (error.code, error.facts, error.sentence)
    assert "{" not in error.sentence
    assert error.sentence.strip()


@pytest.mark.parametrize("code", ERRORS)
def test_a_callers_fault_is_never_retried(code: str) -> None:
    spec = ERRORS[code]
    assert not (spec.blame is Blame.CALLER and spec.retryable)


def test_an_unknown_code_is_a_programming_error() -> None:
    with pytest.raises(KeyError):
        ClipwrightError("no_such_code")
