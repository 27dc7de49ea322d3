from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pynvml
import pytest

from renderer.cli import worker as command
from renderer.clock import FakeClock, SystemClock
from renderer.errors import ClipwrightError
from renderer.media.encoding.encoders import choose_encoder
from renderer.worker.process.gpu import Gpu, gpu_slot, gpus, slots
from renderer.worker.settings import WorkerSettings

MIB = 1 << 20


class Driver:
    """The part of NVML that is asked, with two cards; arguments come as ctypes references."""

    def __init__(self, failures: Mapping[str, int]) -> None:
        self.failures = failures
        self.open = 0

    def nvmlInitWithFlags(self, _: int) -> int:  # noqa: N802 - NVML's name
        failure = self.failures.get("init", 0)
        self.open += not failure
        return failure

    def nvmlDeviceGetCount_v2(self, count: Any) -> int:  # noqa: N802 - NVML's name
        count._obj.value = 2
        return self.failures.get("count", 0)

    def nvmlDeviceGetHandleByIndex_v2(self, number: Any, _: Any) -> int:  # noqa: N802 - NVML's name
        return 0 if number.value in {0, 1} else pynvml.NVML_ERROR_INVALID_ARGUMENT

    def nvmlDeviceGetName(self, _: Any, name: Any, __: Any) -> int:  # noqa: N802 - NVML's name
        name.value = b"A card"
        return 0

    def nvmlDeviceGetMemoryInfo(self, _: Any, memory: Any) -> int:  # noqa: N802 - NVML's name
        memory._obj.total, memory._obj.free = 24_000 * MIB, 20_000 * MIB
        return self.failures.get("memory", 0)

    def nvmlShutdown(self) -> int:  # noqa: N802 - NVML's name
        self.open -= 1
        return 0


def with_driver(monkeypatch: pytest.MonkeyPatch, **failures: int) -> Driver:
    driver = Driver(failures)
    monkeypatch.setattr(pynvml, "nvmlLib", driver)
    monkeypatch.setattr(pynvml, "_nvmlGetFunctionPointer_cache", {})
    return driver


def test_cards_are_read_from_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = with_driver(monkeypatch)
    assert gpus() == (Gpu(name="A card", total_mb=24_000, free_mb=20_000),) * 2
    assert driver.open == 0


@pytest.mark.parametrize("where", ["init", "count", "memory"])
def test_a_driver_that_does_not_answer_means_no_card(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    driver = with_driver(monkeypatch, **{where: pynvml.NVML_ERROR_UNKNOWN})
    assert gpus() == ()
    assert driver.open == 0


def test_no_driver_means_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise OSError

    monkeypatch.setattr(pynvml, "nvmlLib", None)
    monkeypatch.setattr(pynvml, "CDLL", missing)
    assert gpus() == ()


def card(total_mb: int) -> Gpu:
    return Gpu(name="x", total_mb=total_mb, free_mb=total_mb)


@pytest.mark.parametrize(
    ("cards", "count"),
    [((), 0), ((card(24_000),), 6), ((card(3000),), 1), ((card(24_000), card(8000)), 8)],
)
def test_as_many_jobs_as_memory_takes(cards: tuple[Gpu, ...], count: int) -> None:
    assert slots(cards, job_mb=4000) == count


def test_a_worker_takes_one_job_at_a_time_unless_it_serves_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "gpus", lambda: (card(24_000),))
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert command.fitting("short.cpu,segments", WorkerSettings()) == 1
    assert command.fitting("short.gpu", WorkerSettings()) == 4
    assert command.fitting("short.gpu", WorkerSettings(gpu_job_mb=12_000)) == 2


def test_no_more_are_admitted_than_there_are_slots(tmp_path: Path) -> None:
    inside, most, lock = [0], [0], threading.Lock()

    def work() -> None:
        with gpu_slot(tmp_path, 2, clock=SystemClock()):
            with lock:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
            threading.Event().wait(0.05)
            with lock:
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most[0] == 2


def test_waiting_for_a_slot_can_be_cancelled(tmp_path: Path) -> None:
    with (
        gpu_slot(tmp_path, 1, clock=FakeClock()),
        pytest.raises(ClipwrightError) as caught,
        gpu_slot(tmp_path, 1, clock=FakeClock(), cancelled=lambda: True),
    ):
        pass
    assert caught.value.code == "cancelled"


@pytest.mark.gpu
def test_this_machines_cards_are_seen_and_an_encoder_proves_itself() -> None:
    cards = gpus()
    if not cards:
        pytest.skip("no NVIDIA GPU on this machine")
    assert all(0 < each.free_mb <= each.total_mb for each in cards)
    assert choose_encoder().name in {"h264_nvenc", "libx264"}
