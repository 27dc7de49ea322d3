"""A module's log that imports the logging library only with its first record, for modules that rarely log.

A process that has not configured its logs, such as a command a person typed, gets the usual configuration
(renderer/logs.py) with the first record: standard output is for results, and a record must not contain
anything private.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

UNCONFIGURED: Final = "warning"
"""Level of a process that has not configured its logs."""


class LateLog(Struct, frozen=True):
    """Logs through structlog's logger called `name`; `facts` are values that JSON can represent."""

    name: str

    def info(self, event: str, **facts: object) -> None:
        """Log something worth knowing."""
        self._say("info", event, facts)

    def warning(self, event: str, **facts: object) -> None:
        """Log something that did not go as it should."""
        self._say("warning", event, facts)

    def _say(self, level: str, event: str, facts: dict[str, object]) -> None:
        import structlog  # noqa: PLC0415 - takes longer to import than the whole command line

        if not structlog.is_configured():
            from renderer.logs import configure_logs  # noqa: PLC0415 - same

            configure_logs(UNCONFIGURED)
        getattr(structlog.get_logger(self.name), level)(event, **facts)
