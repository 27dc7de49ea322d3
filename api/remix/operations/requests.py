"""Requests for operations: equal requests join the running operation, and nothing is paid for twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from api.accounts.repository import lock_account
from api.http.auth import require_api_access
from api.jobs.lookup import owned as owned_job
from api.jobs.phases import RemixPhase
from api.problems import ApiProblem, service_unavailable
from api.remix.operations.documents import input_objects
from api.remix.operations.metering import require_minutes
from api.remix.operations.queueing import enqueue, operation_job
from api.remix.projects import lifecycle, repository
from api.remix.projects.fingerprints import digest_of, mix_digest, spoken_lines, voice_digest
from api.remix.projects.repository import REMIX
from api.remix.projects.settings import ProjectSettings
from renderer.contract.orders.remix import (
    RemixDraft,
    RemixExport,
    RemixOperation,
    RemixPreview,
    RemixTranslate,
    VoiceoverMode,
)
from renderer.contract.vocabulary import Language

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy.engine import Connection

    from api.http.auth import Caller
    from api.remix.projects.repository import Project
    from api.services import Services

NO_TRANSLATOR: Final = "No translator is set up for this service, as capabilities tell."
_DONE: Final = frozenset(
    {
        RemixPhase.EXPORT_QUEUED,
        RemixPhase.EXPORTING,
        RemixPhase.PUBLISHING,
        RemixPhase.COMPLETED,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationRequest:
    """A request for an operation at a revision.

    `phase`: that of the project while the operation runs. `order`: checks the project and makes the order.
    `speaks`: whether the operation makes the voiceover, which may cost minutes. `refusal`: why the service
    cannot do it for any project; raised only if the project is at this revision.
    """

    revision: int
    phase: RemixPhase
    order: Callable[[Project], RemixOperation]
    name: str
    argument: str = ""
    speaks: bool = False
    refusal: ApiProblem | None = None

    @property
    def digest(self) -> str:
        """A digest that is equal for equal requests."""
        return digest_of([self.name, self.revision, self.argument])


def translation(services: Services, *, revision: int, target: Language) -> OperationRequest:
    """Translate the captions; refused with `service_unavailable` where no translator is set up."""

    def order(project: Project) -> RemixTranslate:
        if not project.captions["cues"]:
            raise ApiProblem("invalid_request", "The project has no captions to translate.")
        return RemixTranslate(target_language=target)

    return OperationRequest(
        revision=revision,
        phase=RemixPhase.TRANSLATING,
        order=order,
        name="translate",
        argument=target.value,
        refusal=_untranslatable(services.settings.translates_into, target),
    )


def _untranslatable(languages: Sequence[Language], target: Language) -> ApiProblem | None:
    if not languages:
        return service_unavailable(NO_TRANSLATOR)
    if target not in languages:
        return ApiProblem("invalid_request", f"targetLanguage must be one of {', '.join(languages)}.")
    return None


def draft(*, revision: int) -> OperationRequest:
    """Draft a voiceover script from the transcript."""

    def order(project: Project) -> RemixDraft:
        if not (project.analysis and project.analysis["transcript"]) and not project.captions["cues"]:
            raise ApiProblem("invalid_request", "The source has no transcript to draft from.")
        return RemixDraft(language=Language(project.settings["voiceover"]["language"]))

    return OperationRequest(revision=revision, phase=RemixPhase.DRAFTING, order=order, name="draft")


def preview(*, revision: int) -> OperationRequest:
    """Speak the voiceover and mix the sound."""

    def order(project: Project) -> RemixPreview:
        return RemixPreview(settings=_audible(project).for_order())

    return OperationRequest(
        revision=revision, phase=RemixPhase.PREVIEWING, order=order, name="preview", speaks=True
    )


def export(services: Services, *, revision: int) -> OperationRequest:
    """Make the finished video of this revision."""

    def order(project: Project) -> RemixExport:
        return RemixExport(settings=_audible(project).for_order(), side=services.settings.remix_side)

    return OperationRequest(
        revision=revision, phase=RemixPhase.EXPORT_QUEUED, order=order, name="export", speaks=True
    )


def ask(services: Services, caller: Caller, asked: OperationRequest, *, project_id: UUID) -> UUID | None:
    """Start the operation or join it; its id, or None if the export is under way or done or the mix exists.

    Raises:
        ApiProblem: `video_not_found`, `project_final`, `revision_conflict`, `operation_in_progress`,
            `remix_quota_exceeded`, `service_unavailable` if no engine for it is set up, or `invalid_request`
            for a project that lacks what the operation needs.
    """
    with services.database.read() as connection:
        owned_job(connection, caller, project_id, of=REMIX)
        project = repository.owned(connection, caller, project_id)
    if _is_there(project, asked):
        return None
    if project.request == asked.digest and project.operation_id:
        return project.operation_id
    if asked.refusal and project.revision == asked.revision and not project.is_final:
        raise asked.refusal
    if project.phase != RemixPhase.READY or project.revision != asked.revision:
        with services.database.write() as connection:
            raise lifecycle.explained(connection, project_id, revision=asked.revision)
    order = asked.order(project)
    inputs = input_objects(services.store, project)
    now = services.clock.now()
    with services.database.write() as connection:
        account = lock_account(connection, caller.account_id)
        require_api_access(account.plan)
        units = _price(project) if asked.speaks else 0
        job = operation_job(project, order, inputs, units=units, now=now)
        try:
            lifecycle.begin(
                connection,
                project_id,
                revision=asked.revision,
                phase=asked.phase,
                now=now,
                **_started(asked, job.id),
            )
        except ApiProblem:
            return _joined(connection, asked, project_id)
        require_minutes(connection, account, units=units, now=now)
        enqueue(connection, job)
    services.wake.set()
    return job.id


def _started(asked: OperationRequest, operation_id: UUID) -> dict[str, Any]:
    exported = {"exported_revision": asked.revision} if asked.name == "export" else {}
    return {"operation_id": operation_id, "request": asked.digest, **exported}


def _is_there(project: Project, asked: OperationRequest) -> bool:
    """Whether an export of this revision is under way or done, or a mix of the same sound exists."""
    if asked.name == "export" and project.exported_revision == asked.revision:
        return project.phase in _DONE
    is_ready = project.phase == RemixPhase.READY and project.revision == asked.revision
    return asked.name == "preview" and is_ready and project.mixed == mix_digest(project)


def _joined(connection: Connection, asked: OperationRequest, project_id: UUID) -> UUID:
    """The operation to join if an equal request was first; otherwise raise why this one is refused."""
    project = repository.locked(connection, project_id)
    if project.request == asked.digest and project.operation_id:
        return project.operation_id
    raise lifecycle.explained(connection, project_id, revision=asked.revision)


def _price(project: Project) -> int:
    """Minutes that a voiceover costs; the first is included, and so is any that was paid for before."""
    digest = voice_digest(project)
    is_included = not digest or not project.voices or digest in project.voices
    return 0 if is_included else project.minutes or 0


def _audible(project: Project) -> ProjectSettings:
    """The settings; raises `invalid_request` for a voiceover with no lines, or with one after the end."""
    settings = ProjectSettings.model_validate(project.settings)
    lines = spoken_lines(project)
    if settings.voiceover.mode is not VoiceoverMode.OFF and not lines:
        raise ApiProblem("invalid_request", "There is nothing to speak: no script and no captions.")
    if lines and lines[-1]["end_ms"] > project.duration_ms:
        raise ApiProblem("invalid_request", "The last line of the voiceover ends after the video.")
    return settings
