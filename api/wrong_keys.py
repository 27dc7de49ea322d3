"""Wrong API keys, counted per client address: an address that keeps guessing is told to wait.

Only refusals are counted and only refusals are limited: a valid key is accepted from any address, whoever
else shares it. A missing or malformed key is not a guess and never counts. Counts are kept in this process's
memory, bounded in number. IPv6 addresses are counted by their /64 network, since one machine controls all of
it.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import TYPE_CHECKING, Final

from api.http.rate_limit import RateState
from renderer.clock import stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_ADDRESSES: Final = 10_000
_NETWORK_BITS: Final = 64


@dataclass(slots=True)
class _Window:
    began: float
    refusals: int = 0


class WrongKeys:
    """Counts refusals in windows of `window_seconds` that open with an address's first refusal. Thread-safe.

    Beyond `MOST_ADDRESSES` addresses the window that was opened first is dropped.
    """

    def __init__(self, *, limit: int, window_seconds: int, now: Callable[[], float] = stopwatch) -> None:
        self._limit = limit
        self._seconds = window_seconds
        self._now = now
        self._windows: OrderedDict[str, _Window] = OrderedDict()
        self._turn = Lock()

    def __len__(self) -> int:
        """Number of addresses remembered."""
        return len(self._windows)

    def count(self, address: str) -> RateState:
        """Count one refusal and return the address's state."""
        name, now = _counted_as(address), self._now()
        with self._turn:
            window = self._windows.get(name)
            if window is None or now - window.began >= self._seconds:
                self._windows.pop(name, None)
                window = self._windows[name] = _Window(began=now)
            if len(self._windows) > MOST_ADDRESSES:
                self._windows.popitem(last=False)
            window.refusals += 1
            reset = min(max(1, ceil(window.began + self._seconds - now)), self._seconds)
            return RateState(limit=self._limit, requests=window.refusals, reset=reset)


def _counted_as(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:  # a socket without an address, or a test's client
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed), _NETWORK_BITS), strict=False))
    return str(parsed)
