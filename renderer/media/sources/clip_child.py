"""The child process that renders a user's MoviePy clip: raw planar frames on stdout.

`python -m renderer.media.sources.clip_child`, a request as JSON on the command line. The user's own code runs
here and nowhere else. Its output is discarded; the outcome is written to the file `answer`.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any, BinaryIO, Final

from renderer.compositor.planes import allocate
from renderer.media.sources.child import limit_process
from renderer.media.sources.moviepy_shot import MoviePyPicture
from renderer.media.sources.refusal import Refusal

_LONGEST_DETAIL: Final = 200


def main() -> None:
    """Serve one request: `path`, `function`, `width`, `height`, `fps`, `max_seconds`, `limits`, `answer`."""
    request: dict[str, Any] = json.loads(sys.argv[1])
    limit_process(request["limits"])
    with os.fdopen(os.dup(1), "wb", buffering=0) as out:
        os.dup2(2, 1)  # output printed by the user's code must not become pixels
        answer = _answer(request, out)
        Path(request["answer"]).write_text(json.dumps(answer), "utf-8")


def _answer(request: dict[str, Any], out: BinaryIO) -> dict[str, str]:
    try:
        _write_frames(request, out)
    except Refusal as refusal:
        return {"refused": str(refusal)}
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever the user's code raises
        detail = f"{type(error).__name__}: {error}"[:_LONGEST_DETAIL]
        return {"refused": str(Refusal("clip_failed", function=request["function"], detail=detail))}
    return {}


def _write_frames(request: dict[str, Any], out: BinaryIO) -> None:
    clip = _clip(request)
    count = int(min(float(clip.duration), request["max_seconds"]) * request["fps"] + 1e-6)
    if count < 1:
        raise Refusal("no_frames")
    picture, target = MoviePyPicture(clip=clip), allocate(request["width"], request["height"])
    for number in range(count):
        picture.draw(target, number / request["fps"])
        for plane in (target.y, target.u, target.v):
            _write_all(out, plane.data.cast("B"))


def _write_all(out: BinaryIO, data: memoryview) -> None:
    while data:
        data = data[out.write(data) :]


def _clip(request: dict[str, Any]) -> Any:
    path, function = Path(request["path"]), request["function"]
    os.chdir(path.parent)
    sys.path.insert(0, str(path.parent))
    make = runpy.run_path(str(path)).get(function)
    if not callable(make):
        raise Refusal("no_function", function=function)
    clip = make()
    if not callable(getattr(clip, "get_frame", None)) or not getattr(clip, "duration", None):
        raise Refusal("no_clip", function=function)
    return clip


if __name__ == "__main__":
    main()
