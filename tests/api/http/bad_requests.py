"""Seeded requests, each wrong somewhere, with the answers that each may get."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final
from uuid import UUID

OPERATIONS: Final = (
    ("POST", "/videos"),
    ("GET", "/videos"),
    ("GET", "/videos/{video_id}"),
    ("GET", "/videos/{video_id}/download"),
    ("HEAD", "/videos/{video_id}/download"),
    ("GET", "/usage"),
    ("GET", "/capabilities"),
)
_PIECES: Final = (
    *(b"{", b"}", b"[", b"]", b'"topic"', b":", b",", b'"x"', b"null", b"1e9", b"\\u", b"\xc3", b"\xa9"),
    *(b"\xff", b"\0", b'"captions"', b'"voice"', b"-", b"NaN", b" ", b'"\\ud800"', b"true"),
)
_TRICKS: Final = (
    "%2e%2e",
    "..%2fusage",
    "%00",
    "%ff",
    "%E2%80%AE",
    "..%5c..%5c",
    "%252e%252e%252f",
    "*",
    "~",
)
_TOKEN: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
_LETTERS: Final = _TOKEN + "!$&'()*+,;=:@ %éß漢🦊\u202e\\\"<>"


@dataclass(frozen=True, kw_only=True)
class World:
    """What the service holds: a key, a finished video of its account, and one of another."""

    key: str
    finished: str
    foreign: str


@dataclass(frozen=True, kw_only=True)
class Bad:
    """One request; `operation` is the documented one that it is meant for, or empty."""

    method: str
    path: str
    operation: str = ""
    query: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    codes: tuple[str, ...] = field(default=("invalid_request",))


Chance = random.Random
Maker = Callable[[Chance, World], Bad]


def bad_requests(count: int, *, seed: int, world: World) -> Iterator[Bad]:
    """The requests, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - repeatable
    for _ in range(count):
        yield chance.choice(_MAKERS)(chance, world)


def _text(chance: Chance, longest: int, letters: str = _LETTERS) -> str:
    return "".join(chance.choices(letters, k=chance.randint(1, longest)))


def _good(chance: Chance, world: World, operation: tuple[str, str]) -> Bad:
    method, template = operation
    headers = [("Authorization", f"Bearer {world.key}")]
    if method == "POST":
        headers += [
            ("Content-Type", "application/json"),
            ("Idempotency-Key", _text(chance, 100, _TOKEN) + "x" * 16),
        ]
    return Bad(
        method=method,
        path="/api/v1" + template.replace("{video_id}", world.finished),
        operation=template,
        headers=tuple(headers),
        body=b'{"topic": "Bees"}' if method == "POST" else b"",
    )


def _without(request: Bad, name: str) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in request.headers if pair[0] != name)


def _stranger(chance: Chance, world: World) -> Bad:
    """Any operation, with an invalid key or none."""
    request = _good(chance, world, chance.choice(OPERATIONS))
    at = chance.randrange(3, len(world.key))
    slip = world.key[:at] + chance.choice(_TOKEN.replace(world.key[at], "")) + world.key[at + 1 :]
    value = chance.choice(
        [
            f"Bearer {slip}",
            world.key,
            f"Basic {world.key}",
            f"Bearer {world.key}x",
            f"Bearer {world.key[:at]}",
        ]
    )
    headers = _without(request, "Authorization")
    if chance.random() < 0.9:
        headers += (("Authorization", value),)
    return replace(request, headers=headers, codes=("invalid_api_key",))


def _nowhere(chance: Chance, world: World) -> Bad:
    segments = ["x" + _text(chance, 12, _TOKEN) for _ in range(chance.randint(1, 4))]
    path = chance.choice(["/api/v1/", "/api/v1/videos/x/", "/api/v2/", "/", "/internal/v1/"])
    request = _good(chance, world, ("GET", "/usage"))
    return replace(
        request, path=path + "/".join(segments), operation="", codes=("not_found", "video_not_found")
    )


def _wrong_method(chance: Chance, world: World) -> Bad:
    method, template = chance.choice(OPERATIONS[:1] + OPERATIONS[2:4] + OPERATIONS[5:])
    wrong = chance.choice(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
    request = _good(chance, world, (method, template))
    return replace(request, method=wrong, operation="", codes=("method_not_allowed",))


def _create(chance: Chance, world: World, **changes: Any) -> Bad:
    return replace(_good(chance, world, OPERATIONS[0]), **changes)


def _noise(chance: Chance, world: World) -> Bad:
    """A body that is not a JSON object of an order; no combination of the pieces can be one."""
    return _create(chance, world, body=b"".join(chance.choices(_PIECES, k=chance.randrange(0, 14))))


def _wrong_field(chance: Chance, world: World) -> Bad:
    wrong: Any = chance.choice([None, True, 7, 1.5, [], {}, ["x"], {"x": 1}, "Nobody" + _text(chance, 9)])
    order: dict[str, Any] = {"topic": _text(chance, 40) + "x"}
    name = chance.choice(
        ["topic", "video_mode", "style_pack", "voice", "language", "captions", "other", "in"]
    )
    match name:
        case "topic":
            order["topic"] = chance.choice([None, 1, [], {}, "", " \u3000", "x" * chance.randint(501, 900)])
        case "other":
            order["z" + _text(chance, 20)] = wrong
        case "in":
            key = chance.choice(["style", "position", "size"])
            order["captions"] = {key: wrong}
        case "captions":
            order["captions"] = wrong if wrong != {} else [wrong]
        case _:
            order[name] = wrong
    return _create(chance, world, body=json.dumps(order).encode())


def _twice(chance: Chance, world: World) -> Bad:
    name = chance.choice(["topic", "voice", "language"])
    body = f'{{"topic": "x", "{name}": "{_text(chance, 9, _TOKEN)}", "{name}": "en"}}'.encode()
    return _create(chance, world, body=body)


def _too_large(chance: Chance, world: World) -> Bad:
    body = b'{"topic": "x"' + b" " * (32_768 + chance.randrange(4_000)) + b"}"
    return _create(chance, world, body=body, codes=("payload_too_large",))


def _wrong_type(chance: Chance, world: World) -> Bad:
    request = _create(chance, world)
    kind = chance.choice(
        ["text/plain", "application/xml", "application/jsonx", "*/*", _text(chance, 20, _TOKEN)]
    )
    headers = (*_without(request, "Content-Type"), ("Content-Type", kind))
    return replace(request, headers=headers, codes=("unsupported_media_type",))


def _wrong_idempotency_key(chance: Chance, world: World) -> Bad:
    request = _create(chance, world)
    key = chance.choice(["", _text(chance, 15, _TOKEN), "x" * chance.randint(129, 300), "a b" * 8])
    headers = (*_without(request, "Idempotency-Key"), ("Idempotency-Key", key))
    return replace(request, headers=headers, codes=("invalid_idempotency_key", "idempotency_required"))


def _wrong_query(chance: Chance, world: World) -> Bad:
    word = _text(chance, 30, _TOKEN)
    query = chance.choice(
        [
            f"limit={chance.choice([-1, 0, 101, 10**20])}",
            f"limit=x{word}",
            f"status=x{word}",
            f"x{word}=1",
            f"cursor={word}",
            f"cursor={'A' * chance.randint(1, 4000)}",
            "limit=1&limit=2",
            f"limit=5&status=x{word}",
        ]
    )
    codes = ("invalid_request", "invalid_cursor")
    return replace(_good(chance, world, OPERATIONS[1]), query=query, codes=codes)


def _wrong_id(chance: Chance, world: World) -> Bad:
    method, template = chance.choice(OPERATIONS[2:5])
    absent, word = str(UUID(int=chance.getrandbits(128))), _text(chance, 60, _TOKEN)
    wrong = chance.choice(
        [world.foreign, absent, absent[:-1], absent + "0", f"{{{absent}}}", "x" + word, *_TRICKS]
    )
    request = _good(chance, world, (method, template))
    path = f"/api/v1{template.replace('{video_id}', wrong)}"
    return replace(request, path=path, codes=("video_not_found", "not_found"))


def _wrong_range(chance: Chance, world: World) -> Bad:
    number = chance.randrange(10**6, 10**12)
    value = chance.choice(
        [
            f"bytes={number}-",
            "bytes=-0",
            f"bytes={number}-{number - 1}",
            f"bytes=0-1,{number}-",
            f"items=0-{number}",
            f"bytes={_text(chance, 12, _TOKEN)}z",
            "bytes=0-0,2-2",
            "bytes=",
        ]
    )
    request = _good(chance, world, OPERATIONS[3])
    return replace(request, headers=(*request.headers, ("Range", value)), codes=("invalid_range",))


_MAKERS: Final[tuple[Maker, ...]] = (
    _stranger,
    _nowhere,
    _wrong_method,
    _noise,
    _noise,
    _wrong_field,
    _wrong_field,
    _twice,
    _too_large,
    _wrong_type,
    _wrong_idempotency_key,
    _wrong_query,
    _wrong_query,
    _wrong_id,
    _wrong_id,
    _wrong_range,
)
