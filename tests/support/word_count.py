"""A fourth workflow in one file, which counts a word in a text: order, pipeline, result, registry row."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from renderer.backends.publishing.base import PublishedFile, Publisher
from renderer.contract.orders.base import OrderDocument
from renderer.contract.results import AnalysisResult, ResultFile
from renderer.runtime.artifacts import file_digest
from renderer.runtime.capabilities import CapabilitySet
from renderer.runtime.inputs import Inputs
from renderer.runtime.pipeline import Documents, Pipeline, PipelineEntry
from renderer.runtime.stage import Stage, StageContext


class WordCountOrder(OrderDocument):
    """Which word to count in the input object `text`; folded when case does not matter."""

    workflow: Literal["word_count"] = "word_count"
    word: str
    fold: bool = False

    @property
    def expected_seconds(self) -> float:
        return 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WordCount:
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredCount:
    place: str
    size: int
    sha256: str


def params(order: WordCountOrder, capabilities: CapabilitySet) -> object:
    return {"order": order.model_dump(), "text": capabilities.engine(Inputs).digest("text")}


def count(context: StageContext[WordCountOrder]) -> WordCount:
    order = context.order
    text = context.engine(Inputs).fetch("text", context.store).read_text("utf-8")
    words = Counter((text.casefold() if order.fold else text).split())
    context.advance(1.0, "counted")
    return WordCount(count=words[order.word])


def store(context: StageContext[WordCountOrder]) -> StoredCount:
    path = context.scratch / "count.json"
    path.write_text(json.dumps({"count": context.read(WordCount).count}))
    file = PublishedFile(name="count.json", suffix=".json", path=path, media_type="application/json")
    (place,) = context.engine(Publisher).publish((file,))
    return StoredCount(place=place, size=path.stat().st_size, sha256=file_digest(path))


def analysis(documents: Documents) -> AnalysisResult:
    stored: StoredCount = documents[StoredCount]
    file = ResultFile(key=stored.place, size=stored.size, sha256=stored.sha256, media_type="application/json")
    return AnalysisResult(file=file, duration_seconds=1.0)


WORD_COUNT: Pipeline[WordCountOrder] = Pipeline(
    stages=(
        Stage(name="count", version=1, weight=3, makes=WordCount, params=params, run=count),
        Stage(
            name="store", version=1, weight=1, needs=(WordCount,), makes=StoredCount, run=store, cached=False
        ),
    ),
    result=analysis,
)
ENTRY = PipelineEntry(order=WordCountOrder, load=lambda: WORD_COUNT)
