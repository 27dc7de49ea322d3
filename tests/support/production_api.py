"""The API as in production: PostgreSQL, a broker, a bucket. Settings come from the environment."""

from __future__ import annotations

import os
import sys

import uvicorn

from api.app import create_app
from api.clock import SystemClock
from api.doorbell_celery import CeleryDoorbell
from api.http_protocol import problem_protocol
from api.logs import configure_logs
from api.services import Outside, build_services
from api.settings import Settings
from renderer.backends.storage.opening import open_store
from renderer.worker.settings import WorkerSettings


def main(port: int) -> None:
    settings = Settings()
    configure_logs("info")
    doorbell = CeleryDoorbell(os.environ["CLIPWRIGHT_BROKER_URL"], needs={"short": "cpu"})
    outside = Outside(doorbell=doorbell, store=open_store(WorkerSettings()), clock=SystemClock())
    app = create_app(build_services(settings, outside))
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        http=problem_protocol(settings.problem_base),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
