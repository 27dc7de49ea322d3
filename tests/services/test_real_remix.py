"""The Remix API and its real worker together: a file goes in over HTTP, a finished video comes out.

Runs on SQLite and a folder with the embedded worker, and on PostgreSQL, RabbitMQ and Swift with a separate
worker. Chat and speech come from a local server that speaks the providers' protocols and counts requests.
"""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from api.remix.projects.settings import default_settings
from tests.api.served import new_account, serving
from tests.support.production.buckets import fresh_place
from tests.support.production.busy_machine import slowness
from tests.support.production.rig import Rig, fresh_database, rig_running
from tests.support.production.servers import Server, wait_until
from tests.support.production.swift import ACCESS_KEY, SECRET_KEY
from tests.support.providers.server import ProviderServer
from tests.support.remix.caller import RemixCaller
from tests.support.remix.spoken_source import TEXT, chat_answer, spoken_source
from tests.support.whisper_fixture import build_whisper

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(900)]

SECONDS = 7.0
SIDE = 360
"""Pixels of the shorter side of exports."""
PROMISED = 2.0
"""Seconds from the answer to a cancellation until the running stage's scratch is gone."""
SRT = """1
00:00:00,200 --> 00:00:02,000
The sea is very old.

2
00:00:02,400 --> 00:00:05,500
It keeps more secrets
than the people.
"""


@dataclass(frozen=True, kw_only=True)
class Remixing:
    """A service with its worker, and the providers behind it."""

    caller: RemixCaller
    providers: ProviderServer
    scratch: Path
    source: Path
    long_source: Path

    def bought(self) -> list[str]:
        """Paths of the paid requests so far."""
        return self.providers.paid()


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A short source for the whole workflow, and one that takes long enough to be cancelled."""
    folder = tmp_path_factory.mktemp("sources")
    return (
        spoken_source(folder / "the sea.mov", seconds=SECONDS),
        spoken_source(folder / "long.mov", seconds=90, size=(960, 540)),
    )


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A models folder with a transcriber that always returns the words spoken in the sources."""
    folder = tmp_path_factory.mktemp("models")
    build_whisper(folder / "whisper" / "scripted", TEXT.split())
    return folder


@pytest.fixture(scope="module", params=["embedded", "production"])
def remixing(
    request: pytest.FixtureRequest,
    sources: tuple[Path, Path],
    models: Path,
    servers_folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Remixing]:
    del servers_folder  # requested so that it outlives the servers of the second set-up
    folder = tmp_path_factory.mktemp(request.param)
    with ExitStack() as stack:
        providers = stack.enter_context(ProviderServer(chat=chat_answer))
        settings = {
            "CLIPWRIGHT_MODELS": str(models),
            "CLIPWRIGHT_CHAT_BASE_URL": providers.url,
            "CLIPWRIGHT_CHAT_MODEL": "m",
            "CLIPWRIGHT_SPEECH_BASE_URL": providers.url,
            "CLIPWRIGHT_SPEAKERS": "openai",
            "CLIPWRIGHT_ENCODER": "libx264",
            "CLIPWRIGHT_REMIX_SIDE": str(SIDE),
        }
        if request.param == "embedded":
            caller, scratch = embedded(stack, folder, settings)
        else:
            caller, scratch = production(stack, folder, settings, request)
        yield Remixing(
            caller=caller, providers=providers, scratch=scratch, source=sources[0], long_source=sources[1]
        )


def embedded(stack: ExitStack, folder: Path, settings: dict[str, str]) -> tuple[RemixCaller, Path]:
    worker: dict[str, Any] = {
        "CLIPWRIGHT_WORKER_COMMAND": json.dumps([sys.executable, "-m", "renderer.worker.process.embedded"]),
        "CLIPWRIGHT_WORKSPACE": str(folder / "workspace"),
    }
    served = stack.enter_context(serving(folder, new_account(folder), **(worker | settings)))
    return RemixCaller(url=served.url, key=served.credentials.key), folder / "workspace" / "scratch"


def production(
    stack: ExitStack, folder: Path, settings: dict[str, str], request: pytest.FixtureRequest
) -> tuple[RemixCaller, Path]:
    swift: Server = request.getfixturevalue("swift")
    rig = Rig(
        folder=folder,
        database_url=fresh_database(request.getfixturevalue("postgres_server_url")),
        broker_url=request.getfixturevalue("rabbit").url,
        place=fresh_place(swift.url, access_key=ACCESS_KEY, secret_key=SECRET_KEY),
        settings=settings,
    )
    stack.enter_context(rig_running(rig))
    rig.start_worker("w0", queues="remix.cpu,segments", STUB_REAL="1")
    rig.wait_for_worker("w0")
    return RemixCaller(url=rig.url, key=rig.account().key), folder / "w0" / "scratch"


def test_a_file_becomes_a_captioned_dubbed_vertical_video(remixing: Remixing) -> None:
    caller = remixing.caller
    used, _ = caller.minutes()
    project = caller.ready(remixing.source)
    check_analysed(caller, project, remixing.source)
    assert caller.minutes() == (used + 1, 0)
    listed = caller.request("GET", project["links"]["video"])
    assert (listed.json()["status"], listed.headers["retry-after"]) == ("processing", "30")
    can = caller.request("GET", "/capabilities").json()["remix"]
    assert "en" in can["transcribe_languages"]
    assert "de" in can["translate_languages"]

    project = configured(caller, project)
    project = subtitled(caller, project)
    project = drafted(caller, project)
    project = translated(remixing, project)
    project = previewed(remixing, project)
    exported(remixing, project)
    assert caller.minutes() == (used + 1, 0)


def check_analysed(caller: RemixCaller, project: dict[str, Any], source: Path) -> None:
    facts, analysis = project["source"], project["analysis"]
    assert (facts["width"], facts["height"], facts["has_audio"], facts["minutes"]) == (320, 180, True, 1)
    assert facts["duration_seconds"] == pytest.approx(SECONDS, abs=0.05)
    assert (analysis["state"], analysis["shots"]) == ("done", 1)
    assert analysis["loudness_lufs"] < -5
    assert analysis["speech_seconds"] > 3
    assert analysis["engine"] == "faster-whisper scripted"
    assert (analysis["language"], project["captions"]["origin"]) == ("en", "analysed")
    assert " ".join(cue["text"] for cue in project["captions"]["cues"]) == TEXT
    assert " ".join(line["text"] for line in analysis["transcript"]) == TEXT
    media = project["media"]
    assert (media["voiceover"], media["mix"]) == (None, None)
    whole = caller.request("GET", media["source"])
    assert (whole.headers["content-type"], whole.content) == ("video/quicktime", source.read_bytes())
    part = caller.request("GET", media["source"], headers={"Range": "bytes=100-199"})
    assert (part.status_code, part.content) == (206, whole.content[100:200])
    thumbnail = caller.request("GET", media["thumbnail"])
    assert thumbnail.headers["cache-control"] == "private, no-store"
    with av.open(io.BytesIO(thumbnail.content), mode="r") as picture:
        assert (picture.streams.video[0].width, picture.streams.video[0].height) == (320, 180)


def configured(caller: RemixCaller, project: dict[str, Any]) -> dict[str, Any]:
    settings = project["settings"]
    settings["aspect"] = "9:16"
    settings["captions"] = {"enabled": True, "style": "hormozi", "position": "bottom"}
    settings["voiceover"] |= {"mode": "mix", "language": "de"}
    body = {"revision": project["revision"], "settings": settings}
    answer = caller.request("PATCH", project["links"]["self"], json=body)
    assert (answer.status_code, answer.json()["revision"]) == (200, project["revision"] + 1)
    stale = caller.request("PATCH", project["links"]["self"], json=body)
    assert (stale.status_code, stale.json()["code"]) == (409, "revision_conflict")
    assert str(project["revision"] + 1) in stale.json()["detail"]
    return dict(answer.json())


def subtitled(caller: RemixCaller, project: dict[str, Any]) -> dict[str, Any]:
    link = f"{project['links']['self']}/captions?revision={project['revision']}"
    headers = {"Content-Type": "application/x-subrip"}
    answer = caller.request("PUT", link, content=SRT.encode(), headers=headers)
    assert answer.status_code == 200, answer.text
    captions = answer.json()["captions"]
    assert captions["origin"] == "custom"
    assert [(cue["start_ms"], cue["end_ms"]) for cue in captions["cues"]] == [(200, 2000), (2400, 5500)]
    return dict(answer.json())


def drafted(caller: RemixCaller, project: dict[str, Any]) -> dict[str, Any]:
    after = caller.asked(project, "voiceover-draft")
    script = after["settings"]["voiceover"]["script"]
    assert after["revision"] == project["revision"] + 1
    assert script
    assert all(line["end_ms"] <= SECONDS * 1000 + 50 for line in script)
    return after


def translated(remixing: Remixing, project: dict[str, Any]) -> dict[str, Any]:
    after = remixing.caller.asked(project, "translate-captions", targetLanguage="de")
    before = len(remixing.bought())
    captions = after["captions"]
    assert (captions["origin"], captions["language"]) == ("custom", "de")
    times = [(cue["start_ms"], cue["end_ms"]) for cue in captions["cues"]]
    assert times == [(cue["start_ms"], cue["end_ms"]) for cue in project["captions"]["cues"]]
    link = f"{project['links']['self']}/translate-captions"
    stale = {"revision": project["revision"], "targetLanguage": "de"}
    assert remixing.caller.request("POST", link, json=stale).json()["code"] == "revision_conflict"
    assert len(remixing.bought()) == before
    return after


def previewed(remixing: Remixing, project: dict[str, Any]) -> dict[str, Any]:
    caller = remixing.caller
    after = caller.asked(project, "audio-preview")
    assert after["voiceover"]["state"] == "ready"
    assert len(after["voiceover"]["lines"]) == len(project["settings"]["voiceover"]["script"])
    for name in ("mix", "voiceover"):
        answer = caller.request("GET", after["media"][name])
        assert answer.headers["content-type"] == "audio/mp4"
        assert loudness_of(answer.content) > 0.01
    bought = len(remixing.bought())
    again = caller.asked(after, "audio-preview")
    assert (again["revision"], len(remixing.bought())) == (after["revision"], bought)
    return after


def exported(remixing: Remixing, project: dict[str, Any]) -> None:
    caller, link = remixing.caller, project["links"]["self"]
    bought, body = len(remixing.bought()), {"revision": project["revision"]}
    first, second = (caller.request("POST", f"{link}/export", json=body) for _ in range(2))
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.headers["location"] == link
    done = caller.settled(link, "completed")
    assert len(remixing.bought()) == bought, "lines that were spoken are not bought again"
    listed = caller.request("GET", "/videos?status=completed").json()["data"]
    found = next(video for video in listed if video["id"] == project["id"])
    assert found["workflow"] == "remix"
    assert "settings" not in found
    assert caller.request("GET", done["links"]["video"]).json() == found
    assert found["output"]["duration_seconds"] == done["output"]["duration_seconds"]
    size = (done["output"]["width"], done["output"]["height"])
    answer = caller.request("GET", done["links"]["download"])
    assert answer.headers["content-type"] == "video/mp4"
    with av.open(io.BytesIO(answer.content), mode="r") as video:
        frames = [(frame.width, frame.height) for frame in video.decode(video=0)]
    assert set(frames) == {size}
    assert size == (SIDE, SIDE * 16 // 9)
    assert len(frames) / 30 == pytest.approx(SECONDS, abs=0.1)
    assert loudness_of(answer.content) > 0.01
    final = caller.request("POST", f"{link}/audio-preview", json=body)
    assert (final.status_code, final.json()["code"]) == (409, "project_final")


def loudness_of(content: bytes) -> float:
    """Root mean square of a file's sound, as a fraction of full scale."""
    with av.open(io.BytesIO(content), mode="r") as container:
        blocks = [frame.to_ndarray() for frame in container.decode(audio=0)]
    return float(np.sqrt(np.square(np.concatenate(blocks, axis=1)).mean()))


def test_cancelling_stops_an_analysis_within_two_seconds(remixing: Remixing) -> None:
    caller = remixing.caller
    used, _ = caller.minutes()
    upload = caller.uploaded(remixing.long_source)
    assert caller.complete(upload).status_code == 202
    link = upload["links"]["project"]
    wait_until(lambda: working(caller, link, "analysing"), seconds=60, what="analysing")
    check_stops(remixing, link, what="an analysis")
    assert caller.minutes() == (used + 2, 0), "minutes of the source stay used"


def test_cancelling_stops_an_export_within_two_seconds(remixing: Remixing) -> None:
    caller = remixing.caller
    project = caller.ready(remixing.long_source)
    body = {"revision": project["revision"]}
    used, _ = caller.minutes()
    assert caller.request("POST", project["links"]["export"], json=body).status_code == 202
    link = project["links"]["self"]
    wait_until(lambda: working(caller, link, "exporting"), seconds=60, what="exporting")
    check_stops(remixing, link, what="an export")
    assert caller.minutes() == (used, 0)


def working(caller: RemixCaller, link: str, phase: str) -> bool:
    """Whether the project is in `phase` and more than 5 per cent done."""
    project = caller.project(link)
    return bool(project["phase"] == phase and project["progress"]["percent"] > 5)


def check_stops(remixing: Remixing, link: str, *, what: str) -> None:
    caller = remixing.caller
    told = caller.request("POST", f"{link}/cancel").json()
    asked = time.monotonic()
    assert told["phase"] == "cancelling"
    wait_until(lambda: not list(remixing.scratch.iterdir()), seconds=90, what="scratch")
    took = time.monotonic() - asked
    sys.stderr.write(f"\n{what}: stopped after {took:.2f} s\n")
    done = caller.settled(link, "cancelled", seconds=15)
    assert done["media"] == dict.fromkeys(("source", "thumbnail", "voiceover", "mix"))
    assert caller.request("POST", f"{link}/cancel").json()["phase"] == "cancelled"
    assert took <= PROMISED * slowness()


def test_without_engines_captions_stay_and_sentences_become_the_script(
    tmp_path: Path, sources: tuple[Path, Path], models: Path
) -> None:
    with ExitStack() as stack:
        caller, _ = embedded(stack, tmp_path, {"CLIPWRIGHT_MODELS": str(models)})
        project = caller.ready(sources[0])
        assert caller.request("GET", "/capabilities").json()["remix"]["translate_languages"] == []
        body = {"revision": project["revision"], "targetLanguage": "de"}
        refused = caller.request("POST", f"{project['links']['self']}/translate-captions", json=body)
        assert (refused.status_code, refused.json()["code"]) == (503, "service_unavailable")
        assert "translator" in refused.json()["detail"]
        dubbed = project["settings"] | {"voiceover": project["settings"]["voiceover"] | {"language": "de"}}
        changed = {"revision": project["revision"], "settings": dubbed}
        project = caller.request("PATCH", project["links"]["self"], json=changed).json()
        body = {"revision": project["revision"]}
        refused = caller.request("POST", f"{project['links']['self']}/voiceover-draft", json=body)
        assert (refused.status_code, refused.json()["code"]) == (503, "service_unavailable")
        assert "language model" in refused.json()["detail"]
        back = {"revision": project["revision"], "settings": default_settings().model_dump(mode="json")}
        project = caller.request("PATCH", project["links"]["self"], json=back).json()
        assert caller.project(project["links"]["self"])["revision"] == project["revision"]
        after = caller.asked(project, "voiceover-draft")
        said = " ".join(line["text"] for line in after["settings"]["voiceover"]["script"])
        assert said.split() == " ".join(cue["text"] for cue in project["captions"]["cues"]).split()
        assert caller.minutes() == (1, 0)
