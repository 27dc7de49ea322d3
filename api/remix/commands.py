"""`clipwright remix history` and `restore`: show operators a project's revisions and restore one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import click

from api.options import data_dir_option, existing_database
from api.problems import ApiProblem
from api.remix.projects import history as past
from api.remix.projects import repository
from renderer.clock import SystemClock

if TYPE_CHECKING:
    from api.remix.projects.repository import Revision

_NO_PROJECT: Final = "There is no such project."
_LINE: Final = "{revision:>4}  {made_at}  {change:11}  {cues} cues, {lines} script lines"


@click.command("history")
@click.argument("project", type=click.UUID)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line, content and all.")
@data_dir_option
def history(*, project: UUID, as_json: bool, data_dir: Path | None) -> None:
    """Every revision of a project of the API, oldest first: when it was made, and by what."""
    with existing_database(data_dir) as database, database.read() as connection:
        if repository.find(connection, project) is None:
            raise click.ClickException(_NO_PROJECT)
        revisions = repository.history(connection, project)
        shown = [
            _facts(each, past.content_at(connection, project, revision=each.revision)) for each in revisions
        ]
    for facts in shown:
        click.echo(json.dumps(facts) if as_json else _LINE.format(**facts))


@click.command("restore")
@click.argument("project", type=click.UUID)
@click.argument("revision", type=click.IntRange(1))
@data_dir_option
def restore(*, project: UUID, revision: int, data_dir: Path | None) -> None:
    """Give a project of the API the settings and captions of an older revision, as a new revision."""
    with existing_database(data_dir) as database, database.write() as connection:
        if repository.find(connection, project) is None:
            raise click.ClickException(_NO_PROJECT)
        try:
            made = past.restore(connection, project, revision=revision, now=SystemClock().now())
        except ApiProblem as problem:
            raise click.ClickException(problem.detail) from problem
    click.echo(f"{project} is at revision {made}, with the content of revision {revision}")


def _facts(revision: Revision, content: past.ProjectContent) -> dict[str, Any]:
    return {
        "revision": revision.revision,
        "made_at": revision.made_at.isoformat(timespec="seconds"),
        "change": revision.change,
        "cues": len(content.captions["cues"]),
        "lines": len(content.settings["voiceover"]["script"]),
        "settings": content.settings,
        "captions": content.captions,
    }
