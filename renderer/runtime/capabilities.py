"""CapabilitySet: engines by the port they serve, each opened when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Factories: TypeAlias = Mapping[type[Any], Callable[[], Any]]
"""Port → factory of its engine; a factory raises what the engine's set-up raises."""


class CapabilitySet:
    """The engines of one run, each made on first use; not thread-safe."""

    def __init__(self, factories: Factories) -> None:
        self._factories = dict(factories)
        self._opened: dict[type, Any] = {}

    def engine(self, port: type[T]) -> T:
        """The engine that serves `port`.

        Raises:
            LookupError: the composition root has none (a programming error).
            ClipwrightError: what the engine's set-up raises.
        """
        if port not in self._opened:
            if port not in self._factories:
                message = f"nothing serves {port.__name__} in this run"
                raise LookupError(message)
            self._opened[port] = self._factories[port]()
        made: T = self._opened[port]
        return made

    def serving(self, port: type[T], engine: T) -> CapabilitySet:
        """A set of the same engines, none opened yet, with `engine` for `port`."""
        return CapabilitySet({**self._factories, port: lambda: engine})

    def release(self, *ports: type) -> None:
        """Drop the engines of these ports with all that they hold; the next use opens new ones."""
        for port in ports:
            self._opened.pop(port, None)

    @property
    def opened(self) -> frozenset[type]:
        """The ports whose engines are open."""
        return frozenset(self._opened)
