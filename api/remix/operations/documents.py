"""Documents that the API and workers exchange through the object store: what operations read and make."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar
from uuid import UUID

from pydantic import BaseModel, ValidationError

from api.problems import ApiProblem, service_unavailable
from renderer.contract.job import InputObject
from renderer.contract.remix.timed_text import CueList, VoiceoverScript
from renderer.errors import ClipwrightError

if TYPE_CHECKING:
    from api.remix.projects.repository import Project
    from renderer.backends.storage.base import ObjectStore
    from renderer.contract.results import ResultFile

MOST_BYTES: Final = 32 << 20
"""Largest document accepted; an analysis with as many entries as are allowed stays below."""
DocumentT = TypeVar("DocumentT", bound=BaseModel)


def project_prefix(project_id: UUID) -> str:
    """The folder of a project's objects, except those stored by attempts at its operations."""
    return f"remix/{project_id}/"


def source_key(project_id: UUID) -> str:
    """The key of the published source."""
    return f"{project_prefix(project_id)}source"


def input_objects(store: ObjectStore, project: Project) -> dict[str, InputObject]:
    """All inputs that an operation can work on, by their contract names; stores cues and script for it."""
    found = {}
    if project.source:
        found["source"] = _as_input(project.source)
    if "analysis" in project.files:
        found["analysis"] = _as_input(project.files["analysis"])
    if project.captions["cues"]:
        cues = CueList.model_validate(
            {"language": project.captions["language"], "cues": project.captions["cues"]}
        )
        found["cues"] = _put(store, project.id, cues)
    if project.settings["voiceover"]["script"]:
        script = VoiceoverScript.model_validate({"lines": project.settings["voiceover"]["script"]})
        found["voiceover_script"] = _put(store, project.id, script)
    return found


def read_document(store: ObjectStore, file: ResultFile, model: type[DocumentT]) -> DocumentT:
    """The stored document; raises `output_unverified` if it is not one of the contract.

    Raises `service_unavailable` if the store cannot be read.
    """
    if file.size > MOST_BYTES:
        raise ApiProblem("output_unverified", "The reported document is too large.")
    try:
        content = b"".join(store.read(file.key, start=0, stop=file.size))
    except ClipwrightError as error:
        raise service_unavailable() from error
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        raise ApiProblem("output_unverified", "The reported document is not one of the contract.") from error


def _as_input(file: dict[str, object]) -> InputObject:
    return InputObject.model_validate({name: file[name] for name in ("key", "size", "sha256")})


def _put(store: ObjectStore, project_id: UUID, document: BaseModel) -> InputObject:
    """Store the document under its digest, so that equal documents are stored once."""
    content = document.model_dump_json().encode()
    digest = hashlib.sha256(content).hexdigest()
    with tempfile.NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        stored = store.put_file(f"{project_prefix(project_id)}documents/{digest}", Path(file.name))
    return InputObject(key=stored.key, size=stored.size, sha256=stored.sha256)
