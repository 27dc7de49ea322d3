"""Our files are either whole or unchanged, and a full disk is reported in one sentence."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from renderer.errors import ClipwrightError, disk_is_full
from renderer.files import write_atomically, writing_to


def test_a_file_is_replaced_whole_and_no_draft_stays(tmp_path: Path) -> None:
    path = tmp_path / "record"
    write_atomically(path, b"old")
    write_atomically(path, b"new" * 1000)
    assert path.read_bytes() == b"new" * 1000
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_content(tmp_path: Path) -> None:
    """A limit on file size cuts off the write in the middle, in a process of its own."""
    path = tmp_path / "record"
    path.write_bytes(b"old")
    code = """
        import resource, signal, sys
        from pathlib import Path
        from renderer.errors import ClipwrightError
        from renderer.files import write_atomically
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        try:
            write_atomically(Path(sys.argv[1]), bytes(100_000))
        except ClipwrightError as error:
            print(error.code, error.facts["path"] == sys.argv[1])
    """
    said = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(path)], capture_output=True, text=True, check=True
    ).stdout.split()
    assert said == ["output_unwritable", "True"]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_writer_killed_in_the_middle_leaves_the_old_content(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(b"old")
    code = "import os, sys; from pathlib import Path; import renderer.files as f; real = os.fsync; "
    code += "f.os.fsync = lambda d: os.kill(os.getpid(), 9); f.write_atomically(Path(sys.argv[1]), b'new')"
    ended = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_our_error_and_names_the_place() -> None:
    with (
        pytest.raises(ClipwrightError) as caught,
        writing_to("the archive"),
        Path("/dev/full").open("wb") as out,
    ):
        out.write(b"x" * 100_000)
    assert caught.value.code == "disk_full"
    assert caught.value.facts["path"] == "the archive"


def test_other_complaints_of_the_system_say_their_reason(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError) as caught, writing_to(tmp_path):
        (tmp_path / "none" / "file").write_bytes(b"")
    assert caught.value.code == "output_unwritable"
    assert caught.value.facts["reason"] == os.strerror(errno.ENOENT)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_quota_counts_as_a_full_disk(number: int) -> None:
    assert disk_is_full(OSError(number, "full"))
    assert not disk_is_full(ValueError("full"))
