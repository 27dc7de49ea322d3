"""Wrong API keys, counted per client address: whoever goes on guessing is told to wait.

Only refusals are counted and only refusals are held back: a right key is let in from any address, whoever
else shares it. What could be no key, or is none, is no guess: it is refused alike however often. Counts live
in this process's memory, bounded; of an IPv6 address its /64 counts, since one machine commands all of that.
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
    """Windows of `window_seconds` that open with an address's first refusal. Safe to share between threads.

    When more than `MOST_ADDRESSES` are at it, the window that was opened first is forgotten.
    """

    def __init__(self, *, limit: int, window_seconds: int, now: Callable[[], float] = stopwatch) -> None:
        self._limit = limit
        self._seconds = window_seconds
        self._now = now
        self._windows: OrderedDict[str, _Window] = OrderedDict()
        self._turn = Lock()

    def __len__(self) -> int:
        """Addresses remembered."""
        return len(self._windows)

    def count(self, address: str) -> RateState:
        """Count one refusal; where that leaves the address."""
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
