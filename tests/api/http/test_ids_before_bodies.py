"""An id that is not the caller's is answered 404, whatever the request's body and headers are."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.api.harness import Account, Service, problem
from tests.api.remix_harness import open_upload

CHANGES = [
    ("PATCH", "/remix/projects/{}"),
    ("PUT", "/remix/projects/{}/captions"),
    ("POST", "/remix/projects/{}/translate-captions"),
    ("POST", "/remix/projects/{}/voiceover-draft"),
    ("POST", "/remix/projects/{}/audio-preview"),
    ("POST", "/remix/projects/{}/export"),
    ("POST", "/remix/projects/{}/cancel"),
    ("PUT", "/remix/uploads/{}"),
    ("POST", "/remix/uploads/{}/complete"),
    ("POST", "/long-form/videos/{}/cancel"),
]
BODIES = {
    "nothing": ("", b""),
    "no fields": ("application/json", b"{}"),
    "no JSON": ("application/json", b"{"),
    "another type": ("text/plain", b"hello"),
    "too much": ("application/json", b" " * (9 << 20)),
}


@pytest.mark.parametrize(("method", "path"), CHANGES)
@pytest.mark.parametrize("body", BODIES)
def test_missing_foreign_and_malformed_ids_look_alike_under_every_body(
    light: Service, caller: Account, method: str, path: str, body: str
) -> None:
    upload, film = open_upload(caller), caller.new_film()
    known = film if "long-form" in path else upload["upload_id" if "uploads" in path else "video_id"]
    media_type, content = BODIES[body]
    headers = {"Content-Type": media_type} if media_type else {}
    stranger = light.account()
    for name in (known, str(uuid4()), "nonsense"):
        answer = stranger.request(method, path.format(name), headers=headers, content=content)
        problem(answer, 404, "video_not_found")
