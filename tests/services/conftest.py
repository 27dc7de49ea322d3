from __future__ import annotations

from tests.support.production.service_fixtures import (
    nothing_planted,
    postgres_server_url,
    rabbit,
    redis_server,
    rig,
    rig_settings,
    servers_folder,
    swift,
    swift_place,
)

__all__ = [
    "nothing_planted",
    "postgres_server_url",
    "rabbit",
    "redis_server",
    "rig",
    "rig_settings",
    "servers_folder",
    "swift",
    "swift_place",
]
