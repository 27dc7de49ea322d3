"""Strict RFC 8259 JSON: also refuses what the standard library's parser accepts beyond it."""

from __future__ import annotations

import json
from typing import NoReturn

from api.problems import ApiProblem


def parse_object(body: bytes) -> dict[str, object]:
    """The JSON object in `body`; raises `invalid_request` for anything else.

    Unlike the standard parser, refuses encodings other than UTF-8, a byte order mark, duplicate names, NaN,
    Infinity, lone surrogates, nesting too deep to read, integers too long to read.
    """
    try:
        text = body.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError:
        raise ApiProblem("invalid_request", "The body is not valid UTF-8.") from None
    except UnicodeEncodeError:
        raise ApiProblem("invalid_request", "The body holds half of a surrogate pair.") from None
    except RecursionError:
        raise ApiProblem("invalid_request", "The body is nested too deeply.") from None
    except ValueError:
        raise ApiProblem("invalid_request", "The body is not valid JSON.") from None
    if not isinstance(value, dict):
        raise ApiProblem("invalid_request", "The body must be a JSON object.")
    return value


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ApiProblem("invalid_request", "The body names the same field twice.")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
