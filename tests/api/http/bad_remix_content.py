"""Settings, lines and subtitle files that no project accepts, each wrong in one place."""

from __future__ import annotations

import json
import random
from typing import Any, Final

from tests.api.remix_harness import SETTINGS

Chance = random.Random
SUBTITLES: Final = (
    b"no times at all\n",
    b"1\n00:00:01,000 -> 00:00:02,000\nx\n",
    b"1\n00:00:02,000 --> 00:00:01,000\nbackwards\n",
    b"1\n00:00:01,000 --> 00:99:02,000\nx\n",
    b"1\n00:00:00,000 --> 00:00:02,000\na\n\n2\n00:00:01,000 --> 00:00:03,000\noverlaps\n",
    b"1\n00:00:00,000 --> 00:09:59,000\nafter the end\n",
    b"1\n00:00:00,000 --> 00:00:01,000\n\xff\xfe\n",
    b"1\n00:00:00,000 --> 00:00:01,000\n",
    b"\0",
)


def spoiled_settings(chance: Chance) -> dict[str, Any]:
    """Complete settings with one key missing, unknown or of a wrong value."""
    settings: dict[str, Any] = json.loads(json.dumps(SETTINGS))
    part = chance.choice([name for name in settings if isinstance(settings[name], dict)])
    name = chance.choice(list(settings[part]))
    match chance.randrange(5):
        case 0:
            del settings[part][name]
        case 1:
            settings[part]["z" + name] = 1
        case 2:
            settings[part][name] = chance.choice([None, -1, 99, "nothing", {}, [1]])
        case 3:
            settings["aspect"] = chance.choice(["3:2", "", None, 9])
        case _:
            del settings[chance.choice(list(settings))]
    return settings


def spoiled_lines() -> list[Any]:
    """Wrong lines for the cues and the script of a video of 73.4 s."""

    def line(start: Any, end: Any, text: Any = "Hello") -> dict[str, Any]:
        return {"start_ms": start, "end_ms": end, "text": text}

    return [
        [line(0, 1000), line(999, 2000)],
        [line(1000, 1000)],
        [line(2000, 1000)],
        [line(-1, 1000)],
        [line(0, 700_000)],
        [line(0, 73_401)],
        [line(0.5, 1000)],
        [line("0", 1000)],
        [line(0, 1000, "")],
        [line(0, 1000, " ")],
        [line(0, 1000, "x" * 301)],
        [line(0, 1000, "a\0b")],
        [line(0, 1000) | {"voice": "x"}],
        [{"start_ms": 0, "end_ms": 1000}],
        [line(each * 10, each * 10 + 10) for each in range(2_001)],
        "none",
        None,
        {},
    ]
