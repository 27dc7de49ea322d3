"""Runs the application as a server process: protocol, limits, and tuning for prompt answers."""

from __future__ import annotations

import gc
import ipaddress
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import uvicorn

from api.http.protocol import problem_protocol

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_BACKLOG: Final = 2048
_DRAIN_SECONDS: Final = 10
_KEEP_ALIVE_SECONDS: Final = 30
"""Longer than clients pause between polls; otherwise each poll would race with the closing connection."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that accepts connections from now on.

    Raises:
        OSError: the port is taken, or the address is not one of this machine.
    """
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family, backlog=_BACKLOG)


def is_everywhere(host: str) -> bool:
    """Whether listening on `host` means on all addresses of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def reached_from_here(host: str) -> str:
    """The host under which processes of this machine reach a server that listens on `host`."""
    if not is_everywhere(host):
        return host
    return "::1" if ":" in host else "127.0.0.1"


def reached_from_outside(host: str) -> str:
    """The host under which others reach a server that listens on `host`: this machine's outward address.

    Behind a proxy or in a container this is not what clients see; without a network it is loopback.
    """
    if not is_everywhere(host):
        return host
    family, far = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((far, 9))  # on a datagram socket this sends nothing and only looks up the route
        return str(probe.getsockname()[0])
    return reached_from_here(host)


def address_of(host: str, port: int) -> str:
    """The HTTP origin of a host name or IP address and a port."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(app: ASGIApp, *, listener: socket.socket, problem_base: str) -> None:
    """Serve on `listener` until told to stop."""
    # objects made before the first request live on: frozen, they are not traversed by every collection,
    # which would hold up the answers meanwhile
    gc.collect()
    gc.freeze()
    config = uvicorn.Config(
        app,
        http=problem_protocol(problem_base),
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=_DRAIN_SECONDS,
        backlog=_BACKLOG,
    )
    uvicorn.Server(config).run(sockets=[listener])
