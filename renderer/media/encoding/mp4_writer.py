"""MP4 output files: converts libav's errors into `ClipwrightError`, and leaves no half-written file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from renderer.errors import ClipwrightError, disk_is_full

# No edit list: the first frame shows at 0.0 because composition offsets may be negative (ISO/IEC 14496-12,
# ctts version 1), and sound starts at 0.0 because the encoder's priming packet is left out (see aac.py).
_MP4: Final = {
    "movflags": "+faststart+negative_cts_offsets",
    "use_editlist": "0",
    "fflags": "+bitexact",
}


@contextmanager
def mp4_output(path: Path) -> Iterator[Any]:
    """A PyAV container that becomes a complete MP4 at `path` if the block succeeds, and no file if it fails.

    Raises:
        ClipwrightError: `disk_full`, or `encoder_failed` with libav's reason.
    """
    import av  # noqa: PLC0415  # heavy, loaded with the first encode

    try:
        with av.open(f"file:{path}", "w", format="mp4", options=_MP4) as container:
            yield container
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, (av.FFmpegError, OSError)):
            raise _ours(error, path) from error
        raise


def _ours(error: Exception, path: Path) -> ClipwrightError:
    if disk_is_full(error):
        return ClipwrightError("disk_full", path=path.parent)
    return ClipwrightError("encoder_failed", reason=str(error))
