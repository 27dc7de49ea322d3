"""Opens users' files only in a child process, which is bounded, killed as a group, and answers with JSON.

Decoders are large C libraries with new vulnerabilities in every release; a file that breaks one, exhausts
memory or never ends costs its own child and nothing else (design notes: reliability, "media workers").
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from renderer.assets import ROOT
from renderer.errors import ClipwrightError
from renderer.media.sources.exchange import AnswerTooLongError, exchange
from renderer.media.sources.refusal import Refusal

_ENVIRONMENT: Final = {
    "PATH": "",  # pydub searches for programs and must find none but the one it is given
    "PYTHONPATH": str(ROOT),
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


def _never() -> bool:
    """Never cancelled."""
    return False


class SandboxLimits(Struct, frozen=True, kw_only=True):
    """Bounds of the child: address space and largest file in bytes, CPU seconds; wall time is twice that."""

    memory: int = 4 << 30
    seconds: int = 60
    file_bytes: int = 4 << 30


def ask_child(
    task: str,
    path: Path,
    limits: SandboxLimits,
    *,
    cancelled: Callable[[], bool] = _never,
    **request: object,
) -> dict[str, Any]:
    """Run `task` (a key of `child_tasks.TASKS`, or "read_texts") on the user's `path` in a child process.

    With `within` (a folder, as text) in the request, a file outside that folder is refused. `cancelled` is
    called a few times a second; once it returns true, the child is killed.

    Raises:
        ClipwrightError: `cancelled`.
        ClipwrightError: `media_unreadable` with a reason for the file's owner; the fact `refusal` is its key
            in `REASONS`.
        ClipwrightError: `disk_full`.
    """
    order = {"task": task, "path": str(path.absolute()), "limits": asdict(limits), **request}
    status, output = _run(json.dumps(order).encode(), wall_seconds=2 * limits.seconds, cancelled=cancelled)
    answer = _answer(status, output, limits)
    if answer.get("reason") == "disk_full":
        raise ClipwrightError("disk_full", path=request.get("into", path))
    if "refused" in answer:
        reason, refusal = answer["refused"], answer["reason"]
        raise ClipwrightError("media_unreadable", path=path, reason=reason, refusal=refusal)
    return answer


def _run(order: bytes, *, wall_seconds: int, cancelled: Callable[[], bool]) -> tuple[int, bytes]:
    """The child's exit status and output; the status of a child that we end is that of its fault."""
    with subprocess.Popen(
        [sys.executable, "-m", "renderer.media.sources.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        cwd="/",
        env=_ENVIRONMENT,
        start_new_session=True,
    ) as child:
        try:
            output = exchange(child, order, wall_seconds=wall_seconds, cancelled=cancelled)
        except AnswerTooLongError:
            return -signal.SIGKILL, b""
        finally:
            _end_group(child.pid)
    return (-signal.SIGXCPU, b"") if output is None else (child.returncode, output)


def _end_group(leader: int) -> None:
    """Kill the child and whatever it left behind; it leads its own process group."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _answer(status: int, output: bytes, limits: SandboxLimits) -> dict[str, Any]:
    if status == 0 and (answer := _parsed(output)) is not None:
        return answer
    name = _REASON_OF_SIGNAL.get(-status, "crash")
    return {"refused": str(Refusal(name, seconds=limits.seconds)), "reason": name}


def _parsed(output: bytes) -> dict[str, Any] | None:
    """The JSON object in the output of a child; None if there is none, since a broken decoder wrote it."""
    try:
        answer = json.loads(output)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


_REASON_OF_SIGNAL: Final[dict[int, str]] = {
    signal.SIGXCPU: "too_slow",
    signal.SIGKILL: "too_large",  # the system kills a child that is out of memory, we one that says too much
}
