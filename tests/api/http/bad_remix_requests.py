"""Seeded requests to every Remix operation, each wrong somewhere, with the answers each may get."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from tests.api.http.bad_remix_content import SUBTITLES, spoiled_lines, spoiled_settings
from tests.api.http.bad_requests import Bad
from tests.api.remix_harness import SETTINGS

UPLOAD, PROJECT = "/remix/uploads/{upload_id}", "/remix/projects/{video_id}"
POSTS: Final = ("voiceover-draft", "audio-preview", "export")
OPERATIONS: Final = (
    ("POST", "/remix/uploads"),
    *((method, UPLOAD) for method in ("HEAD", "PUT", "DELETE")),
    ("POST", f"{UPLOAD}/complete"),
    ("GET", PROJECT),
    ("PATCH", PROJECT),
    ("PUT", f"{PROJECT}/captions"),
    *(("POST", f"{PROJECT}/{name}") for name in (*POSTS, "translate-captions", "cancel")),
    *((method, f"{PROJECT}/media/{{asset}}") for method in ("GET", "HEAD")),
)
WITHOUT_BODY: Final = frozenset({"GET", "HEAD", "DELETE"})
ALLOWED: Final = {path: {method for method, other in OPERATIONS if other == path} for _, path in OPERATIONS}
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW")


@dataclass(frozen=True, kw_only=True)
class RemixWorld:
    """What the service holds: a key, its empty upload and ready project, and ids of another account."""

    key: str
    upload: str
    length: int
    project: str
    revision: int
    foreign_upload: str
    foreign_project: str


Chance = random.Random
Maker = Callable[[Chance, RemixWorld], Bad]


def bad_remix_requests(count: int, *, seed: int, world: RemixWorld) -> Iterator[Bad]:
    """The requests, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - repeatable
    for _ in range(count):
        yield chance.choice(_MAKERS)(chance, world)


def _good(world: RemixWorld, operation: tuple[str, str], *, upload: str = "", project: str = "") -> Bad:
    """A well-formed request for the operation, though not for the state that it would find."""
    method, template = operation
    path = template.replace("{upload_id}", upload or world.upload).replace("{asset}", "source")
    body, kind = b"", "application/json"
    if method == "PUT" and template == UPLOAD:
        body, kind = b"x" * world.length, "application/octet-stream"
    elif method not in WITHOUT_BODY:
        body = json.dumps(_body(world, template)).encode()
    headers = [("Authorization", f"Bearer {world.key}")]
    headers += [("Upload-Offset", "0")] if method == "PUT" and template == UPLOAD else []
    headers += [("Content-Type", kind)] if body else []
    return Bad(
        method=method,
        path="/api/v1" + path.replace("{video_id}", project or world.project),
        operation=template,
        headers=tuple(headers),
        body=body,
    )


def _body(world: RemixWorld, template: str) -> dict[str, Any]:
    name = template.rpartition("/")[2]
    revision = {"revision": world.revision}
    bodies: dict[str, dict[str, Any]] = {
        "uploads": {"file_name": "a.mp4", "mime_type": "video/mp4", "byte_length": 1000},
        "complete": {},
        "cancel": {},
        "{video_id}": revision | {"settings": SETTINGS},
        "captions": revision | {"cues": [{"start_ms": 0, "end_ms": 900, "text": "Hello"}]},
        "translate-captions": revision | {"targetLanguage": "es"},
    }
    return bodies.get(name, revision)


def _with(request: Bad, name: str, *values: str) -> Bad:
    kept = tuple(pair for pair in request.headers if pair[0] != name)
    return replace(request, headers=(*kept, *((name, value) for value in values)))


def _sent(request: Bad, body: Any, *codes: str) -> Bad:
    return replace(request, body=json.dumps(body).encode(), codes=codes or ("invalid_request",))


def _stranger(chance: Chance, world: RemixWorld) -> Bad:
    request = _good(world, chance.choice(OPERATIONS))
    wrong = [(f"Bearer {world.key}x",), (f"Basic {world.key}",), (world.key,), ()]
    return replace(_with(request, "Authorization", *chance.choice(wrong)), codes=("invalid_api_key",))


def _wrong_method(chance: Chance, world: RemixWorld) -> Bad:
    _, template = chance.choice(OPERATIONS)
    method = chance.choice([each for each in METHODS if each not in ALLOWED[template]])
    request = replace(_good(world, ("GET", template)), method=method, operation="")
    return replace(request, codes=("method_not_allowed",))


def _wrong_id(chance: Chance, world: RemixWorld) -> Bad:
    """A request with an id that is absent, foreign, malformed or of the other kind of resource."""
    operation = chance.choice(OPERATIONS[1:])
    absent = str(UUID(int=chance.getrandbits(128)))
    of_upload = operation[1].startswith(UPLOAD)
    foreign = world.foreign_upload if of_upload else world.foreign_project
    other = world.project if of_upload else world.upload
    wrong = chance.choice(
        [foreign, other, absent, absent[:-1], f"{absent}0", f"{{{absent}}}", "x", "~", "%00"]
    )
    request = _good(world, operation, **{"upload" if of_upload else "project": wrong})
    return replace(request, codes=("video_not_found", "not_found"))


def _wrong_upload(chance: Chance, world: RemixWorld) -> Bad:
    request, body = _good(world, OPERATIONS[0]), _body(world, "/remix/uploads")
    name = chance.choice(["file_name", "mime_type", "byte_length", "checksum", ""])
    wrong: dict[str, list[Any]] = {
        "file_name": ["", " ", "a/b.mp4", "..\\b", "a\0", "a\u202eb.mp4", "x" * 256, 7, None, []],
        "mime_type": ["video/x-matroska", "VIDEO/MP4", "", None, 1],
        "byte_length": [0, -1, 314_572_801, 10**30, "1000", 1000.5, True, None, []],
        "checksum": ["x"],
    }
    if not name:
        del body[chance.choice(list(body))]
        return _sent(request, body)
    return _sent(request, body | {name: chance.choice(wrong[name])})


def _wrong_chunk(chance: Chance, world: RemixWorld) -> Bad:
    request = _good(world, ("PUT", UPLOAD))
    digest = base64.b64encode(bytes(chance.getrandbits(8) for _ in range(32))).decode()
    short = base64.b64encode(b"short").decode()
    some = b"x" * chance.choice([1, world.length - 1, world.length + 1])
    kinds = ["text/plain", "video/mp4", "application/octet-stream;x=1", ""]
    return chance.choice(
        [
            replace(
                _with(request, "Upload-Offset", str(chance.randint(1, 10**12))), codes=("offset_mismatch",)
            ),
            _with(request, "Upload-Offset", chance.choice(["-1", "0x0", "00", "1.0", "+0", "9" * 30])),
            _with(request, "Upload-Offset"),
            _with(request, "Upload-Offset", "0", "0"),
            replace(_with(request, "Content-Type", chance.choice(kinds)), codes=("unsupported_media_type",)),
            replace(_with(request, "Content-Encoding", "gzip"), codes=("unsupported_media_type",)),
            replace(request, body=some, codes=("invalid_chunk",)),
            replace(_with(request, "Content-Digest", f"sha-256=:{digest}:"), codes=("invalid_chunk",)),
            _with(request, "Content-Digest", chance.choice([f"sha-256=:{short}:", "sha-256=x", ""])),
        ]
    )


def _wrong_completion(chance: Chance, world: RemixWorld) -> Bad:
    request = _good(world, ("POST", f"{UPLOAD}/complete"))
    if chance.random() < 0.3:
        return replace(request, codes=("upload_incomplete",))
    wrong: list[Any] = [
        {"settings": spoiled_settings(chance)},
        {"settings": None},
        {"revision": 1},
        {"settings": {}},
    ]
    return _sent(request, chance.choice(wrong))


def _wrong_settings(chance: Chance, world: RemixWorld) -> Bad:
    body = _body(world, PROJECT) | {"settings": spoiled_settings(chance)}
    return _sent(_good(world, ("PATCH", PROJECT)), body)


def _wrong_script(chance: Chance, world: RemixWorld) -> Bad:
    body = json.loads(json.dumps(_body(world, PROJECT)))
    body["settings"]["voiceover"]["script"] = chance.choice(spoiled_lines())
    return _sent(_good(world, ("PATCH", PROJECT)), body)


def _wrong_cues(chance: Chance, world: RemixWorld) -> Bad:
    body = _body(world, f"{PROJECT}/captions") | {"cues": chance.choice(spoiled_lines())}
    return _sent(_good(world, ("PUT", f"{PROJECT}/captions")), body)


def _wrong_subtitles(chance: Chance, world: RemixWorld) -> Bad:
    request = _with(_good(world, ("PUT", f"{PROJECT}/captions")), "Content-Type", "application/x-subrip")
    if chance.random() < 0.3:
        queries = ["", "revision=", "revision=0", "revision=x", "revision=2&revision=2", "revision=2&x=1"]
        good = b"1\n00:00:00,000 --> 00:00:01,000\nHello\n"
        return replace(request, query=chance.choice(queries), body=good)
    if chance.random() < 0.3:
        request = _with(request, "Content-Type", "text/vtt")
    return replace(request, query=f"revision={world.revision}", body=chance.choice(SUBTITLES))


_AT_REVISION: Final = tuple(pair for pair in OPERATIONS if pair[1] == PROJECT and pair[0] == "PATCH") + tuple(
    ("POST", f"{PROJECT}/{name}") for name in (*POSTS, "translate-captions")
)


def _other_revision(chance: Chance, world: RemixWorld) -> Bad:
    method, template = chance.choice((*_AT_REVISION, ("PUT", f"{PROJECT}/captions")))
    revision = chance.choice([world.revision - 1, world.revision + 1, 2**31, 10**30])
    body = _body(world, template) | {"revision": revision}
    return _sent(_good(world, (method, template)), body, "revision_conflict")


def _no_revision(chance: Chance, world: RemixWorld) -> Bad:
    method, template = chance.choice(_AT_REVISION)
    body = _body(world, template)
    wrong: Any = chance.choice([0, -1, 1.5, "2", None, True, [], "gone", "more"])
    if wrong == "gone":
        del body["revision"]
    elif wrong == "more":
        body["z"] = 1
    else:
        body["revision"] = wrong
    return _sent(_good(world, (method, template)), body)


def _wrong_language(chance: Chance, world: RemixWorld) -> Bad:
    template = f"{PROJECT}/translate-captions"
    body = _body(world, template) | {"targetLanguage": chance.choice(["xx", "", "EN", None, 1, ["es"]])}
    return _sent(_good(world, ("POST", template)), body)


_JSON_BODIES: Final = (OPERATIONS[0], *_AT_REVISION, ("POST", f"{UPLOAD}/complete"))


def _noise(chance: Chance, world: RemixWorld) -> Bad:
    """A body that is not a JSON object."""
    body = chance.choice([b"{", b"[]", b"null", b'"x"', b"1", b"\xff", b'{"a":1,"a":2}', b"NaN", b"{}x"])
    return replace(_good(world, chance.choice(_JSON_BODIES)), body=body)


def _wrong_type(chance: Chance, world: RemixWorld) -> Bad:
    operation = chance.choice((*_JSON_BODIES, ("PUT", f"{PROJECT}/captions")))
    kind = chance.choice(["text/plain", "application/xml", "multipart/form-data", "application/jsonx"])
    request = replace(_good(world, operation), codes=("unsupported_media_type",))
    request = replace(request, body=request.body or b"{}")
    return _with(request, "Content-Type", kind)


def _too_large(chance: Chance, world: RemixWorld) -> Bad:
    operation = chance.choice((OPERATIONS[0], *_AT_REVISION[1:]))
    request = _good(world, operation)
    return replace(request, body=request.body + b" " * 33_000, codes=("payload_too_large",))


def _no_asset(chance: Chance, world: RemixWorld) -> Bad:
    request = _good(world, (chance.choice(["GET", "HEAD"]), f"{PROJECT}/media/{{asset}}"))
    name = chance.choice(["mix", "voiceover", "video.mp4", "Source", "..%2fsource", "x" * 300, "%00"])
    path = request.path.removesuffix("source") + name
    return replace(request, path=path, codes=("video_not_found", "not_found"))


def _wrong_range(chance: Chance, world: RemixWorld) -> Bad:
    request = _good(world, ("GET", f"{PROJECT}/media/{{asset}}"))
    value = chance.choice(
        ["bytes=99999999-", "bytes=-0", "bytes=5-4", "bytes=0-0,2-3", "items=0-1", "bytes="]
    )
    return replace(_with(request, "Range", value), codes=("invalid_range",))


_MAKERS: Final[tuple[Maker, ...]] = (
    _stranger,
    _wrong_method,
    _wrong_id,
    _wrong_id,
    _wrong_upload,
    _wrong_chunk,
    _wrong_chunk,
    _wrong_completion,
    _wrong_settings,
    _wrong_script,
    _wrong_cues,
    _wrong_subtitles,
    _other_revision,
    _no_revision,
    _wrong_language,
    _noise,
    _wrong_type,
    _too_large,
    _no_asset,
    _wrong_range,
)
