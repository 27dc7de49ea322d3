"""Every way a job or command can fail, in one table.

A failure is a `ClipwrightError` carrying a *code*. The table says, for each code, whose fault it is,
whether trying again can help, and one sentence that a person can act on. Nothing else in the project
decides blame or retry: the CLI's exit code, the worker's retry and the API's answer all read it here.
"""

from __future__ import annotations

import errno
from enum import StrEnum
from typing import Final

from msgspec import Struct

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_NOT_MAPPED: Final = "failed to map segment"
"""The dynamic linker's message when there is no memory for a library."""
_NO_THREAD: Final = "can't start new thread"
"""Python's message when there is no memory for a thread's stack."""
_NO_MATRIX: Final = "Insufficient memory"
"""OpenCV's message when there is no memory for a matrix; its `cv2.error` is a plain `Exception`."""


class Blame(StrEnum):
    """Who has to act for the failure to go away."""

    CALLER = "caller"
    US = "us"
    UPSTREAM = "upstream"


class ErrorSpec(Struct, frozen=True):
    """One row of the table; `sentence` is a `str.format` template over the error's facts."""

    blame: Blame
    retryable: bool
    sentence: str


def _caller(sentence: str) -> ErrorSpec:
    return ErrorSpec(Blame.CALLER, retryable=False, sentence=sentence)


def _us(sentence: str, *, retryable: bool = False) -> ErrorSpec:
    return ErrorSpec(Blame.US, retryable=retryable, sentence=sentence)


def _upstream(sentence: str, *, retryable: bool = True) -> ErrorSpec:
    return ErrorSpec(Blame.UPSTREAM, retryable=retryable, sentence=sentence)


ERRORS: Final[dict[str, ErrorSpec]] = {
    # the order
    "topic_empty": _caller(
        "The topic has no letter, digit or emoji in it: give 1 to 500 characters, with at least one of these."
    ),
    "topic_too_long": _caller("The topic has {length} characters; at most 500 are allowed."),
    "unknown_choice": _caller("{field} '{value}' does not exist; choose one of: {choices}."),
    "invalid_option": _caller("{field}: {reason}"),
    "invalid_message": _caller("The job message is not valid: {reason}"),
    "unknown_version": _us(
        "The {what} has version {version}, and this program reads only version {known}; "
        "run the same release of Clipwright everywhere.",
        retryable=True,
    ),
    "order_unreadable": _us(
        "The stored order cannot be read ({reason}); run the same release of Clipwright everywhere.",
        retryable=True,
    ),
    "unknown_workflow": _us(
        "This worker has no pipeline for {workflow}, only for {choices}; let one that has it take the queue.",
        retryable=True,
    ),
    "input_missing": _us("The job message names no input object '{name}', which its pipeline works on."),
    "input_changed": _us("The input object '{name}' is not the file that the job message describes."),
    # the script
    "script_unreadable": _caller("The script '{path}' cannot be read: {reason}"),
    "script_empty": _caller("The script has nothing that can be spoken; write at least one word."),
    "script_too_long": _caller("The script has {length} characters; at most {limit} are allowed."),
    "script_too_short": _caller(
        "The script makes a film of {minutes} minutes and at least {needed} are needed; "
        "add about {characters} characters."
    ),
    "film_length": _caller(
        "As it is spoken the film would last {minutes} minutes, and 11 to 15 are allowed; "
        "choose another length or voice, or change the script."
    ),
    # knowledge
    "knowledge_none": _caller("{source} was asked and has {reason}."),
    "knowledge_invalid": _us("The encyclopaedia file '{path}' cannot be used: {reason}."),
    "facts_unreadable": _caller("The facts '{path}' cannot be read: {reason}"),
    "lexicon_unreadable": _caller("The lexicon '{path}' cannot be read: {reason}"),
    "lexicon_invalid": _caller("Line {line} of the lexicon cannot be used: {reason}."),
    # text and fonts
    "glyph_missing": _caller(
        "No bundled font can draw {glyphs}; remove those characters or add a face to fonts/catalog.toml."
    ),
    "text_too_wide": _caller("The word '{word}' does not fit the caption area at any allowed size."),
    # bundled data
    "asset_missing": _us("The bundled file {path} is missing; reinstall Clipwright."),
    "asset_invalid": _us("The data file {file} cannot be used: {key}: {reason}"),
    # speech
    "voice_unavailable": _caller("The voice '{voice}' cannot speak '{language}' with {engine}: {reason}"),
    "speech_failed": _us("The speech engine {engine} failed on line {line}: {reason}", retryable=True),
    "alignment_failed": _us("No aligner could place the words of line {line}: {reason}"),
    "transcription_failed": _us(
        "The speech in the source could not be transcribed: {reason}.", retryable=True
    ),
    # media from users
    "media_unreadable": _caller("The media file '{path}' cannot be used: {reason}"),
    "media_nothing_usable": _caller("The media folder '{path}' holds nothing usable: {reason}"),
    # the source of a Remix project
    "source_unreadable": _caller("The video cannot be read: {reason}."),
    "no_video": _caller("The file has no picture track that can be decoded: {reason}."),
    "source_too_long": _caller("The video is longer than {minutes} minutes; shorten it and upload it again."),
    "no_speech": _caller("Nobody speaks in the video, or no speech could be understood."),
    # files and resources
    "output_unwritable": _caller("The output path '{path}' cannot be written: {reason}"),
    "files_exposed": _caller("Other users of this machine can read {paths}; run: chmod -R go-rwx {paths}"),
    "disk_full": _us(
        "The disk is full at '{path}'; free some space and run the same command again.", retryable=True
    ),
    "workspace_unwritable": _us("The worker cannot write to its workspace: {reason}.", retryable=True),
    "memory_short": _us("The machine has too little memory for this: {reason}.", retryable=True),
    "encoder_failed": _us("The video encoder stopped: {reason}", retryable=True),
    "quality_gate": _us("The finished video did not pass inspection and was not published: {findings}"),
    "artifact_corrupt": _us(
        "A stored intermediate result ({digest}) is damaged; it will be made again.", retryable=True
    ),
    "cancelled": _caller("The job was cancelled."),
    "took_too_long": _us("The job was stopped after {seconds} seconds, its time limit.", retryable=True),
    "lease_lost": _us(
        "This job is no longer this worker's: it was cancelled, it has ended, or another worker has it.",
        retryable=False,
    ),
    # things outside
    "provider_unconfigured": _caller("{provider} is not configured: set {setting}."),
    "provider_failed": _upstream("{provider} failed: {reason}."),
    "pictures_missing": _upstream(
        "Scene {scene} has no picture: none of {sources} had '{phrase}', and painters may not stand in.",
        retryable=False,
    ),
    "provider_busy": _upstream("{provider} asks to wait {seconds} s (status {status})."),
    "provider_key": _us("{provider} does not accept the key (status {status}); check {setting}."),
    "provider_refused": _upstream("{provider} refused the request: {reason}.", retryable=False),
    "provider_reply": _upstream("{provider} sent something unusable: {reason}.", retryable=False),
    "provider_resting": _upstream(
        "{provider} failed {count} times in a row and is not asked again for {seconds} s."
    ),
    "providers_exhausted": _upstream("No provider could do the {work}. {reasons}"),
    "budget_spent": _us("The job's budget of {limit} {what} is used up before {provider}; raise {setting}."),
    "address_refused": _upstream(
        "The address {host} is not on the public internet; only settings may name such an address.",
        retryable=False,
    ),
    "model_invalid": _us(
        "The model '{model}' in the models folder cannot be used: {reason}; "
        "`clipwright models add` installs one that works."
    ),
    "pack_unavailable": _upstream(
        "The pack '{pack}' could not be fetched: {reason}. What is there already is kept; "
        "run `clipwright models fetch {pack}` again."
    ),
    "line_unspeakable": _caller("{engine} cannot say line {line}: {reason}."),
    "object_missing": _us("The stored object '{key}' does not exist."),
    "object_exists": _us("The stored object '{key}' already exists with other bytes; it is never replaced."),
    "report_failed": _upstream("Progress could not be reported to the API: {reason}"),
    "report_refused": _us("The API refused a report permanently: {reason}"),
    "storage_failed": _upstream("Object storage failed: {reason}"),
    "internal": _us(
        "Something went wrong inside Clipwright ({reason}); run again with --debug for details.",
        retryable=True,
    ),
}


class ClipwrightError(Exception):
    """A failure with a code from `ERRORS`; `facts` fill the sentence and must hold no secret.

    Pickles and unpickles to an equal error, since it crosses process borders.
    """

    def __init__(self, code: str, /, **facts: object) -> None:
        self.code = code
        self.facts = {name: str(value) for name, value in facts.items()}
        super().__init__(ERRORS[code].sentence.format_map(self.facts))

    @property
    def spec(self) -> ErrorSpec:
        """The table row of this error."""
        return ERRORS[self.code]

    @property
    def sentence(self) -> str:
        """The sentence to show to a person."""
        return str(self)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (self.code, self.facts))


def _rebuild(code: str, facts: dict[str, str]) -> ClipwrightError:
    return ClipwrightError(code, **facts)


def disk_is_full(error: BaseException) -> bool:
    """Whether the error says that the disk or the quota is full."""
    return getattr(error, "errno", None) in _FULL


def lacked_memory(error: BaseException) -> bool:
    """Whether the error or one of its causes is a failed memory allocation, in any of Python's forms."""
    cause: BaseException | None = error
    while cause:
        if isinstance(cause, MemoryError) or getattr(cause, "errno", 0) == errno.ENOMEM:
            return True
        if isinstance(cause, ImportError) and _NOT_MAPPED in str(cause):
            return True
        if isinstance(cause, RuntimeError) and _NO_THREAD in str(cause):
            return True
        if type(cause).__module__.startswith("cv2") and _NO_MATRIX in str(cause):
            return True
        cause = cause.__cause__
    return False
