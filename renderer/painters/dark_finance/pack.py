"""The painters of the dark finance pack; their weights are in assets/style_packs."""

from __future__ import annotations

from typing import Final

from renderer.painters.base import Need, Painter
from renderer.painters.dark_finance import (
    bar_race,
    candles,
    gauge,
    glass_scale,
    glow_line,
    gold_coin,
    heat_map,
    led_skyline,
    money_counter,
    network,
    night_map,
    split_screen,
    ticker_board,
)

PAINTERS: Final = (
    Painter(name="candles", paint=candles.paint, moving=True),
    Painter(name="glow_line", paint=glow_line.paint, moving=True),
    Painter(name="gold_coin", paint=gold_coin.paint, moving=True),
    Painter(name="network", paint=network.paint, moving=True),
    Painter(name="ticker_board", paint=ticker_board.paint, moving=True),
    Painter(name="heat_map", paint=heat_map.paint, moving=True),
    Painter(name="gauge", paint=gauge.paint, moving=True),
    Painter(name="led_skyline", paint=led_skyline.paint, moving=True),
    Painter(name="bar_race", paint=bar_race.paint, needs=frozenset({Need.COMPARISON}), moving=True),
    Painter(name="money_counter", paint=money_counter.paint, needs=frozenset({Need.MONEY}), moving=True),
    Painter(name="night_map", paint=night_map.paint, needs=frozenset({Need.PLACE}), moving=True),
    Painter(
        name="glass_scale", paint=glass_scale.paint, needs=frozenset({Need.SIZES}), moving=True, subjects=4
    ),
    Painter(name="split_screen", paint=split_screen.paint, needs=frozenset({Need.CHANGE}), moving=True),
)
