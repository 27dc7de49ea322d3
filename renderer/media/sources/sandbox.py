"""Users' files are opened in a child process only: bounded, killed as a group, answering with JSON alone.

Decoders are large C libraries with new holes in every release; a file that breaks one, eats memory or never
ends costs its own child and nothing else (design notes: reliability, "media workers").
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from renderer.assets import ROOT
from renderer.errors import ClipwrightError
from renderer.media.sources.refusal import Refusal

_ENVIRONMENT: Final = {
    "PATH": "",  # pydub looks for programs and must find none but the one it is told
    "PYTHONPATH": str(ROOT),
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxLimits:
    """Bounds of the child: address space and largest file in bytes, CPU seconds; wall time is twice that."""

    memory: int = 4 << 30
    seconds: int = 60
    file_bytes: int = 4 << 30


def ask_child(task: str, path: Path, limits: SandboxLimits, **request: object) -> dict[str, Any]:
    """Run `task` (a key of `child_tasks.TASKS`, or "read_texts") on the user's `path` in a child of its own.

    With `within` (a folder, as text) in the request, a file that lies elsewhere is refused.

    Raises:
        ClipwrightError: `media_unreadable` with a reason for the file's owner, and as fact `refusal` its key
            in `REASONS`.
    """
    order = {"task": task, "path": str(path.absolute()), "limits": asdict(limits), **request}
    status, output = _run(json.dumps(order), wall_seconds=2 * limits.seconds)
    answer = _answer(status, output, limits)
    if answer.get("reason") == "disk_full":
        raise ClipwrightError("disk_full", path=request.get("into", path))
    if "refused" in answer:
        reason, refusal = answer["refused"], answer["reason"]
        raise ClipwrightError("media_unreadable", path=path, reason=reason, refusal=refusal)
    return answer


def _run(order: str, *, wall_seconds: int) -> tuple[int, str]:
    with subprocess.Popen(
        [sys.executable, "-m", "renderer.media.sources.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd="/",
        env=_ENVIRONMENT,
        start_new_session=True,
    ) as child:
        try:
            output, _ = child.communicate(order, timeout=wall_seconds)
        except subprocess.TimeoutExpired:
            return -signal.SIGXCPU, ""
        finally:
            _end_group(child.pid)
    return child.returncode, output


def _end_group(leader: int) -> None:
    """Kill the child and whatever it left behind; it leads its own process group."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _answer(status: int, output: str, limits: SandboxLimits) -> dict[str, Any]:
    if status == 0 and output:
        answer: dict[str, Any] = json.loads(output)
        return answer
    name = _REASON_OF_SIGNAL.get(-status, "crash")
    return {"refused": str(Refusal(name, seconds=limits.seconds)), "reason": name}


_REASON_OF_SIGNAL: Final[dict[int, str]] = {
    signal.SIGXCPU: "too_slow",
    signal.SIGKILL: "too_large",  # nobody else kills the child: the system was out of memory
}
