"""The child process that opens users' files: `python -m renderer.media.sources.child`, a request on stdin.

It limits itself before it touches the file, answers with one JSON object on stdout, and may be killed at any
moment; see sandbox.py for the parent's side.
"""

from __future__ import annotations

import errno
import json
import resource
import sys
from pathlib import Path
from typing import Any, Final

from renderer.media.opening import open_regular, path_of
from renderer.media.sources.refusal import Refusal


def _refused(name: str, **facts: object) -> dict[str, Any]:
    return {"refused": str(Refusal(name, **facts)), "reason": name}


_TOO_LARGE: Final = _refused("too_large")
_OF_ERRNO: Final = {errno.EFBIG: _TOO_LARGE, errno.ENOMEM: _TOO_LARGE, errno.ENOSPC: _refused("disk_full")}


def main() -> int:
    """Serve one request: `task`, `limits` and the task's own parameters."""
    request: dict[str, Any] = json.loads(sys.stdin.read())
    limit_process(request["limits"])
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
    if request["task"] == "read_texts":
        from renderer.media.child_texts import read_texts  # noqa: PLC0415  # limits come first

        return read_texts(request)
    from renderer.media.sources.child_tasks import TASKS  # noqa: PLC0415  # limits come first

    descriptor = open_regular(Path(request["path"]), within=request.get("within", ""))
    return TASKS[request["task"]]({**request, "path": str(path_of(descriptor))})


def limit_process(limits: dict[str, int]) -> None:
    """Bound this process: address space, CPU time, file size and open files; no core dump."""
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
