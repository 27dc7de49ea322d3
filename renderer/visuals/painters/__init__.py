"""Scene painters: one module a painter, one row here each. To add one, see base.py."""

from __future__ import annotations

from typing import Final

from renderer.contract.vocabulary import StylePack
from renderer.visuals.painters import (
    almanac,
    archival_collage,
    bar_race,
    blueprint,
    candles,
    chalkboard,
    clockwork,
    columns,
    constellation,
    dust_light,
    evidence_board,
    gauge,
    glow_line,
    gold_coin,
    halftone_poster,
    headline,
    heat_map,
    ink_bars,
    ink_in_water,
    lantern_slide,
    led_skyline,
    magnifier,
    medallion,
    money_counter,
    neon_city,
    network,
    number_card,
    orbit,
    paper_cards,
    paper_landscape,
    parchment_map,
    radar,
    shattered_glass,
    smoke,
    soft_blobs,
    spotlight,
    steps,
    storm_sky,
    strata,
    tally,
    ticker_board,
    timeline,
    topographic,
)
from renderer.visuals.painters.base import Need, Painter

_DOCUMENTARY: Final = StylePack.DOCUMENTARY
_DRAMATIC: Final = StylePack.DRAMATIC_EXPLAINER
_FINANCE: Final = StylePack.DARK_FINANCE
_CLEAN: Final = StylePack.CLEAN_EDUCATIONAL

_NUMBER: Final = frozenset({Need.NUMBER})
_MONEY: Final = frozenset({Need.MONEY})
_YEARS: Final = frozenset({Need.YEARS})
_COMPARISON: Final = frozenset({Need.COMPARISON})
_ARTWORK: Final = frozenset({Need.ARTWORK})

_ROWS: Final = (
    Painter(
        name="parchment_map",
        packs=(_DOCUMENTARY,),
        paint=parchment_map.paint,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(name="archival_collage", packs=(_DOCUMENTARY,), paint=archival_collage.paint, hosts_artwork=True),
    Painter(
        name="topographic", packs=(_DOCUMENTARY,), paint=topographic.paint, moving=True, hosts_artwork=True
    ),
    Painter(
        name="ink_in_water", packs=(_DOCUMENTARY,), paint=ink_in_water.paint, moving=True, hosts_artwork=True
    ),
    Painter(
        name="paper_landscape",
        packs=(_DOCUMENTARY,),
        paint=paper_landscape.paint,
        deep=True,
        hosts_artwork=True,
    ),
    Painter(
        name="constellation",
        packs=(_DOCUMENTARY,),
        paint=constellation.paint,
        needs=_ARTWORK,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(
        name="dust_light",
        packs=(_DOCUMENTARY,),
        paint=dust_light.paint,
        needs=_ARTWORK,
        deep=True,
        hosts_artwork=True,
    ),
    Painter(
        name="medallion", packs=(_DOCUMENTARY,), paint=medallion.paint, needs=_ARTWORK, hosts_artwork=True
    ),
    Painter(name="lantern_slide", packs=(_DOCUMENTARY,), paint=lantern_slide.paint, hosts_artwork=True),
    Painter(
        name="timeline",
        packs=(_DOCUMENTARY,),
        paint=timeline.paint,
        needs=_YEARS,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(
        name="almanac",
        packs=(_DOCUMENTARY,),
        paint=almanac.paint,
        needs=_NUMBER,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(
        name="ink_bars",
        packs=(_DOCUMENTARY,),
        paint=ink_bars.paint,
        needs=_COMPARISON,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(name="storm_sky", packs=(_DRAMATIC,), paint=storm_sky.paint, moving=True, hosts_artwork=True),
    Painter(
        name="spotlight",
        packs=(_DRAMATIC,),
        paint=spotlight.paint,
        needs=_ARTWORK,
        deep=True,
        hosts_artwork=True,
    ),
    Painter(name="clockwork", packs=(_DRAMATIC,), paint=clockwork.paint, moving=True, hosts_artwork=True),
    Painter(
        name="evidence_board",
        packs=(_DRAMATIC,),
        paint=evidence_board.paint,
        moving=True,
        hosts_artwork=True,
        subjects=3,
    ),
    Painter(name="neon_city", packs=(_DRAMATIC,), paint=neon_city.paint, deep=True, hosts_artwork=True),
    Painter(
        name="shattered_glass",
        packs=(_DRAMATIC,),
        paint=shattered_glass.paint,
        needs=_ARTWORK,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(name="smoke", packs=(_DRAMATIC,), paint=smoke.paint, moving=True, hosts_artwork=True),
    Painter(name="radar", packs=(_DRAMATIC,), paint=radar.paint, moving=True, hosts_artwork=True),
    Painter(name="headline", packs=(_DRAMATIC,), paint=headline.paint, hosts_artwork=True),
    Painter(
        name="tally",
        packs=(_DRAMATIC, _FINANCE),
        paint=tally.paint,
        needs=_NUMBER,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(name="candles", packs=(_FINANCE,), paint=candles.paint, moving=True, hosts_artwork=True),
    Painter(name="glow_line", packs=(_FINANCE,), paint=glow_line.paint, moving=True, hosts_artwork=True),
    Painter(name="gold_coin", packs=(_FINANCE,), paint=gold_coin.paint, moving=True, hosts_artwork=True),
    Painter(name="network", packs=(_FINANCE,), paint=network.paint, moving=True, hosts_artwork=True),
    Painter(
        name="ticker_board", packs=(_FINANCE,), paint=ticker_board.paint, moving=True, hosts_artwork=True
    ),
    Painter(name="heat_map", packs=(_FINANCE,), paint=heat_map.paint, moving=True, hosts_artwork=True),
    Painter(name="gauge", packs=(_FINANCE,), paint=gauge.paint, moving=True, hosts_artwork=True),
    Painter(name="led_skyline", packs=(_FINANCE,), paint=led_skyline.paint, moving=True, hosts_artwork=True),
    Painter(
        name="bar_race",
        packs=(_FINANCE, _DRAMATIC),
        paint=bar_race.paint,
        needs=_COMPARISON,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(
        name="money_counter",
        packs=(_FINANCE,),
        paint=money_counter.paint,
        needs=_MONEY,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(name="blueprint", packs=(_CLEAN,), paint=blueprint.paint, moving=True, hosts_artwork=True),
    Painter(name="chalkboard", packs=(_CLEAN,), paint=chalkboard.paint, moving=True, hosts_artwork=True),
    Painter(name="halftone_poster", packs=(_CLEAN,), paint=halftone_poster.paint, hosts_artwork=True),
    Painter(name="orbit", packs=(_CLEAN,), paint=orbit.paint, moving=True, hosts_artwork=True, subjects=3),
    Painter(name="paper_cards", packs=(_CLEAN,), paint=paper_cards.paint, hosts_artwork=True, subjects=3),
    Painter(name="steps", packs=(_CLEAN,), paint=steps.paint, hosts_artwork=True),
    Painter(
        name="magnifier", packs=(_CLEAN,), paint=magnifier.paint, moving=True, hosts_artwork=True, subjects=3
    ),
    Painter(name="soft_blobs", packs=(_CLEAN,), paint=soft_blobs.paint, hosts_artwork=True),
    Painter(name="strata", packs=(_CLEAN,), paint=strata.paint, deep=True, hosts_artwork=True, subjects=3),
    Painter(
        name="columns",
        packs=(_CLEAN,),
        paint=columns.paint,
        needs=_COMPARISON,
        moving=True,
        hosts_artwork=True,
    ),
    Painter(
        name="number_card",
        packs=(_CLEAN,),
        paint=number_card.paint,
        needs=_NUMBER,
        moving=True,
        hosts_artwork=True,
    ),
)

PAINTERS: Final = {row.name: row for row in _ROWS}
"""Every painter by name."""
