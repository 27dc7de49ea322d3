"""Capabilities are opened when first asked for, once, and only if asked for."""

from __future__ import annotations

import gc
import weakref

import pytest

from renderer.errors import ClipwrightError
from renderer.runtime.cache_key import stage_key
from renderer.runtime.capabilities import CapabilitySet


class Voice:
    """A port."""


class Painter:
    """Another."""


def test_an_engine_is_made_when_it_is_asked_for_and_only_once() -> None:
    made: list[Voice] = []

    def make() -> Voice:
        made.append(Voice())
        return made[-1]

    capabilities = CapabilitySet({Voice: make, Painter: Painter})
    assert made == []
    assert capabilities.engine(Voice) is capabilities.engine(Voice) is made[0]
    assert len(made) == 1
    assert capabilities.opened == {Voice}


def test_a_released_engine_is_let_go_and_made_anew_for_the_next_who_asks() -> None:
    capabilities = CapabilitySet({Voice: Voice, Painter: Painter})
    voice, painter = weakref.ref(capabilities.engine(Voice)), capabilities.engine(Painter)
    capabilities.release(Voice)
    gc.collect()
    assert voice() is None
    assert capabilities.opened == {Painter}
    assert capabilities.engine(Painter) is painter
    assert isinstance(capabilities.engine(Voice), Voice)


def test_a_port_that_nobody_serves_is_named() -> None:
    with pytest.raises(LookupError, match="Painter"):
        CapabilitySet({Voice: Voice}).engine(Painter)


def test_a_set_up_that_failed_is_tried_anew_by_the_next_who_asks() -> None:
    tries: list[int] = []

    def make() -> Voice:
        tries.append(1)
        if len(tries) == 1:
            raise ClipwrightError("cancelled")
        return Voice()

    capabilities = CapabilitySet({Voice: make})
    with pytest.raises(ClipwrightError):
        capabilities.engine(Voice)
    assert capabilities.opened == frozenset()
    assert isinstance(capabilities.engine(Voice), Voice)


def test_later_changes_of_the_factories_are_not_seen() -> None:
    factories = {Voice: Voice}
    capabilities = CapabilitySet(factories)
    del factories[Voice]
    assert isinstance(capabilities.engine(Voice), Voice)


def test_a_key_changes_with_each_part_of_what_it_is_made_of() -> None:
    recipe = {"name": "mix", "version": 1, "params": {"seed": 1}, "inputs": ["a", "b"]}
    changes: list[dict[str, object]] = [
        {"name": "mixed"},
        {"version": 2},
        {"params": {"seed": 2}},
        {"inputs": ["b", "a"]},
        {"inputs": ["a"]},
    ]
    keys = [stage_key(**{**recipe, **change}) for change in [{}, *changes]]  # type: ignore[arg-type]
    assert len(set(keys)) == len(keys)
    assert keys[0] == stage_key(**recipe)  # type: ignore[arg-type]
    assert all(len(key) == 64 and set(key) <= set("0123456789abcdef") for key in keys)


def test_a_key_does_not_know_in_which_order_parameters_stood() -> None:
    one = stage_key(name="mix", version=1, params={"a": 1, "b": [1, 2]}, inputs=())
    other = stage_key(name="mix", version=1, params={"b": [1, 2], "a": 1}, inputs=())
    assert one == other
