"""A service that makes films with its real worker at the smallest size, on either set of servers."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from typing import Any, Final
from uuid import UUID, uuid4

import boto3
import httpx
import sqlalchemy as sa
from botocore.config import Config

from api.db.database import Database
from api.db.tables import jobs
from api.jobs.phases import STAGES
from renderer.backends.storage.base import ObjectStore
from renderer.backends.storage.local import INCOMING, LocalStore
from renderer.backends.storage.s3.place import S3Place
from renderer.worker.segments.processes import CHILD
from tests.api.harness import film_order
from tests.api.served import new_account, serving
from tests.support.descendants import running_below
from tests.support.leaks import plant
from tests.support.production.held_worker import HELD_STAGE
from tests.support.production.rig import Client, Rig, fresh_database, rig_running
from tests.support.production.servers import wait_until
from tests.support.production.unit_changes import unit_changes, write_down_units
from tests.unit.manuscript.scripts import script

HELD_WORKER: Final = "tests.support.production.held_worker"
SEGMENT_CHILD: Final = CHILD[-1]
FILMS: Final = "/long-form/videos"
SETTINGS: Final = {
    "CLIPWRIGHT_FILM_FRAME": json.dumps({"width": 256, "height": 144, "fps": 10}),
    "CLIPWRIGHT_ENCODER": "libx264",
    "CLIPWRIGHT_SPEAKERS": "embedded",
}


@dataclass(frozen=True, kw_only=True)
class FilmService:
    """The parts of a running service.

    `unfinished` lists the objects that are being written to the store; `root` is the process whose
    descendants do the work.
    """

    owner: Client
    neighbour: Client
    database_url: str
    store: ObjectStore
    workspace: Path
    hold: Path
    root: int
    unfinished: Callable[[], list[str]]
    log: Callable[[], str]
    words: str = field(default_factory=lambda: script(sentences=160, chapters=6))

    def hold_in(self, stage: str) -> None:
        """Let no job pass this stage until another one is named."""
        draft = self.hold.with_suffix(".draft")
        draft.write_text(stage, "utf-8")
        draft.replace(self.hold)

    def order(self, caller: Client) -> str:
        """Order a film, return its id; all have one script, so that each resumes where the last stopped."""
        answer = caller.request(
            "POST",
            FILMS,
            json=film_order(script=self.words, target_minutes=11),
            headers={"Idempotency-Key": f"key-{uuid4().hex}"},
        )
        plant(self.words, caller.key)
        assert answer.status_code == 202, answer.text
        return str(answer.json()["id"])

    def film(self, caller: Client, film: str) -> dict[str, Any]:
        return dict(caller.request("GET", f"{FILMS}/{film}").json())

    def wait_for_stage(self, caller: Client, film: str, stage: str, *, seconds: float = 200) -> None:
        """Wait until the database has this stage of the job, and check the phase that callers see."""
        query = sa.select(jobs.c.status, jobs.c.stage).where(jobs.c.id == UUID(film))
        until, database = time.monotonic() + seconds, Database(self.database_url)
        status, found = "", ""
        try:
            while found != stage:
                assert time.monotonic() < until, (stage, found, self.log()[-3000:])
                assert status in {"", "queued", "processing"}, (stage, found, self.log()[-3000:])
                time.sleep(0.03)
                with database.read() as connection:
                    status, found = connection.execute(query).one()
        finally:
            database.close()
        assert self.film(caller, film)["phase"] == STAGES["long_form"].get(stage, "adapting")

    def wait_for(self, caller: Client, film: str, status: str, *, seconds: float = 90) -> dict[str, Any]:
        wait_until(lambda: self.film(caller, film)["status"] == status, seconds=seconds, what=status)
        return self.film(caller, film)

    def unit_changes(self, film: str) -> list[tuple[str, str]]:
        """Every change of the film's unit in the database, as (before, after)."""
        return unit_changes(self.database_url, film)

    def rendering(self) -> list[int]:
        """Ids of the processes that render segments."""
        return [each.pid for each in running_below(self.root, SEGMENT_CHILD)]

    def scratch(self) -> list[Path]:
        """Scratch folders of running jobs on the worker's disk."""
        folder = self.workspace / "scratch"
        return list(folder.iterdir()) if folder.exists() else []


def meter(caller: Client) -> tuple[int, int, int]:
    """Used, reserved and remaining units of films."""
    found = caller.request("GET", "/usage").json()["meters"]["long_form"]
    return found["used"], found["reserved"], found["remaining"]


def cancelled_at_once(caller: Client, film: str, *, times: int) -> tuple[float, list[httpx.Response]]:
    """Send `times` cancel requests at once; returns the time just before the first, and all answers."""
    together, began = Barrier(times), []

    def one(number: int) -> httpx.Response:
        del number
        together.wait()
        began.append(time.monotonic())
        return caller.request("POST", f"{FILMS}/{film}/cancel")

    with ThreadPoolExecutor(times) as pool:
        answers = list(pool.map(one, range(times)))
    return min(began), answers


@contextmanager
def embedded_films(folder: Path) -> Iterator[FilmService]:
    """A service of `clipwright serve` alone: SQLite, a folder as store, a worker child."""
    owner, neighbour = new_account(folder), new_account(folder)
    hold, workspace = folder / "held", folder / "workspace"
    settings: dict[str, Any] = SETTINGS | {
        "CLIPWRIGHT_WORKER_COMMAND": json.dumps([sys.executable, "-m", HELD_WORKER, "embedded"]),
        "CLIPWRIGHT_WORKSPACE": str(workspace),
        HELD_STAGE: str(hold),
    }
    with serving(folder, owner, **settings) as served:
        database_url = f"sqlite:///{folder / 'clipwright.db'}"
        write_down_units(database_url)
        objects = folder / "objects"
        yield FilmService(
            owner=Client(url=served.url, key=owner.key),
            neighbour=Client(url=served.url, key=neighbour.key),
            database_url=database_url,
            store=LocalStore(objects),
            workspace=workspace,
            hold=hold,
            root=served.process.pid,
            unfinished=lambda: [path.name for path in (objects / INCOMING).glob("*")],
            log=(folder / "serve.log").read_text,
        )


@contextmanager
def brokered_films(
    folder: Path, *, postgres_url: str, broker_url: str, place: S3Place
) -> Iterator[FilmService]:
    """A service of separate API and worker processes, with PostgreSQL, a broker and a bucket."""
    hold = folder / "held"
    rig = Rig(
        folder=folder,
        database_url=fresh_database(postgres_url),
        broker_url=broker_url,
        place=place,
        settings=SETTINGS | {HELD_STAGE: str(hold)},
    )
    with rig_running(rig):
        write_down_units(rig.database_url)
        rig.start_worker("w1", module=HELD_WORKER, queues="long_form.cpu")
        rig.wait_for_worker("w1")
        yield FilmService(
            owner=rig.account(),
            neighbour=rig.account(),
            database_url=rig.database_url,
            store=rig.store(),
            workspace=folder / "w1",
            hold=hold,
            root=rig.workers["w1"].pid,
            unfinished=lambda: _unfinished_uploads(place),
            log=lambda: rig.log("w1"),
        )


def _unfinished_uploads(place: S3Place) -> list[str]:
    client = boto3.client(
        "s3",
        endpoint_url=place.endpoint,
        region_name=place.region,
        aws_access_key_id=place.access_key,
        aws_secret_access_key=place.secret_key,
        config=Config(s3={"addressing_style": "path"}),
    )
    found = client.list_multipart_uploads(Bucket=place.bucket).get("Uploads", [])
    return [str(each["Key"]) for each in found]
