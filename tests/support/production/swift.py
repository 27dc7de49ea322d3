"""OpenStack Swift with its S3 interface: an object store that checks signatures, dates, ACLs and parts.

One replica in a plain folder, four processes on loopback ports, built-in accounts.
"""

from __future__ import annotations

import os
import subprocess
from itertools import chain
from pathlib import Path

from tests.support.production.servers import (
    START_SECONDS,
    MemcachedServer,
    Server,
    answers,
    free_port,
    require,
    wait_until,
)

ACCESS_KEY = "test:tester"
SECRET_KEY = "testing"

_BACKEND = """
[DEFAULT]
devices = {node}
mount_check = false
bind_ip = 127.0.0.1
bind_port = {port}
workers = 0
user = {user}
swift_dir = {folder}
fallocate_reserve = 0
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
"""

_PROXY = """
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
workers = 0
user = {user}
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = {memcache}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = true
dns_compliant_bucket_names = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin .reseller_admin
user_test_other = otherkey
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""

SYSTEM_PYTHON = "/usr/bin/python3"
"""The interpreter for which Debian installs Swift."""
_RINGS = """
import sys
from swift.common.ring import RingBuilder

for path, port in zip(sys.argv[1::2], sys.argv[2::2]):
    ring = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
    ring.add_dev(dict(region=1, zone=1, ip="127.0.0.1", port=int(port), device="d1", weight=1))
    ring.rebalance()
    ring.get_ring().save(path)
"""
"""A script that replaces three calls of swift-ring-builder per ring, each a Python process of its own."""


class SwiftServer(Server):
    """The proxy with its account, container and object servers."""

    def __init__(self, folder: Path) -> None:
        require(
            "swift-proxy-server", "swift-account-server", "swift-container-server", "swift-object-server",
            SYSTEM_PYTHON, "/etc/swift/swift.conf",
        )  # fmt: skip
        super().__init__(folder)
        self.port = free_port()
        self._memcached = MemcachedServer(folder / "memcached")
        self._backends = {kind: free_port() for kind in ("object", "container", "account")}
        self._configure()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._memcached.start()
        for kind in self._backends:
            self.run(f"swift-{kind}-server", str(self.folder / f"{kind}.conf"))
        self.run("swift-proxy-server", str(self.folder / "proxy.conf"))
        ports = [*self._backends.values(), self.port]
        wait_until(
            lambda: all(answers(port) for port in ports),
            seconds=START_SECONDS,
            what=f"swift: {self.folder}",
        )

    def kill(self) -> None:
        super().kill()
        self._memcached.kill()

    def stop(self) -> None:
        super().stop()
        self._memcached.stop()

    def _configure(self) -> None:
        node = self.folder / "node"
        (node / "d1").mkdir(parents=True)
        user = "root" if not os.getuid() else os.environ["USER"]
        common = {"folder": self.folder, "user": user, "node": node}
        for kind, port in self._backends.items():
            (self.folder / f"{kind}.conf").write_text(_BACKEND.format(kind=kind, port=port, **common))
        rings = [(str(self.folder / f"{kind}.ring.gz"), str(port)) for kind, port in self._backends.items()]
        subprocess.run(
            [SYSTEM_PYTHON, "-c", _RINGS, *chain.from_iterable(rings)],
            check=True, capture_output=True, timeout=60,
        )  # fmt: skip
        (self.folder / "proxy.conf").write_text(
            _PROXY.format(port=self.port, memcache=self._memcached.url, **common)
        )
