"""Groundwork spares pictures their common work, and the process that has done it can still be forked."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import os

import cv2

from renderer.contract.vocabulary import StylePack
from renderer.painters.artwork import draw_artwork, has_drawn
from renderer.painters.drawing.canvas import strewn_noise
from renderer.painters.props.paper import fibre_sheet
from renderer.visuals.film.groundwork import lay_groundwork
from renderer.visuals.grade import film_tables
from renderer.visuals.style_pack_files import load_pack

cv2.setNumThreads(4)
grade = load_pack(StylePack.DOCUMENTARY).grade
lay_groundwork(grade, (0.1, 0.4, 0.9, 0.6), width=360, height=640)
print(len(os.listdir("/proc/self/task")), cv2.getNumThreads(), has_drawn())
made = [film_tables.cache_info(), strewn_noise.cache_info(), fibre_sheet.cache_info()]
print([info.currsize for info in made], flush=True)
child = os.fork()
if not child:
    image = draw_artwork("octopus", 64)
    print(image.any(), has_drawn(), flush=True)
    os._exit(0)
os.waitpid(child, 0)
print(has_drawn())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts threads in /proc")
def test_a_process_with_the_groundwork_has_one_thread_and_its_forks_draw() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, check=True, text=True, timeout=60
    )
    assert done.stdout.splitlines() == ["1 4 False", "[1, 1, 1]", "True True", "False"]
