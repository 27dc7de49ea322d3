"""Kinds of type used for lettering in pictures."""

from __future__ import annotations

from enum import Enum


class LetteringFace(Enum):
    """Kinds of type; each member lists faces in order of preference, Latin first."""

    SERIF = ("playfair-display-600", "amiri-700", "noto-serif-devanagari-600", "noto-serif-{cjk}-600")
    POSTER = ("anton-400", "montserrat-900", "cairo-900", "baloo-2-800", "noto-sans-{cjk}-900")
    PLAIN = ("montserrat-800", "cairo-600", "noto-sans-devanagari-600", "noto-sans-{cjk}-600")
    MACHINE = (
        "orbitron-900",
        "russo-one-400",
        "cairo-900",
        "noto-sans-devanagari-900",
        "noto-sans-{cjk}-900",
    )
