"""Write the Grafana dashboard; a test checks its metrics against those in the code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

TARGET: Final = Path(__file__).parents[1] / "docs" / "grafana" / "clipwright.json"
_W: Final = "clipwright_worker_"
_HIT_SHARE: Final = (
    f"sum(rate({_W}stage_cache_hits_total[15m]))"
    f" / (sum(rate({_W}stage_cache_hits_total[15m])) + sum(rate({_W}stage_runs_total[15m])))"
)
PANELS: Final[tuple[tuple[str, str, str, tuple[tuple[str, str], ...]], ...]] = (
    ("Jobs open", "short", "timeseries", (("max by (status) (clipwright_open_jobs)", "{{status}}"),)),
    (
        "Age of the oldest open job",
        "s",
        "timeseries",
        (("max by (status) (clipwright_open_jobs_age_seconds)", "{{status}}"),),
    ),
    (
        "Messages that no worker has claimed",
        "short",
        "timeseries",
        (("max(clipwright_outbox_messages)", "outbox"),),
    ),
    ("Jobs under way", "short", "timeseries", ((f"sum by (instance) ({_W}jobs_running)", "{{instance}}"),)),
    (
        "Attempts ended per minute",
        "short",
        "timeseries",
        ((f"60 * sum by (kind) (rate({_W}jobs_ended_total[5m]))", "{{kind}}"),),
    ),
    (
        "Retries and lost leases per hour",
        "short",
        "timeseries",
        (
            (f"3600 * sum(rate({_W}job_retries_total[30m]))", "retries"),
            (f"3600 * sum(rate({_W}lease_losses_total[30m]))", "lost, as workers know"),
            ("3600 * sum(rate(clipwright_leases_lost_total[30m]))", "lost, as the API knows"),
        ),
    ),
    (
        "Seconds of a stage (95 %)",
        "s",
        "timeseries",
        (
            (
                f"histogram_quantile(0.95, sum by (stage, le) (rate({_W}stage_seconds_bucket[15m])))",
                "{{stage}}",
            ),
        ),
    ),
    (
        "Share of stages found done",
        "percentunit",
        "timeseries",
        (
            (
                _HIT_SHARE,
                "hits",
            ),
        ),
    ),
    (
        "Encoder frames per second",
        "short",
        "timeseries",
        ((f"{_W}encoder_frames_per_second", "{{instance}}"),),
    ),
    ("Seconds of video per second", "short", "timeseries", ((f"{_W}real_time_factor", "{{instance}}"),)),
    ("Memory of the largest child", "bytes", "timeseries", ((f"{_W}memory_bytes", "{{instance}}"),)),
    (
        "Jobs ended per minute",
        "short",
        "timeseries",
        (("60 * sum by (status) (rate(clipwright_jobs_ended_total[5m]))", "{{status}}"),),
    ),
    (
        "Failed jobs per hour",
        "short",
        "timeseries",
        (("3600 * sum by (code) (rate(clipwright_jobs_failed_total[30m]))", "{{code}}"),),
    ),
    (
        "API: 99 % of requests within",
        "s",
        "timeseries",
        (
            (
                "histogram_quantile(0.99, sum by (route, le) (rate(clipwright_request_seconds_bucket[5m])))",
                "{{route}}",
            ),
        ),
    ),
)


def dashboard() -> dict[str, Any]:
    """The dashboard, with three panels per row in the order of the table."""
    return {
        "uid": "clipwright",
        "title": "Clipwright",
        "schemaVersion": 41,
        "timezone": "utc",
        "refresh": "15s",
        "time": {"from": "now-3h", "to": "now"},
        "panels": [_panel(number, *panel) for number, panel in enumerate(PANELS)],
    }


def _panel(
    number: int, title: str, unit: str, kind: str, queries: tuple[tuple[str, str], ...]
) -> dict[str, Any]:
    return {
        "id": number + 1,
        "type": kind,
        "title": title,
        "gridPos": {"x": 8 * (number % 3), "y": 8 * (number // 3), "w": 8, "h": 8},
        "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
        "targets": [
            {"refId": chr(ord("A") + place), "expr": expression, "legendFormat": legend}
            for place, (expression, legend) in enumerate(queries)
        ],
    }


def text() -> str:
    """The file's content."""
    return json.dumps(dashboard(), indent=1) + "\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text(), "utf-8")
    print(TARGET.name)
