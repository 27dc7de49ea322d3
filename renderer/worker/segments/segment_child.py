"""A process that renders segments for the one that started it, run by `python -m` with this module's name.

`renderer/worker/segments/service.py` describes its protocol. It ends at the end of its input, and immediately
when its parent dies.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from renderer.runtime.allocator import settle_allocator
from renderer.visuals.style_pack_files import load_pack
from renderer.worker.parent_death import die_with_parent
from renderer.worker.segments.service import serve


def main() -> None:
    """Serve on the standard streams. Arguments: the parent's process id and the workspace."""
    die_with_parent(int(sys.argv[1]))
    settle_allocator()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # output printed by libraries must not mix with answers
    serve(Path(sys.argv[2]), sys.stdin, answers, style_packs=load_pack)


if __name__ == "__main__":
    main()
