"""Remix projects that are previewed and exported through a storm, and what must be recorded afterwards."""

from __future__ import annotations

import hashlib
import io
import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from uuid import UUID

import av
import sqlalchemy as sa

from api.db.database import Database
from api.db.tables import jobs, remix_revisions
from api.jobs.retention import Sweeper
from api.remix.projects.settings import default_settings
from renderer.contract.vocabulary import CaptionStyle
from renderer.net.idempotency import IDEMPOTENCY_KEY
from tests.chaos.storm import MAX_TRIES, Later
from tests.support.production.rig import Rig
from tests.support.providers.server import ProviderServer
from tests.support.remix.caller import RemixCaller

PROJECTS_PER_ACCOUNT = 3
"""An account may run one operation at a time, so the projects of an account queue for it."""
LINES = 3
OUTAGE = 120.0
"""Seconds within which any request gets through, since no outage lasts that long."""


class SlowProviders(ProviderServer):
    """Providers that take their time over every line, so that something may happen meanwhile."""

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        time.sleep(0.2)
        super().answer(handler)


@dataclass
class Remix:
    """One project with its own words, so that it finds nothing in the cache that another has paid for."""

    caller: RemixCaller
    number: int
    link: str = ""

    def prepare(self, source: Path) -> None:
        """Upload, analyse and configure the project before the storm starts."""
        project = self.caller.ready(source)
        self.link = project["links"]["self"]
        cue = {"start_ms": 100, "end_ms": 2400, "text": f"Caption {self.number}"}
        self._changed("PUT", f"{self.link}/captions", revision=project["revision"], cues=[cue])
        self.speak("first")

    def speak(self, last: str) -> None:
        """Set a script of which only the last line is new."""
        words = [f"Line {at} of {self.number}" for at in range(LINES - 1)] + [f"The {last} of {self.number}"]
        script = [
            {"start_ms": 800 * at, "end_ms": 800 * at + 790, "text": text} for at, text in enumerate(words)
        ]
        settings: dict[str, Any] = default_settings().model_dump(mode="json")
        settings["aspect"] = "source"
        styles = list(CaptionStyle)
        settings["captions"]["style"] = styles[self.number % len(styles)].value
        settings["voiceover"] |= {"mode": "mix", "script": script}
        project = self._seen()
        while project["settings"]["voiceover"]["script"] != script:
            self._changed("PATCH", self.link, revision=project["revision"], settings=settings)
            project = self._seen()

    def preview(self) -> None:
        """Ask for a preview until the mix is there, looking at the project again after a conflict."""
        project = self._seen()
        while not project["media"]["mix"]:
            assert project["phase"] in {"ready", "previewing"}, project
            if project["phase"] == "ready":
                self._asked("audio-preview", project["revision"])
            time.sleep(0.3)
            project = self._seen()

    def export(self) -> None:
        """Ask for an export until the video is there."""
        project = self._seen()
        while project["phase"] != "completed":
            assert project["phase"] in {"ready", "export_queued", "exporting", "publishing"}, project
            if project["phase"] == "ready":
                self._asked("export", project["revision"])
            time.sleep(0.3)
            project = self._seen()

    def go(self) -> None:
        """Preview, change the script's last line, and export."""
        self.preview()
        self.speak("second")
        self.export()

    def _seen(self) -> dict[str, Any]:
        answer = self.caller.persistently(
            "GET", self.link, until=lambda each: each.status_code == 200, seconds=OUTAGE
        )
        return dict(answer.json())

    def _asked(self, operation: str, revision: int) -> None:
        self._changed("POST", f"{self.link}/{operation}", revision=revision)

    def _changed(self, method: str, link: str, **body: Any) -> None:
        """Send a change until it is answered; if an earlier try has got through, the answer is a conflict."""
        answer = self.caller.persistently(
            method, link, until=lambda each: each.status_code < 500, seconds=OUTAGE, json=body
        )
        if answer.status_code >= 400:
            code = answer.json()["code"]
            assert code in {"revision_conflict", "operation_in_progress", "project_final"}, answer.text


@dataclass
class RemixBooks:
    """All projects of a storm, and what has to come of them."""

    rig: Rig
    providers: ProviderServer
    paid: Path
    projects: list[Remix] = field(default_factory=list)

    def open(self, count: int, source: Path) -> None:
        """Prepare `count` projects before the storm starts."""
        for number in range(count):
            if number % PROJECTS_PER_ACCOUNT == 0:
                account = self.rig.account()
            self.projects.append(Remix(caller=RemixCaller(url=account.url, key=account.key), number=number))
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda each: each.prepare(source), self.projects))

    def go(self) -> None:
        """Run all projects at once, each retrying through the outages."""
        with ThreadPoolExecutor(len(self.projects)) as pool:
            list(pool.map(Remix.go, self.projects))

    def check(self, *, most_struck: int, outages: int) -> dict[str, int]:
        """Check everything that is promised; returns figures for the report.

        Hits may have cut off up to `most_struck` lines; each of the `outages` of the store may have left one
        line on the machine that bought it, unshared.
        """
        return self._operations() | self._minutes() | self._calls(most_struck, outages) | self._objects()

    def _operations(self) -> dict[str, int]:
        """One preview and one export of each project, all completed, and one revision for each preview."""
        database = Database(self.rig.database_url)
        with database.read() as connection:
            operations = connection.execute(
                sa.select(jobs.c.order, jobs.c.status, jobs.c.attempt, jobs.c.tries).where(
                    jobs.c.role == "operation"
                )
            ).all()
            changes = connection.execute(sa.select(remix_revisions.c.change)).scalars().all()
        database.close()
        made = Counter((row.order["operation"], row.status) for row in operations)
        count, tries = len(self.projects), max(row.tries for row in operations)
        assert tries <= MAX_TRIES
        assert made == {(each, "completed"): count for each in ("probe", "analyse", "preview", "export")}
        assert Counter(changes)["previewed"] == count
        return {
            "operations": len(operations),
            "attempts": sum(row.attempt for row in operations),
            "most tries that one took": tries,
        }

    def _minutes(self) -> dict[str, int]:
        """One minute per source and one per second voiceover are used; none stays reserved."""
        callers = {each.caller.key: each.caller for each in self.projects}
        found = [caller.minutes() for caller in callers.values()]
        assert sum(reserved for _, reserved in found) == 0
        assert sum(used for used, _ in found) == 2 * len(self.projects)
        return {"minutes": sum(used for used, _ in found)}

    def _calls(self, most_struck: int, outages: int) -> dict[str, int]:
        """Every line is bought once: a repeated request carries the idempotency key of the first.

        A line is not sent again once it is shared; one that a hit has cut off may be.
        """
        kept: dict[str, float] = {}
        for entry in map(json.loads, self.paid.read_text().splitlines()):
            kept[entry["line"]] = min(kept.get(entry["line"], entry["at"]), entry["at"])
        asked = [one for one in self.providers.seen if one.method == "POST"]
        bought = {(one.json["input"], one.headers[IDEMPOTENCY_KEY.lower()]) for one in asked}
        lines = {line for line, _ in bought}
        assert len(lines) == (LINES + 1) * len(self.projects)
        assert len(bought) == len(lines), Counter(line for line, _ in bought).most_common(3)
        unshared = [one.json["input"] for one in asked if one.at > kept[one.json["input"]]]
        assert len(unshared) <= outages, unshared
        again = len(asked) - len(lines)
        assert again <= most_struck + outages
        return {
            "lines": len(lines),
            "lines bought": len(bought),
            "lines sent again": again,
            "lines kept on one machine": len(unshared),
        }

    def _objects(self) -> dict[str, int]:
        """The downloads are the stored bytes and play; leftovers of lost attempts are swept."""
        database, store = Database(self.rig.database_url), self.rig.store()
        with database.read() as connection:
            rows = connection.execute(sa.select(jobs.c.id, jobs.c.results).where(jobs.c.role == "project"))
            files = {row.id: row.results["video"]["file"] for row in rows}
        for each in self.projects:
            project = each.caller.project(each.link)
            content = each.caller.request("GET", project["links"]["download"]).content
            assert hashlib.sha256(content).hexdigest() == files[UUID(project["id"])]["sha256"]
            check_plays(content, project["output"])
        before = sum(key.endswith(".mp4") for key in store.keys("videos/"))
        sweeper = Sweeper(database=database, store=store, clock=Later())
        while sweeper.run_once():
            pass
        database.close()
        videos = sorted(key for key in store.keys("videos/") if key.endswith(".mp4"))
        assert videos == sorted(file["key"] for file in files.values())
        return {"videos": len(videos), "leftovers of lost attempts swept": before - len(videos)}


def check_plays(video: bytes, output: dict[str, Any]) -> None:
    """Check that pictures and sound decode to the end."""
    with av.open(io.BytesIO(video), "r") as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height) == (output["width"], output["height"])
        frames = Counter(type(frame).__name__ for frame in container.decode())
    assert frames["VideoFrame"] > output["duration_seconds"]
    assert frames["AudioFrame"] > 0
