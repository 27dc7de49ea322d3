"""Writes the JSON schemas of messages between processes to docs/schemas; a test keeps them current."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from renderer.contract.event import EventReply, JobEvent
from renderer.contract.job import JobMessage
from renderer.contract.segment import SegmentMessage

FOLDER: Final = Path(__file__).parents[1] / "docs" / "schemas"
PUBLISHED: Final[dict[str, TypeAdapter[Any]]] = {
    "job-message.v2.json": TypeAdapter(JobMessage),
    "job-event.v2.json": TypeAdapter(JobEvent),
    "event-reply.v1.json": TypeAdapter(EventReply),
    "segment-message.v1.json": TypeAdapter(SegmentMessage),
}


def text(adapter: TypeAdapter[Any]) -> str:
    """The content of a schema file."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **adapter.json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write all schemas."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, adapter in PUBLISHED.items():
        (FOLDER / name).write_text(text(adapter), "utf-8")
        print(name)


if __name__ == "__main__":
    main()
