"""Documents that only the long-form pipeline knows."""

from __future__ import annotations

from dataclasses import dataclass

from renderer.core.film import FilmTimeline
from renderer.core.words import VoiceTake
from renderer.manuscript.film_fit import FilmFit


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """Every sentence of the film spoken once, one after the other without pauses; line ids are sentences'."""

    take: VoiceTake


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenFit:
    """The script fitted once the true length of its sentences was heard: as planned, or chosen anew."""

    fit: FilmFit


@dataclass(frozen=True, slots=True, kw_only=True)
class FullRecording:
    """As `Recording`, of every sentence of the `SpokenFit`."""

    take: VoiceTake


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """The script as it is told, and when: `fit` after the true length of every sentence was known."""

    fit: FilmFit
    timeline: FilmTimeline
