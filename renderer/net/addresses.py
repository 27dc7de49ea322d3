"""Which hosts may be connected to.

The operator's own settings may name any host, a server on this machine included. An address from a *reply*
(a redirect, the address of a picture) must be on the public internet; otherwise a stranger could make us
read services on our own network. The check applies to the very IP address that is then connected to, so DNS
rebinding gains nothing.
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
"""The block from which IANA allocates global IPv6 unicast. Mapped, compatible, site-local, unique local,
link-local and multicast addresses and local-use NAT64 (64:ff9b:1::/48) lie outside it."""
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
"""Networks of RFC 6890 and its successors that some versions of `ipaddress` treat as global."""


def is_public(address: str) -> bool:
    """Whether an IP address (text) is on the public internet; mapped and NAT64 ones are judged as IPv4."""
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
    """The IPv4 address that the system or a NAT64 gateway would connect to instead, if any."""
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped


def resolve(host: str, port: int) -> tuple[str, ...]:
    """IP addresses of a host, in the system's order.

    Raises:
        OSError: the name does not resolve.
    """
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(row[4][0]) for row in rows))


def accepts(origin: Origin, *, seconds: float) -> bool:
    """Whether a server accepts a connection at `origin`, within `seconds` once the name is resolved."""
    try:
        with socket.create_connection(origin, timeout=seconds):
            return True
    except (OSError, ValueError):  # ValueError: not a valid host name
        return False


def allowed_address(host: str, port: int, *, trusted: frozenset[Origin], found: Sequence[str]) -> str:
    """The first of the resolved addresses `found`, all of which may be connected to.

    Raises:
        ClipwrightError: `address_refused` when the origin is not trusted and one of them is private, or none
            was found.
    """
    if (host.lower(), port) in trusted:
        return found[0]
    if not found or any(not is_public(address) for address in found):
        raise ClipwrightError("address_refused", host=host)
    return found[0]
