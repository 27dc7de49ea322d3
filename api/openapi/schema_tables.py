"""Renders JSON schemas as HTML tables of fields."""

from __future__ import annotations

from html import escape
from typing import Any, Final

Part = dict[str, Any]
_BOUNDS: Final = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "<code>{}</code>",
    "default": "default <code>{}</code>",
}


def schema_html(name: str, schema: Part) -> str:
    """A heading and the content of the schema: values of an enumeration, or fields of an object."""
    about = f"<p>{escape(schema['description'])}</p>" if "description" in schema else ""
    if "enum" in schema:
        return f"<h3 id='{name}'>{name}</h3>{about}<p>{_values(schema['enum'])}</p>"
    required = set(schema.get("required", ()))
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code><td>{type_html(part)}<td>"
        f"{'required' if field in required else 'optional'}<td>{_notes(part)}"
        for field, part in schema.get("properties", {}).items()
    )
    return f"<h3 id='{name}'>{name}</h3>{about}<table>{rows}</table>"


def schema_links(part: Part) -> str:
    """Links to the schemas of a body."""
    schemas = [media["schema"] for media in part.get("content", {}).values()]
    return " ".join(type_html(schema) for schema in schemas if "$ref" in schema)


def type_html(schema: Part) -> str:
    """The type as a word or a link."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"<a href='#{name}'>{name}</a>"
    if "anyOf" in schema:
        return " or ".join(type_html(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {type_html(schema['items'])}"
    return escape(" ".join(filter(None, (schema.get("type", "value"), schema.get("format", "")))))


def _notes(schema: Part) -> str:
    notes = [escape(schema["description"])] if "description" in schema else []
    if "const" in schema:
        notes.append(f"always <code>{escape(str(schema['const']))}</code>")
    if "enum" in schema:
        notes.append(_values(schema["enum"]))
    for key, sentence in _BOUNDS.items():
        if key in schema and not isinstance(schema[key], dict):
            value = schema[key]
            notes.append(sentence.format(f"{value:g}" if isinstance(value, float) else escape(str(value))))
    return "; ".join(notes)


def _values(values: list[object]) -> str:
    return " ".join(f"<code>{escape(str(value))}</code>" for value in values)
