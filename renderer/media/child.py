"""The child process that opens users' files: `python -m renderer.media.child`, a request on stdin.

It limits itself before it looks at the file, answers with one JSON object on stdout, and may be killed at
any moment; see sandbox.py for the parent's side.
"""

from __future__ import annotations

import errno
import json
import resource
import sys
from typing import Any, Final

from renderer.media.refusal import Refusal


def _refused(name: str, **facts: object) -> dict[str, Any]:
    return {"refused": str(Refusal(name, **facts)), "reason": name}


_TOO_LARGE: Final = _refused("too_large")
_OF_ERRNO: Final = {errno.EFBIG: _TOO_LARGE, errno.ENOMEM: _TOO_LARGE, errno.ENOSPC: _refused("disk_full")}


def main() -> int:
    """Serve one request: `task`, `limits` and the task's own parameters."""
    request: dict[str, Any] = json.loads(sys.stdin.read())
    _limit(request["limits"])
    try:
        answer = _answer(request)
    except Refusal as refusal:
        answer = {"refused": str(refusal), "reason": refusal.name}
    except MemoryError:
        answer = _TOO_LARGE
    except OSError as error:
        answer = _OF_ERRNO.get(error.errno or 0) or _refused("damaged", detail=error)
    sys.stdout.write(json.dumps(answer))
    return 0


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    from renderer.media.child_tasks import TASKS  # noqa: PLC0415  # pulls decoders in: limits come first

    return TASKS[request["task"]](request)


def _limit(limits: dict[str, int]) -> None:
    for name, soft in (
        (resource.RLIMIT_AS, limits["memory"]),
        (resource.RLIMIT_CPU, limits["seconds"]),
        (resource.RLIMIT_FSIZE, limits["file_bytes"]),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(name, (soft, soft + 1 if name == resource.RLIMIT_CPU else soft))


if __name__ == "__main__":
    sys.exit(main())
