"""A module's log, where there may be nothing to log: the library behind it comes with the first record.

A process that has set up no log, such as a command a person typed, gets that of all others (renderer/logs.py)
from the first record on: standard output belongs to results, and nothing private may stand in a record.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

UNCONFIGURED: Final = "warning"
"""Level of a process that has set up no log of its own."""


class LateLog(Struct, frozen=True):
    """Says what structlog's logger of that name says; `facts` are values that JSON has."""

    name: str

    def info(self, event: str, **facts: object) -> None:
        """Something worth knowing."""
        self._say("info", event, facts)

    def warning(self, event: str, **facts: object) -> None:
        """Something that went another way than it should."""
        self._say("warning", event, facts)

    def _say(self, level: str, event: str, facts: dict[str, object]) -> None:
        import structlog  # noqa: PLC0415 - with all it brings longer than the command line itself

        if not structlog.is_configured():
            from renderer.logs import configure_logs  # noqa: PLC0415 - same

            configure_logs(UNCONFIGURED)
        getattr(structlog.get_logger(self.name), level)(event, **facts)
