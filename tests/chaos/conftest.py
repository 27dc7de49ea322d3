from __future__ import annotations

from tests.support.production.service_fixtures import servers_folder

__all__ = ["servers_folder"]
