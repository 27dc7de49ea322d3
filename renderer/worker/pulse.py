"""Beats of a supervised worker: a thread reports every second that it runs, and what keeps it from jobs."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Final

from renderer.contract.beat import BEAT_SECONDS, Beat

_BEATS_PER_LOOK: Final = 3


def start_pulse(descriptor: int, trouble: Callable[[], str]) -> None:
    """Start sending beats on this file descriptor until its reader is gone; nothing happens if negative."""
    if descriptor < 0:
        return
    os.set_inheritable(descriptor, False)  # children of this process must not keep it open
    os.set_blocking(descriptor, False)
    threading.Thread(target=_beat, args=(descriptor, trouble), name="pulse", daemon=True).start()


def _beat(descriptor: int, trouble: Callable[[], str]) -> None:
    pause, said = threading.Event(), ""
    number = 0
    while True:
        # beat before the first check, because a disk may be slow to answer
        if number % _BEATS_PER_LOOK == 1:
            said = trouble()
        try:
            os.write(descriptor, Beat(trouble=said[:500]).model_dump_json().encode() + b"\n")
        except BlockingIOError:
            pass  # the reader is slow; the next beat says the same
        except OSError:
            return
        number += 1
        pause.wait(BEAT_SECONDS)
