"""The part of `docker compose config` that this repository needs: variables and validation of the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import yaml

ROOT = Path(__file__).parents[2]
WORDS = {"type": "array", "items": {"type": "string"}, "minItems": 1}
TEXT = {"type": "string", "minLength": 1}
DURATION = {"type": "string", "pattern": r"^\d+(s|m|h)$"}
BYTES = {"type": "string", "pattern": r"^\d+[kmg]$"}
ENVIRONMENT = {
    "type": "object",
    "propertyNames": {"pattern": "^[A-Z][A-Z0-9_]*$"},
    # unquoted booleans and numbers of YAML are refused by the engine, or change their meaning
    "additionalProperties": {"type": "string"},
}
HEALTH = {
    "type": "object",
    "required": ["test", "interval", "timeout"],
    "additionalProperties": False,
    "properties": {
        "test": {**WORDS, "prefixItems": [{"enum": ["CMD", "CMD-SHELL"]}]},
        "interval": DURATION,
        "timeout": DURATION,
        "start_period": DURATION,
        "retries": {"type": "integer"},
    },
}
BUILD = {
    "oneOf": [
        TEXT,
        {
            "type": "object",
            "required": ["context"],
            "additionalProperties": False,
            "properties": {"context": TEXT, "dockerfile": TEXT},
        },
    ]
}
SERVICE = {
    "type": "object",
    "required": ["image", "restart", "healthcheck", "mem_limit", "security_opt", "logging"],
    "additionalProperties": False,
    "properties": {
        "build": BUILD,
        "cap_drop": WORDS,
        "command": WORDS,
        "depends_on": {"type": "object"},
        "deploy": {"type": "object"},
        "environment": ENVIRONMENT,
        "healthcheck": HEALTH,
        "hostname": TEXT,
        "image": TEXT,
        "init": {"type": "boolean"},
        "logging": {"type": "object", "required": ["driver", "options"]},
        "mem_limit": BYTES,
        "pids_limit": {"type": "integer"},
        "ports": {"type": "array", "items": {"pattern": r"^127\.0\.0\.1:\d+:\d+$"}},
        "profiles": WORDS,
        "read_only": {"type": "boolean"},
        "restart": {"enum": ["unless-stopped"]},
        "secrets": WORDS,
        "security_opt": {**WORDS, "contains": {"const": "no-new-privileges:true"}},
        "shm_size": BYTES,
        "stop_grace_period": DURATION,
        "tmpfs": WORDS,
        "volumes": WORDS,
    },
}
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["services", "volumes"],
    "additionalProperties": False,
    "patternProperties": {"^x-": {}},
    "properties": {
        "services": {"type": "object", "additionalProperties": SERVICE},
        "volumes": {"type": "object", "additionalProperties": {"type": "object"}},
        "secrets": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["environment"],
                "additionalProperties": False,
                "properties": {"environment": TEXT},
            },
        },
    },
}
_VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?:(?P<kind>:[-?])(?P<rest>[^${}]*))?\}")


def variables(text: str) -> dict[str, str]:
    """The variables of a `.env` file."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def interpolated(text: str, given: Mapping[str, str]) -> str:
    """Every `${NAME}`, `${NAME:-else}` and `${NAME:?why}` replaced, the inner ones first.

    Raises:
        KeyError: A variable is not given, is empty but required, or has another form.
    """
    while found := _VARIABLE.search(text):
        name, kind, rest = found["name"], found["kind"], found["rest"] or ""
        value = given.get(name, "")
        if (kind == ":?" and not value) or (kind is None and name not in given):
            raise KeyError(name)
        # only this occurrence is replaced, so that values are not interpolated themselves
        text = text[: found.start()] + (value or (rest if kind == ":-" else "")) + text[found.end() :]
    if "$" in text:
        raise KeyError(text[text.index("$") :][:40])
    return text


def composed(given: Mapping[str, str]) -> dict[str, Any]:
    """The composition as the engine would receive it.

    Raises:
        KeyError: As for `interpolated`.
        jsonschema.ValidationError: The engine or the project's rules do not accept a key or value.
    """
    text = (ROOT / "compose.yaml").read_text("utf-8")
    plain = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    made: dict[str, Any] = yaml.safe_load(interpolated(plain, given))
    jsonschema.validate(made, SCHEMA)
    return made
