"""Settings, captions and revisions: one change wins, an invalid one changes nothing, the history is kept."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any
from uuid import UUID, uuid4

import pytest

from api.remix.projects import repository
from tests.api.harness import Account, Service, problem
from tests.api.remix_harness import CUES, SETTINGS, RemixWorker, open_upload, ready_project, shown


@pytest.fixture
def worker(service: Service) -> RemixWorker:
    return RemixWorker(service)


@pytest.fixture
def ready(account: Account, worker: RemixWorker) -> dict[str, Any]:
    return ready_project(account, worker)


def path_of(project: dict[str, Any]) -> str:
    return f"/remix/projects/{project['id']}"


def patch(account: Account, project: dict[str, Any], settings: Any = SETTINGS, revision: Any = 2) -> Any:
    body = {"revision": revision, "settings": settings}
    return account.request("PATCH", path_of(project), json=body)


def put_cues(account: Account, project: dict[str, Any], cues: Any, revision: Any = 2) -> Any:
    body = {"revision": revision, "cues": cues}
    return account.request("PUT", f"{path_of(project)}/captions", json=body)


def put_text(account: Account, project: dict[str, Any], text: bytes, kind: str, query: str) -> Any:
    headers = {"Content-Type": kind}
    return account.request("PUT", f"{path_of(project)}/captions{query}", headers=headers, content=text)


def with_setting(name: str, value: Any) -> dict[str, Any]:
    """The settings with one value changed, or removed where the value is `...`."""
    changed: dict[str, Any] = deepcopy(SETTINGS)
    *parents, last = name.split(".")
    part = changed
    for parent in parents:
        part = part[parent]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return changed


def test_of_ten_changes_at_one_revision_one_wins(account: Account, ready: dict[str, Any]) -> None:
    gains = [number / 10 for number in range(10)]

    def change(gain: float) -> Any:
        return patch(account, ready, with_setting("original_audio.volume", gain))

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(change, gains))
    won = [answer for answer in answers if answer.status_code == 200]
    assert len(won) == 1
    assert won[0].json()["revision"] == 3
    for answer in answers:
        if answer.status_code != 200:
            assert "revision 3" in problem(answer, 409, "revision_conflict")["detail"]
    gain = gains[answers.index(won[0])]
    assert shown(account, ready["id"])["settings"]["original_audio"]["volume"] == gain


@pytest.mark.parametrize("revision", [1, 3, 99, 2**31, 10**30])
def test_another_revision_is_a_conflict(account: Account, ready: dict[str, Any], revision: int) -> None:
    assert (
        "revision 2" in problem(patch(account, ready, revision=revision), 409, "revision_conflict")["detail"]
    )
    problem(put_cues(account, ready, CUES, revision), 409, "revision_conflict")
    for operation in ("voiceover-draft", "audio-preview", "export"):
        answer = account.request("POST", f"{path_of(ready)}/{operation}", json={"revision": revision})
        problem(answer, 409, "revision_conflict")
    assert shown(account, ready["id"])["revision"] == 2


@pytest.mark.parametrize("revision", [None, "2", 2.5, True, 0, -1, [2], {}])
def test_what_is_no_revision_is_refused(account: Account, ready: dict[str, Any], revision: Any) -> None:
    problem(patch(account, ready, revision=revision), 400, "invalid_request")
    answer = account.request("POST", f"{path_of(ready)}/export", json={"revision": revision})
    problem(answer, 400, "invalid_request")


WRONG: list[tuple[str, Any]] = [
    ("aspect", "4:3"), ("aspect", None), ("aspect", ...), ("framing", ...), ("framing.mode", "follow"),
    ("framing.x", 1.01), ("framing.x", -0.01), ("framing.x", "0.5"), ("framing.x", True),
    ("framing.zoom", 0.9), ("framing.zoom", 4.1), ("framing.zoom", ...), ("framing.extra", 1),
    ("captions.enabled", "true"), ("captions.enabled", 1), ("captions.enabled", ...),
    ("captions.style", "comic"), ("captions.position", "left"), ("original_audio.volume", 2.01),
    ("original_audio.volume", -1), ("original_audio.volume", None), ("voiceover.mode", "loud"),
    ("voiceover.voice", "nobody"), ("voiceover.language", "xx"), ("voiceover.script", None),
    ("voiceover.script", [{}]), ("voiceover.script", ...), ("voiceover.volume", 3),
    ("voiceover.script", [{"start_ms": 0, "end_ms": 1, "text": "x"}] * 501),
    ("voiceover.script", [{"start_ms": 5, "end_ms": 5, "text": "x"}]),
    ("voiceover.script", [{"start_ms": 0, "end_ms": 73_401, "text": "x"}]),
    ("ducking.depth_db", 30.5), ("ducking.depth_db", -1), ("ducking.enabled", None), ("extra", {}),
]  # fmt: skip


def test_wrong_settings_change_nothing(account: Account, ready: dict[str, Any]) -> None:
    for name, value in WRONG:
        answer = patch(account, ready, with_setting(name, value))
        problem(answer, 400, "invalid_request")
    for body in ({}, {"revision": 2}, {"settings": SETTINGS}, {"revision": 2, "settings": SETTINGS, "x": 1}):
        problem(account.request("PATCH", path_of(ready), json=body), 400, "invalid_request")
    after = shown(account, ready["id"])
    assert (after["revision"], after["settings"]) == (2, SETTINGS)


WRONG_CUES: list[Any] = [
    None, {}, "x", [{}], [{"start_ms": 0, "end_ms": 1}], [{"start_ms": 0, "end_ms": 1, "text": ""}],
    [{"start_ms": 0, "end_ms": 1, "text": " \n "}], [{"start_ms": 0, "end_ms": 1, "text": "x" * 301}],
    [{"start_ms": 1, "end_ms": 1, "text": "x"}], [{"start_ms": 2, "end_ms": 1, "text": "x"}],
    [{"start_ms": -1, "end_ms": 1, "text": "x"}], [{"start_ms": 0, "end_ms": 73_401, "text": "x"}],
    [{"start_ms": 0.5, "end_ms": 1, "text": "x"}], [{"start_ms": "0", "end_ms": 1, "text": "x"}],
    [{"start_ms": 0, "end_ms": True, "text": "x"}], [{"start_ms": 0, "end_ms": 1, "text": 5}],
    [{"start_ms": 0, "end_ms": 1, "text": "a\0b"}],
    [{"start_ms": 0, "end_ms": 10, "text": "x"}, {"start_ms": 9, "end_ms": 20, "text": "y"}],
    [{"start_ms": 0, "end_ms": 10, "text": "x"}, {"start_ms": 0, "end_ms": 10, "text": "y"}],
    [{"start_ms": n * 2, "end_ms": n * 2 + 1, "text": "x"} for n in range(2001)],
    [{"start_ms": 0, "end_ms": 1, "text": "x", "speaker": None}],
]  # fmt: skip


def test_wrong_cues_change_nothing(account: Account, ready: dict[str, Any]) -> None:
    for cues in WRONG_CUES:
        problem(put_cues(account, ready, cues), 400, "invalid_request")
    after = shown(account, ready["id"])
    assert (after["revision"], after["captions"]["cues"]) == (2, CUES)


def test_cues_are_replaced_and_stored_in_order(account: Account, ready: dict[str, Any]) -> None:
    cues = [
        {"start_ms": 2000, "end_ms": 73_400, "text": "last"},
        {"start_ms": 0, "end_ms": 2000, "text": "  first, touching \U0001f98a  "},
    ]
    answer = put_cues(account, ready, cues)
    assert (answer.status_code, answer.json()["revision"]) == (200, 3)
    captions = answer.json()["captions"]
    assert captions["origin"] == "custom"
    assert captions["language"] == "en"
    assert [cue["text"] for cue in captions["cues"]] == ["first, touching \U0001f98a", "last"]
    longest = [{"start_ms": n * 30, "end_ms": n * 30 + 30, "text": "\U0001f98a" * 300} for n in range(2000)]
    assert put_cues(account, ready, longest, 3).json()["revision"] == 4
    escaped = json.dumps({"revision": 4, "cues": longest}, ensure_ascii=True).encode()
    assert put_text(account, ready, escaped, "application/json", "").json()["revision"] == 5
    assert put_cues(account, ready, [], 5).json()["captions"]["cues"] == []


def test_characters_that_do_not_show_are_kept(account: Account, ready: dict[str, Any]) -> None:
    texts = ["two\r\nlines", "soft\u00adhyphen", "ที่\u200bนี่", "\u202bשלום\u202c", "\ufeffmark", "bell\x07"]
    cues = [{"start_ms": n * 100, "end_ms": n * 100 + 100, "text": text} for n, text in enumerate(texts)]
    assert put_cues(account, ready, cues).json()["captions"]["cues"] == cues


SRT = b"""1\r
00:00:00,120 --> 00:00:01,240\r
<i>This</i> bridge\r
was built\r
\r
2\r
00:00:01,240 --> 00:00:02,310\r
in eleven days.\r
"""
VTT = """\ufeffWEBVTT - made by hand

NOTE not shown

STYLE
::cue { color: red }

intro
00:00.120 --> 00:01.240 align:start position:10%
<v Ann>This &amp; that</v>

00:00:01.240 --> 00:00:02.310
橋
""".encode()


def test_subtitle_files_are_captions_too(account: Account, ready: dict[str, Any]) -> None:
    answer = put_text(account, ready, SRT, "application/x-subrip", "?revision=2")
    assert answer.status_code == 200, answer.text
    assert answer.json()["captions"]["cues"] == [
        {"start_ms": 120, "end_ms": 1240, "text": "This bridge\nwas built"},
        {"start_ms": 1240, "end_ms": 2310, "text": "in eleven days."},
    ]
    answer = put_text(account, ready, VTT, "text/vtt; charset=utf-8", "?revision=3")
    assert answer.status_code == 200, answer.text
    assert [cue["text"] for cue in answer.json()["captions"]["cues"]] == ["This & that", "橋"]


BAD_FILES = [
    ("text/vtt", b"", 1), ("text/vtt", b"00:00.000 --> 00:01.000\nx", 1),
    ("text/vtt", b"WEBVTT\n\n00:00.000 -> 00:01.000\nx", 3),
    ("text/vtt", b"WEBVTT\n\n00:00.000 --> 00:01.000\nx\n00:02.000 --> 00:03.000\ny", 3),
    ("text/vtt", b"WEBVTT\n\n00:02.000 --> 00:01.000\nx", 3),
    ("text/vtt", b"WEBVTT\n\nname\n00:00.000 --> xx\nx", 4),
    ("text/vtt", b"WEBVTT\n\n00:00.000 --> 00:01.000\n", 4),
    ("text/vtt", b"WEBVTT\n\n00:00.000 --> 00:01.000\n\xff", 4),
    ("application/x-subrip", b"1\n00:00:00,000 --> 00:00:01,000\nx\n\n2\nno times\ny", 5),
    ("application/x-subrip", b"1\n00:00:00,000 --> 99:00:01,000\nx", 2),
    ("application/x-subrip", b"1\n00:61:00,000 --> 00:62:01,000\nx", 2),
    ("application/x-subrip", b"just text", 1),
    ("application/x-subrip", b"1\n00:00:00,000 --> 00:00:01,000\na\0b", 3),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text", "line"), BAD_FILES)
def test_bad_subtitle_files_are_told_by_their_line(
    account: Account, ready: dict[str, Any], kind: str, text: bytes, line: int
) -> None:
    told = problem(put_text(account, ready, text, kind, "?revision=2"), 400, "invalid_request")
    assert told["detail"].startswith(f"Line {line}: "), told
    assert shown(account, ready["id"])["revision"] == 2


@pytest.mark.parametrize("query", ["", "?revision=", "?revision=x", "?revision=2&revision=2", "?x=2"])
def test_a_subtitle_file_needs_one_revision(account: Account, ready: dict[str, Any], query: str) -> None:
    problem(put_text(account, ready, SRT, "application/x-subrip", query), 400, "invalid_request")


def test_overlapping_and_late_subtitles_are_refused(account: Account, ready: dict[str, Any]) -> None:
    late = b"WEBVTT\n\n01:13.000 --> 01:14.000\nx"
    problem(put_text(account, ready, late, "text/vtt", "?revision=2"), 400, "invalid_request")
    twice = b"WEBVTT\n\n00:01.000 --> 00:03.000\nx\n\n00:02.000 --> 00:04.000\ny"
    problem(put_text(account, ready, twice, "text/vtt", "?revision=2"), 400, "invalid_request")
    problem(put_text(account, ready, twice, "text/plain", "?revision=2"), 415, "unsupported_media_type")


def test_nothing_changes_while_it_is_not_ready(account: Account, worker: RemixWorker) -> None:
    upload = open_upload(account)
    project = {"id": upload["video_id"]}
    problem(patch(account, project, revision=1), 409, "operation_in_progress")
    problem(put_cues(account, project, CUES, 1), 409, "operation_in_progress")
    ready = ready_project(account, worker)
    started = account.request("POST", f"{path_of(ready)}/export", json={"revision": 2})
    assert started.status_code == 202
    problem(patch(account, ready), 409, "operation_in_progress")
    problem(put_cues(account, ready, CUES), 409, "operation_in_progress")
    answer = account.request("POST", f"{path_of(ready)}/voiceover-draft", json={"revision": 2})
    problem(answer, 409, "operation_in_progress")


def test_every_change_is_in_the_history(account: Account, service: Service, ready: dict[str, Any]) -> None:
    square = with_setting("aspect", "1:1")
    patch(account, ready, square)
    put_cues(account, ready, [], 3)
    with service.services.database.read() as connection:
        rows = repository.history(connection, UUID(ready["id"]))
    assert [(row.revision, row.change) for row in rows] == [
        (1, "created"), (2, "analysed"), (3, "settings"), (4, "captions")
    ]  # fmt: skip
    assert rows[0].settings == SETTINGS
    assert rows[1].captions == {"origin": "analysed", "language": "en", "cues": CUES}
    assert (rows[2].settings, rows[2].captions) == (square, None)
    assert (rows[3].settings, (rows[3].captions or {})["cues"]) == (None, [])


def test_missing_foreign_malformed_and_other_workflows_look_alike(
    account: Account, service: Service, ready: dict[str, Any]
) -> None:
    other = service.account()
    for name in (ready["id"], str(uuid4()), "nonsense", other.new_video(), other.new_film()):
        path = f"/remix/projects/{name}"
        problem(other.get(path), 404, "video_not_found")
        body = {"revision": 2, "settings": SETTINGS}
        problem(other.request("PATCH", path, json=body), 404, "video_not_found")
        problem(
            other.request("PUT", f"{path}/captions", json={"revision": 2, "cues": []}), 404, "video_not_found"
        )
        for operation in ("voiceover-draft", "audio-preview", "export", "cancel"):
            answer = other.request("POST", f"{path}/{operation}", json={"revision": 2})
            problem(answer, 404, "video_not_found")
        problem(other.get(f"{path}/media/source"), 404, "video_not_found")
    assert shown(account, ready["id"])["revision"] == 2


def test_operations_are_no_videos(account: Account, service: Service, ready: dict[str, Any]) -> None:
    with service.services.database.read() as connection:
        operations = repository.operations_of(connection, UUID(ready["id"]))
    assert len(operations) == 3
    for operation in set(operations) - {UUID(ready["id"])}:
        problem(account.get(f"/videos/{operation}"), 404, "video_not_found")
        problem(account.get(f"/remix/projects/{operation}"), 404, "video_not_found")
    assert [video["id"] for video in account.get("/videos").json()["data"]] == [ready["id"]]
    assert account.get("/videos?status=processing").json()["data"][0]["workflow"] == "remix"
    assert account.usage()["outstanding_jobs"]["current"] == 0
