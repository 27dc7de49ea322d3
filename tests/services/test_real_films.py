"""`clipwright serve` and its real worker make a small film; cancelling stops it in every phase."""

from __future__ import annotations

import io
import json
import sys
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import av
import pytest

from tests.api.harness import film_order, fresh_key
from tests.api.served import Served, new_account, serving
from tests.support.production.busy_machine import slowness
from tests.support.production.servers import wait_until
from tests.unit.manuscript.scripts import script

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.timeout(1800)]

BASE = "/api/v1/long-form/videos"
FRAME = {"width": 256, "height": 144, "fps": 10}
PROMISED = 2.0
"""Seconds from the answer to the cancellation until the running stage's scratch is gone."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("films")
    settings: dict[str, Any] = {
        "CLIPWRIGHT_WORKER_COMMAND": json.dumps([sys.executable, "-m", "renderer.worker.process.embedded"]),
        "CLIPWRIGHT_WORKSPACE": str(folder / "workspace"),
        "CLIPWRIGHT_FILM_FRAME": json.dumps(FRAME),
        "CLIPWRIGHT_ENCODER": "libx264",
        "CLIPWRIGHT_SPEAKERS": "embedded",
    }
    with serving(folder, new_account(folder), **settings) as running:
        yield running


def ordered(served: Served, *, sentences: int) -> dict[str, Any]:
    body = film_order(script=script(sentences=sentences, chapters=6), target_minutes=11)
    status, _, made = served.call("POST", BASE, body, **{"Idempotency-Key": fresh_key() + "-real-film"})
    assert status == 202, made
    return dict(made)


def fetched(served: Served, url: str) -> bytes:
    asked = urllib.request.Request(url, headers={"Authorization": f"Bearer {served.credentials.key}"})  # noqa: S310 - our own service
    with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310 - as above
        return bytes(answer.read())


def meter(served: Served) -> tuple[int, int]:
    found = served.call("GET", "/api/v1/usage")[2]["meters"]["long_form"]
    return found["used"], found["reserved"]


@pytest.mark.parametrize("phase", ["narrating", "illustrating", "rendering"])
def test_cancelling_stops_the_worker_within_two_seconds_in_every_phase(served: Served, phase: str) -> None:
    """Each phase has a script of its own, so that nothing is found in the cache."""
    used, _ = meter(served)
    sentences = {"narrating": 301, "illustrating": 302, "rendering": 303}[phase]
    link = ordered(served, sentences=sentences)["links"]["self"]
    wait_until(lambda: served.call("GET", link)[2]["phase"] == phase, seconds=600, what=phase)
    status, _, told = served.call("POST", f"{link}/cancel")
    asked = time.monotonic()
    assert (status, told["phase"]) == (200, "cancelling")
    assert meter(served) == (used, 0)
    scratch = served.data_dir / "workspace" / "scratch"
    wait_until(lambda: not list(scratch.iterdir()), seconds=60, what="scratch")
    took = time.monotonic() - asked
    sys.stderr.write(f"\n{phase}: stopped after {took:.2f} s\n")
    served.wait_for(link, "cancelled", seconds=30)
    assert meter(served) == (used, 0)
    assert took <= PROMISED * slowness()


def test_a_film_is_ordered_made_and_downloaded(served: Served) -> None:
    body = ordered(served, sentences=160)
    done = served.wait_for(body["links"]["self"], "completed", "failed", seconds=1500)
    assert done["status"] == "completed", done
    output = done["output"]
    assert 660 <= output["duration_seconds"] <= 900
    assert (output["width"], output["height"]) == (FRAME["width"], FRAME["height"])
    assert len(output["chapters"]) == 6
    assert output["chapters"][0]["start_seconds"] == 0
    assert done["script"]["adaptation"] in {"none", "condensed", "paced"}
    film = fetched(served, done["links"]["download"])
    with av.open(io.BytesIO(film), mode="r") as container:
        assert abs(float(container.duration or 0) / av.time_base - output["duration_seconds"]) < 0.2
        assert [each["metadata"]["title"] for each in container.chapters()] == [
            chapter["title"] for chapter in output["chapters"]
        ]
        assert next(container.decode(video=0)).width == FRAME["width"]
    assert fetched(served, done["links"]["captions_vtt"]).startswith(b"WEBVTT")
    assert b"-->" in fetched(served, done["links"]["captions_srt"])
    with av.open(io.BytesIO(fetched(served, done["links"]["thumbnail"])), mode="r") as picture:
        assert picture.streams.video[0].width == 1280
    assert meter(served)[0] == 1
