"""One of several API processes that take orders for one account at the same time; prints the outcomes."""

from __future__ import annotations

import json
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID, uuid4

import structlog
from pydantic import SecretStr

from api.accounts.repository import lock_account
from api.assembly import AllServices, build_services, default_adapters
from api.problems import ApiProblem
from api.queue.base import UnavailableQueue
from api.settings import ServiceSettings
from api.videos import service as videos
from api.videos.schemas import CreateVideo


def main(url: str, data_dir: str, creates: int, *scenarios: str) -> None:
    """Each scenario is ACCOUNT or ACCOUNT,KEY: all creates have keys of their own, or all have this one."""
    settings = ServiceSettings(
        database_url=url,
        data_dir=Path(data_dir),
        secret_key=SecretStr("shared by all of these processes alike"),
    )
    services = build_services(settings, default_adapters(settings, UnavailableQueue()))
    for scenario in scenarios:
        account, _, key = scenario.partition(",")
        print(json.dumps(take_orders(services, UUID(account), key, creates)))  # noqa: T201 - the parent reads it
    services.close()


def take_orders(services: AllServices, account: UUID, key: str, creates: int) -> Counter[str]:
    with services.database.write() as connection:
        caller = lock_account(connection, account)

    def create(_: int) -> str:
        try:
            made = videos.create(services, caller, CreateVideo(topic="x"), key=key or str(uuid4()))
        except ApiProblem as problem:
            return problem.code
        return f"{'replayed' if made.replayed else 'accepted'} {made.answer.job_id}"

    with ThreadPoolExecutor(creates) as pool:
        return Counter(pool.map(create, range(creates)))


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), *sys.argv[4:])
