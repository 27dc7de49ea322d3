"""schemathesis over the published document, in process: no server error, nothing undocumented."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import ignored_auth

from api.app import document_app
from api.openapi.document import build_openapi
from tests.api.harness import BASE, Account, Service, make_service, make_settings
from tests.api.remix_harness import RemixWorker, ready_project

EXAMPLES = 15
WAITS: dict[str, Any] = {
    "probe_wait_seconds": 2.0,
    "operation_wait_seconds": 0.02,
    "chat_base_url": "http://chat.invalid",
}
"""Short waits, since no worker runs while operations are fuzzed."""
ORIGIN = "http://testserver"
CAPTIONS = "PUT /remix/projects/{video_id}/captions"
SCHEMA = schemathesis.openapi.from_dict(build_openapi(document_app(), origin=ORIGIN))
FOUND: list[Any] = [result.ok() for result in SCHEMA.get_all_operations()]  # type: ignore[union-attr]  # Ok
OPERATIONS = {operation.label: operation for operation in FOUND}


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory, sqlite_template: bytes) -> Iterator[Service]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    (folder / "fuzz.db").write_bytes(sqlite_template)
    made = make_service(
        make_settings(folder, f"sqlite:///{folder / 'fuzz.db'}", rate_limit=1_000_000, **WAITS)
    )
    with made.client:
        yield made


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", OPERATIONS)
def test_the_document_tells_the_truth(fuzzed: Service, label: str, mode: GenerationMode) -> None:
    account = fuzzed.account()
    video_id = _example(fuzzed, account, label)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode), known=st.booleans())
    def check(case: Any, known: bool) -> None:  # noqa: FBT001 - Hypothesis fills it
        if mode is GenerationMode.POSITIVE:
            # a schema cannot say which ids exist or which cursors are sealed
            case.query.pop("cursor", None)
            # nor that a subtitle file needs the revision in the address, and cues need it in the body
            assume(label != CAPTIONS or case.media_type == "application/json")
            case.query.pop("revision", None)
            # nor how long a file is
            if "Range" in case.headers:
                case.headers["Range"] = "bytes=7-"
            _let_it_say_something(case.body)
            if known and "video_id" in case.path_parameters:
                case.path_parameters["video_id"] = video_id
        # keys are tested by test_auth; every request here carries a valid one
        case.validate_response(_send(account, case), excluded_checks=[ignored_auth])

    check()


def _example(service: Service, account: Account, label: str) -> str:
    """A finished video, or a project that is ready, for the operation."""
    if "/remix/" in label:
        return str(ready_project(account, RemixWorker(service))["id"])
    is_film = "/long-form/" in label
    video_id = account.new_film() if is_film else account.new_video()
    (service.finish_film if is_film else service.finish)(video_id)
    return video_id


def _let_it_say_something(body: Any) -> None:
    """A schema cannot say which characters are letters, nor which are space that is trimmed."""
    if isinstance(body, dict) and isinstance(body.get("file_name"), str):
        body["file_name"] = "".join(each for each in body["file_name"] if each.isalnum()) or "a"
    if isinstance(body, dict) and isinstance(body.get("settings"), dict):
        body["settings"].get("voiceover", {})["script"] = []
    if isinstance(body, dict) and "cues" in body:
        body["cues"] = []
    for name in {"script", "title"} & set(body if isinstance(body, dict) else ()):
        body[name] = f"a{body[name][1:-1]}z".replace("\0", "-") if len(body[name]) > 1 else "a"


def _send(account: Account, case: Any) -> Any:
    asked = case.as_transport_kwargs(base_url=f"{ORIGIN}{BASE}", headers=account.headers)
    # HTTP carries header values as bytes, of which the client takes only ASCII as text
    asked["headers"] = {name: value.encode("latin-1") for name, value in asked["headers"].items()}
    body = asked.pop("data", None)
    if isinstance(body, bytes | str):
        asked["content"] = body
    return account.service.client.request(
        **{name: value for name, value in asked.items() if value is not None}
    )


def test_the_fuzzer_would_notice(fuzzed: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault planted in one route is found, so an uneventful run above means something."""

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("api.accounts.routes.usage", broken)
    with pytest.raises(FailureGroup, match="Server error"):
        test_the_document_tells_the_truth(fuzzed, "GET /usage", GenerationMode.POSITIVE)
