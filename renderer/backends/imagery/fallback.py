"""Finds pictures for a whole video in several sources: relevant, varied, never repeated or silently missing.

Pictures that earlier videos showed rank below new ones that fit as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from renderer.backends.imagery.base import (
    Candidate,
    FoundPicture,
    PictureRequest,
    PictureSelection,
    PictureShape,
    PictureSource,
)
from renderer.backends.imagery.ledger import NoLedger, PictureLedger
from renderer.backends.imagery.picture_bytes import picture_kind
from renderer.backends.imagery.relevance import relevance
from renderer.backends.providers.fallback import FINAL
from renderer.contract.vocabulary import Language
from renderer.errors import ClipwrightError
from renderer.net.response_cache import request_key

SMALLEST_SHARE: Final = 0.6
"""Least size of a picture as a share of the frame's shorter side; a smaller one looks blurred."""
MOST_FETCHES: Final = 3
"""Candidates tried for one phrase before the next phrase."""
SAME_AUTHOR_COST: Final = 0.15
SAME_SOURCE_RUN: Final = 3
RUN_COST: Final = 0.1
WORN_COST: Final = 0.5
"""Penalty for a picture that an earlier video showed: worth half of the words it was found by."""
WRONG_WAY_COST: Final = 0.3
"""Penalty for a picture of the other orientation than the frame, since most of it is cut away."""

_ABOUT_ONE: Final = frozenset({"provider_refused", "provider_reply", "address_refused", "media_unreadable"})
"""Failures that concern one picture only; after any other the source is not used again."""


@dataclass(slots=True, kw_only=True)
class _Job:
    """The state of one gathering."""

    folder: Path
    language: Language
    shape: PictureShape
    taken: set[str] = field(default_factory=set)
    credits: list[Candidate] = field(default_factory=list)
    worn: frozenset[str]
    resting: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class PictureFallback(Struct, frozen=True, kw_only=True):
    """Asks `sources` in order for each scene; with `fallback`, scenes that no source serves are painted."""

    sources: tuple[PictureSource, ...]
    fallback: bool = True
    ledger: PictureLedger = msgspec.field(default_factory=NoLedger)

    @property
    def name(self) -> str:
        """The names of all sources."""
        return ", ".join(source.name for source in self.sources)

    @property
    def fingerprint(self) -> str:
        """The fingerprints of all sources, and whether scenes may be painted instead."""
        return f"{' then '.join(source.fingerprint for source in self.sources)} (fallback {self.fallback})"

    def find(
        self, requests: Sequence[PictureRequest], *, language: Language, shape: PictureShape, folder: Path
    ) -> PictureSelection:
        """At most one picture per request; a note for each scene without one and each source that failed.

        Raises:
            ClipwrightError: without `fallback`, a source's failure, or `pictures_missing`.
        """
        folder.mkdir(parents=True, exist_ok=True)
        gathering = request_key("pictures", requests=requests, language=language, shape=shape)
        job = _Job(folder=folder, language=language, shape=shape, worn=self.ledger.shown(before=gathering))
        found = []
        for request in requests:
            picture = next(self._pictures(request, job), None)
            if picture:
                found.append(picture)
            elif request.phrases:
                self._missing(request, job)
        self.ledger.note(gathering, [picture.identity for picture in found])
        return PictureSelection(pictures=tuple(found), notes=tuple(job.notes))

    def _missing(self, request: PictureRequest, job: _Job) -> None:
        if not self.fallback:
            raise ClipwrightError(
                "pictures_missing", scene=request.scene, phrase=request.phrases[0], sources=self.name
            )
        job.notes.append(
            f"pictures: nobody had '{request.phrases[0]}' for scene {request.scene}; it is painted"
        )

    def _pictures(self, request: PictureRequest, job: _Job) -> Iterator[FoundPicture]:
        for source in self.sources:
            if source.name in job.resting:
                continue
            try:
                yield from self._from_source(source, request, job)
            except ClipwrightError as error:
                if not self.fallback or error.code in FINAL | {"provider_unconfigured"}:
                    raise
                job.resting[source.name] = error.code
                job.notes.append(
                    f"pictures: {source.name} is left out from scene {request.scene} on: {error.sentence}"
                )

    def _from_source(
        self, source: PictureSource, request: PictureRequest, job: _Job
    ) -> Iterator[FoundPicture]:
        for phrase in request.phrases:
            candidates = source.search(phrase, language=job.language, shape=job.shape)
            for candidate in _ranked(candidates, phrase, job)[:MOST_FETCHES]:
                job.taken.add(candidate.identity)
                try:
                    body = source.fetch(candidate)
                    kind = picture_kind(body)
                except ValueError as error:
                    job.notes.append(f"pictures: {candidate.identity} cannot be used: {error}")
                    continue
                except ClipwrightError as error:
                    if error.code not in _ABOUT_ONE:
                        raise
                    job.notes.append(f"pictures: {candidate.identity} cannot be had: {error.sentence}")
                    continue
                job.credits.append(candidate)
                yield FoundPicture(
                    scene=request.scene,
                    phrase=phrase,
                    text=request.text,
                    path=_kept(body, kind, job.folder),
                    identity=candidate.identity,
                    credit=candidate.credit,
                )


def _kept(body: bytes, kind: str, folder: Path) -> Path:
    path = folder / f"{hashlib.sha256(body).hexdigest()[:32]}.{kind}"
    path.write_bytes(body)
    return path


def _ranked(candidates: Sequence[Candidate], phrase: str, job: _Job) -> list[Candidate]:
    """Usable candidates, best first: by relevance, variety of authors, and the source's own order."""
    usable = [one for one in candidates if one.identity not in job.taken and _large_enough(one, job.shape)]
    scored = [(-_score(one, phrase, job) + 0.02 * place, place, one) for place, one in enumerate(usable)]
    return [one for _, _, one in sorted(scored, key=lambda row: row[:2])]


def _score(candidate: Candidate, phrase: str, job: _Job) -> float:
    score = relevance(phrase, candidate.title)
    recent = job.credits[-SAME_SOURCE_RUN:]
    if candidate.credit.author and any(one.credit.author == candidate.credit.author for one in recent):
        score -= SAME_AUTHOR_COST
    if len(recent) == SAME_SOURCE_RUN and all(
        one.credit.provider == candidate.credit.provider for one in recent
    ):
        score -= RUN_COST
    if candidate.identity in job.worn:
        score -= WORN_COST
    if candidate.width and (candidate.height > candidate.width) != job.shape.upright:
        score -= WRONG_WAY_COST
    return score


def _large_enough(candidate: Candidate, shape: PictureShape) -> bool:
    if not candidate.width:
        return True
    return min(candidate.width, candidate.height) >= SMALLEST_SHARE * min(shape.width, shape.height)
