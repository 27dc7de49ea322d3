"""Documents that only the long-form pipeline knows."""

from __future__ import annotations

from msgspec import Struct

from renderer.core.film import FilmTimeline
from renderer.core.words import VoiceTake
from renderer.manuscript.film_fit import FilmFit


class Recording(Struct, frozen=True, kw_only=True):
    """Every sentence of the film spoken once, in a row without pauses; line ids are sentence ids."""

    take: VoiceTake


class SpokenFit(Struct, frozen=True, kw_only=True):
    """The script fitted once the true length of its sentences was heard: as planned, or chosen anew."""

    fit: FilmFit


class FullRecording(Struct, frozen=True, kw_only=True):
    """Like `Recording`, with every sentence of the `SpokenFit`."""

    take: VoiceTake


class Film(Struct, frozen=True, kw_only=True):
    """The script as it is told, and when: `fit` after the true length of every sentence was known."""

    fit: FilmFit
    timeline: FilmTimeline
