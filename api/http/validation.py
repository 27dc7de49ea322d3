"""Explains what is wrong with a request, so that the caller can fix it, without echoing the input."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import BaseModel, ValidationError

from api.problems import ApiProblem

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_NAME: Final = re.compile(r"[a-z_][A-Za-z_]{0,39}", re.ASCII)
_SHOWN: Final = 3
_SENTENCES: Final = {
    "extra_forbidden": "is not a known field",
    "missing": "is required",
    "string_type": "must be a string",
    "bool_type": "must be true or false",
    "float_type": "must be a number",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "list_type": "must be a list",
    "too_long": "has too many entries",
    "string_too_long": "is too long",
    "string_too_short": "must not be empty",
    "dict_type": "must be an object",
    "finite_number": "must be a number",
}
_BOUNDS: Final = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
}
_Order = TypeVar("_Order", bound=BaseModel)


def validated(model: type[_Order], body: dict[str, object]) -> _Order:
    """The body as this document; raises `invalid_request`, which names fields that are wrong."""
    try:
        return model.model_validate(body)
    except ValidationError as error:
        raise invalid(error.errors(include_url=False, include_input=False)) from error


def invalid(errors: Sequence[ErrorDetails]) -> ApiProblem:
    """An `invalid_request` that names the first few fields and what they must be."""
    sentences = dict.fromkeys(_sentence(error) for error in errors)
    return ApiProblem("invalid_request", " ".join(list(sentences)[:_SHOWN]))


def _sentence(error: ErrorDetails) -> str:
    field = ".".join(
        str(part) if isinstance(part, int) or _NAME.fullmatch(part) else "(unknown)" for part in error["loc"]
    )
    return f"{field or 'body'} {_reason(error)}."


def _reason(error: ErrorDetails) -> str:
    if error["type"] == "enum":
        return f"must be one of {error.get('ctx', {})['expected']}"
    if error["type"] in _BOUNDS:
        bound, words = _BOUNDS[error["type"]]
        return f"must be {words} {error.get('ctx', {})[bound]:.15g}"
    if error["type"] == "value_error":
        return str(error.get("ctx", {})["error"])
    return _SENTENCES.get(error["type"], "must be an object")
