"""Examples of the Long-form documents; the script is our own, and long enough to be accepted."""

from __future__ import annotations

from typing import Any, Final

from api.openapi.origin import EXAMPLE_ID, ORIGIN

_SELF: Final = f"{ORIGIN}/api/v1/long-form/videos/{EXAMPLE_ID}"
_VIDEO: Final = f"{ORIGIN}/api/v1/videos/{EXAMPLE_ID}"
_SCRIPT: Final = """# How the lighthouse learned to see

## Fires on the hill

For most of history a light on the coast was a fire. Somebody carried wood or coal up a hill, lit it at \
dusk and fed it until morning. A fire eats a great deal of fuel, smokes in the rain, and hides behind \
its own smoke when the wind turns. Sailors trusted it as far as they could see it, which on a bad night \
was not far.

The most famous of these fires burned at Alexandria. The tower of Pharos was built in the third century \
before our era, and writers of antiquity counted it among the wonders of the world. It was more than a \
hundred metres high. Earthquakes brought it down in the Middle Ages, stone by stone, until only its name \
was left: in several languages a lighthouse is still called a *pharos*.

## Lamps and mirrors

In the eighteenth century keepers began to put oil lamps behind glass. A lamp is steady, and a curved \
mirror behind it throws its light out to sea instead of over the land. But a mirror of polished metal \
swallows a large part of what falls on it, and a lamp of oil is weak. Ships still ran aground within \
sight of a tower.

Most of the light simply went where nobody was looking: up to the clouds and down to the rocks.

## A lens made of rings

The answer came from France. Augustin Fresnel, an engineer of roads and bridges, had already helped to \
show that light is a wave. In 1819 he joined the French commission for lighthouses. A lens gathers light \
better than a mirror does, yet a lens large enough for a tower would have been as thick as a wall, too \
heavy to turn and too cloudy to use.

Fresnel saw that a lens bends light only at its surface. The glass in between is mere weight. So he cut \
the thick lens into rings, kept the slope of each ring, and took away everything behind it. What \
remained looked like a great beehive of glass, and it sent nearly all the light of one lamp out to the \
horizon.

The first large lens of this kind was lit in 1823 in the tower of Cordouan, at the mouth of the Gironde. \
Within a few decades lenses like it stood on coasts all around the world.

## Every light has a name

A bright light is not enough. A sailor who sees one must know which one it is. With a lens that turns, \
each tower could be given a rhythm of its own: one flash every ten seconds, two flashes and a pause, a \
long dark and a short light. The rhythm was printed in a list, and the list lay beside the chart. The \
sea had become a page that could be read at night.

## The keeper goes home

For a hundred years people lived with the lamp. They trimmed the wick, wound the clockwork that turned \
the lens, and wrote the weather into a book. Then came electric light, and switches that light a lamp at \
dusk by themselves. Tower after tower was left to a machine, and in the end to a small lamp that a \
battery could feed.

The lens stayed. Cut into rings, pressed into plastic, it sits today in car lights, in projectors and in \
flat magnifiers no thicker than a card. A thing made so that sailors might come home now lights the road \
in front of us.
"""
_CREATE: Final[dict[str, Any]] = {
    "script": _SCRIPT,
    "rights_attested": True,
    "target_minutes": 11,
    "video_mode": "cleanEducational",
    "voice": "deep-documentary",
    "captions": {"style": "minimal", "position": "bottom"},
}
_LONG_FORM_VIDEO: Final[dict[str, Any]] = {
    "id": EXAMPLE_ID,
    "object": "long_form_video",
    "workflow": "long_form",
    "status": "completed",
    "phase": "completed",
    "source": "api",
    "created_at": "2026-03-10T12:00:00.123456Z",
    "updated_at": "2026-03-10T12:14:31.5Z",
    "expires_at": "2026-03-17T12:14:31.5Z",
    "title": "The harbour that moved",
    "settings": {
        "target_minutes": 13.0,
        "video_mode": "cleanEducational",
        "style_pack": "documentary",
        "voice": "deep-documentary",
        "language": "en",
        "captions": {"burn_in": False, "style": "minimal", "position": "bottom"},
        "chapters": "cards",
    },
    "progress": {"percent": 100, "stage": "completed", "detail": "The video is ready."},
    "script": {
        "characters": 14210,
        "adaptation": "condensed",
        "spoken_characters": 11873,
        "estimated_seconds": 781.0,
    },
    "allowance": {"unit": "videos", "limit": 8, "used": 2, "reserved": 0, "remaining": 6},
    "output": {
        "duration_seconds": 779.4,
        "width": 1920,
        "height": 1080,
        "chapters": [
            {"title": "A town on the water", "start_seconds": 0.0},
            {"title": "The river turns", "start_seconds": 214.5},
            {"title": "What the sand kept", "start_seconds": 498.0},
        ],
        "description": "The harbour that moved\n\n0:00 A town on the water\n3:34 The river turns\n"
        "8:18 What the sand kept\n",
    },
    "links": {
        "self": _SELF,
        "video": _VIDEO,
        "download": f"{_VIDEO}/download",
        "cancel": f"{_SELF}/cancel",
        "captions_srt": f"{_SELF}/media/captions.srt",
        "captions_vtt": f"{_SELF}/media/captions.vtt",
        "thumbnail": f"{_SELF}/media/thumbnail.jpg",
    },
}
LONG_FORM_EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "CreateLongFormVideo": _CREATE,
    "LongFormVideo": _LONG_FORM_VIDEO,
}
