"""An origin: a server's host, in lower case, and port."""

from __future__ import annotations

Origin = tuple[str, int]
