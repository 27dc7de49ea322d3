"""An origin: where a server is, as host in lower case and port."""

from __future__ import annotations

Origin = tuple[str, int]
