"""Three observers of a run: live bars on a terminal, plain lines in a pipe, JSON lines for programs."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TextIO

from renderer.runtime.progress import (
    Observer,
    RunEvent,
    RunStarted,
    SegmentsBegun,
    StageAdvanced,
    StageDone,
    StageReport,
    StageStarted,
    overall_fraction,
)

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


@dataclass(slots=True)
class PlainObserver:
    """Prints one line per finished stage, and one per ten per cent of a long stage."""

    stream: TextIO
    _long: frozenset[str] = frozenset()
    _tenths: dict[str, int] = field(default_factory=dict)

    def see(self, event: RunEvent) -> None:
        """Print the event if it is worth a line."""
        match event:
            case RunStarted(stages):
                self._started(stages)
            case StageStarted(name):
                self._tenths[name] = 0
            case StageAdvanced(name, fraction, detail):
                self._advanced(name, fraction, detail)
            case StageDone(report):
                self._finished(report)
            case SegmentsBegun():
                pass

    def _started(self, stages: Sequence[tuple[str, float]]) -> None:
        """Print the number of stages, and remember the one that takes more than half of the time."""
        total = sum(weight for _, weight in stages)
        self._long = frozenset(name for name, weight in stages if 2 * weight > total)
        print(f"{len(stages)} stages", file=self.stream, flush=True)

    def _advanced(self, name: str, fraction: float, detail: str) -> None:
        """Print a line for each further tenth of a long stage."""
        tenth = int(fraction * 10)
        if name in self._long and tenth > self._tenths.get(name, 0):
            self._tenths[name] = tenth
            print(f"  {name} {tenth * 10:3d} %  {detail}", file=self.stream, flush=True)

    def _finished(self, report: StageReport) -> None:
        """Print the summary if there is one, then the name with the seconds, or that it was cached."""
        if report.summary:
            print(f"  {report.summary}", file=self.stream, flush=True)
        note = "cached" if report.cached else f"{report.seconds:.2f} s"
        print(f"{report.name:18} {note}", file=self.stream, flush=True)


@dataclass(slots=True)
class JsonObserver:
    """Writes one JSON object per line: run_started, segments_begun, stage_started, _advanced, _finished."""

    stream: TextIO
    _weights: list[float] = field(default_factory=list)
    _done: int = 0

    def emit(self, event: str, **facts: object) -> None:
        """Write one line."""
        print(json.dumps({"event": event, **facts}, ensure_ascii=False), file=self.stream, flush=True)

    def see(self, event: RunEvent) -> None:
        """Write the event: stage names in order, the running stage, its share and the run's, its result."""
        match event:
            case RunStarted(stages):
                self._weights = [weight for _, weight in stages]
                self.emit("run_started", stages=[name for name, _ in stages])
            case StageStarted(name):
                self.emit("stage_started", stage=name)
            case StageAdvanced(name, fraction, detail):
                overall = overall_fraction(self._weights, done=self._done, fraction=fraction)
                shares = {"fraction": round(fraction, 4), "overall": round(overall, 4)}
                self.emit("stage_advanced", stage=name, **shares, detail=detail)
            case StageDone(report):
                self._done += 1
                seconds = round(report.seconds, 3)
                self.emit("stage_finished", stage=report.name, seconds=seconds, cached=report.cached)
            case SegmentsBegun(segments):
                self.emit("segments_begun", segments=segments)


@dataclass(slots=True)
class TerminalObserver:
    """Shows a live bar per stage with the time remaining (rich)."""

    _bars: Progress
    _tasks: dict[str, TaskID] = field(default_factory=dict)

    def see(self, event: RunEvent) -> None:
        """Add, move or fill a bar; the summary of a finished stage is printed above the bars."""
        match event:
            case RunStarted() | SegmentsBegun():
                pass
            case StageStarted(name):
                self._tasks[name] = self._bars.add_task(name, total=1.0, detail="")
            case StageAdvanced(name, fraction, detail):
                self._bars.update(self._tasks[name], completed=fraction, detail=detail)
            case StageDone(report):
                if report.summary:
                    self._bars.console.print(report.summary, style="dim", markup=False, highlight=False)
                detail = "cached" if report.cached else ""
                self._bars.update(self._tasks[report.name], completed=1.0, detail=detail)


@contextlib.contextmanager
def live_bars() -> Iterator[TerminalObserver]:
    """Show bars on standard error while the block runs."""
    from rich import progress  # noqa: PLC0415 - slow to import, and needed on terminals only
    from rich.console import Console  # noqa: PLC0415 - same

    columns = (
        progress.SpinnerColumn(finished_text="[green]✓"),
        progress.TextColumn("{task.description:18}"),
        progress.BarColumn(bar_width=28),
        progress.TaskProgressColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("[dim]{task.fields[detail]}"),
    )
    with progress.Progress(*columns, console=Console(stderr=True)) as bars:
        yield TerminalObserver(bars)


@contextlib.contextmanager
def watching(*, as_json: bool) -> Iterator[Observer]:
    """The observer for this output: JSON, a terminal, or neither."""
    if as_json:
        yield JsonObserver(sys.stdout)
    elif sys.stderr.isatty():
        with live_bars() as observer:
            yield observer
    else:
        yield PlainObserver(sys.stderr)
