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
from renderer.net.origin import Origin

_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_UNICAST: Final = ipaddress.ip_network("2000::/3")
"""All that IANA has given out as global IPv6 unicast; mapped, compatible, site-local, unique local,
link-local, multicast and the NAT64 of local use (64:ff9b:1::/48) lie outside."""
_NOT_PUBLIC: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID, ...
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4: wherever the embedded IPv4 address leads (deprecated, RFC 7526)
        "3fff::/20",  # documentation
        "192.88.99.0/24",  # 6to4 relays
    )
)
"""Networks of RFC 6890 and its successors that some versions of `ipaddress` count as global."""


def is_public(address: str) -> bool:
    """Whether an IP address (text) is of the public internet; a translated one is judged by its goal."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = _inner(parsed)
        if inner is None and parsed not in _UNICAST:
            return False
        parsed = inner or parsed
    if any(parsed in network for network in _NOT_PUBLIC):
        return False
    return parsed.is_global and not parsed.is_multicast and not parsed.is_reserved


def _inner(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that the system or a NAT64 gateway would talk to instead."""
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped


def resolve(host: str, port: int) -> tuple[str, ...]:
    """IP addresses of a host, in the system's order.

    Raises:
        OSError: there is no such name.
    """
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(row[4][0]) for row in rows))


def accepts(origin: Origin, *, seconds: float) -> bool:
    """Whether somebody accepts a connection there within `seconds`, once the name is resolved."""
    try:
        with socket.create_connection(origin, timeout=seconds):
            return True
    except (OSError, ValueError):  # the name may be none
        return False


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
