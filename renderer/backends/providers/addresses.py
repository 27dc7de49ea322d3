"""Which hosts may be talked to.

The operator's own settings may name any host, a server on this machine included. What a *reply* names (a
redirect, the address of a picture) must lie on the public internet, or a stranger could make us read the
services beside us. The check is made on the resolved address that is then connected to, so a name that
resolves differently the second time gains nothing.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from typing import Final

from renderer.errors import ClipwrightError

Origin = tuple[str, int]
"""Host in lower case, and port."""

_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an IP address (text) is of the public internet; mapped and translated ones are unwrapped."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            parsed = parsed.ipv4_mapped
        elif parsed in _NAT64:
            parsed = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
    return parsed.is_global and not parsed.is_multicast


def resolve(host: str, port: int) -> tuple[str, ...]:
    """IP addresses of a host, in the system's order.

    Raises:
        OSError: there is no such name.
    """
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(row[4][0]) for row in rows))


def allowed_address(host: str, port: int, *, trusted: frozenset[Origin], found: Sequence[str]) -> str:
    """The first of the resolved addresses `found` that may be connected to.

    Raises:
        ClipwrightError: `address_refused` when one of them is private and the origin is not trusted.
    """
    if (host.lower(), port) in trusted:
        return found[0]
    if not found or any(not is_public(address) for address in found):
        raise ClipwrightError("address_refused", host=host)
    return found[0]
