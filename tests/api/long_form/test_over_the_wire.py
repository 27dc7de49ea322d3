"""Every rule of Long-form over real HTTP on both databases: the tests of its parts, run again on sockets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

import httpx2
import pytest
from fastapi.testclient import TestClient

from tests.api.harness import Service, make_service, make_settings
from tests.api.listeners import listen
from tests.api.long_form.test_cancel import (
    test_a_body_is_not_needed_and_an_object_is_ignored,
    test_a_queued_film_is_cancelled_at_once,
    test_a_running_film_stops_and_its_unit_is_released_once,
    test_between_two_attempts_a_film_is_cancelled_at_once,
    test_what_is_over_stays_as_it_is,
    test_whatever_a_worker_says_last_a_cancelled_film_ends_cancelled,
)
from tests.api.long_form.test_create import (
    ADAPTED,
    test_a_key_replays_for_a_day_and_conflicts_with_another_order,
    test_an_accepted_film_is_the_resource_with_defaults,
    test_bad_orders_name_the_field_and_leave_nothing,
    test_bodies_that_are_no_json_object_of_an_order,
    test_characters_are_counted_once_after_trimming,
    test_every_field_can_be_ordered_and_reaches_the_worker,
    test_keys_of_short_and_long_videos_are_different_keys,
    test_odd_scripts_are_taken_whole_and_judged_by_the_worker,
    test_one_film_at_a_time_whatever_short_videos_there_are,
    test_plans_without_access_order_no_film,
    test_script_and_attestation_are_required,
    test_the_body_limit_is_exact_and_holds_the_longest_script_with_escapes,
    test_the_meter_ends_and_returns_with_the_billing_period,
    test_two_hundred_creates_under_their_own_keys_at_once_make_one_job,
    test_two_hundred_racing_creates_make_one_job,
    test_what_capabilities_say_of_films_holds,
    test_wrong_content_type_and_wrong_keys,
)
from tests.api.long_form.test_media import (
    media,
    test_a_file_that_storage_has_lost_is_unavailable,
    test_before_completion_for_others_and_for_other_names,
    test_one_range_validators_and_bad_ranges,
    test_the_whole_file_and_its_headers,
)
from tests.api.long_form.test_resource import (
    test_a_completed_film_has_output_and_links,
    test_a_failed_film_says_whose_turn_it_is,
    test_a_film_and_all_its_files_go_after_seven_days,
    test_a_film_goes_through_its_phases,
    test_chapters_are_shown_unless_none_were_ordered,
    test_films_and_short_videos_queue_apart,
    test_foreign_missing_malformed_and_other_workflows_look_alike,
    test_nothing_internal_is_in_any_answer,
    test_the_generic_video_has_a_workflow_and_no_settings,
    test_the_title_that_was_ordered_stays,
    test_what_the_worker_finds_out_is_shown_at_once_and_kept,
)

__all__ = [
    "media",
    "test_a_body_is_not_needed_and_an_object_is_ignored",
    "test_a_completed_film_has_output_and_links",
    "test_a_failed_film_says_whose_turn_it_is",
    "test_a_file_that_storage_has_lost_is_unavailable",
    "test_a_film_and_all_its_files_go_after_seven_days",
    "test_a_film_goes_through_its_phases",
    "test_a_key_replays_for_a_day_and_conflicts_with_another_order",
    "test_a_queued_film_is_cancelled_at_once",
    "test_a_running_film_stops_and_its_unit_is_released_once",
    "test_an_accepted_film_is_the_resource_with_defaults",
    "test_bad_orders_name_the_field_and_leave_nothing",
    "test_before_completion_for_others_and_for_other_names",
    "test_between_two_attempts_a_film_is_cancelled_at_once",
    "test_bodies_that_are_no_json_object_of_an_order",
    "test_chapters_are_shown_unless_none_were_ordered",
    "test_characters_are_counted_once_after_trimming",
    "test_every_field_can_be_ordered_and_reaches_the_worker",
    "test_films_and_short_videos_queue_apart",
    "test_foreign_missing_malformed_and_other_workflows_look_alike",
    "test_keys_of_short_and_long_videos_are_different_keys",
    "test_nothing_internal_is_in_any_answer",
    "test_odd_scripts_are_taken_whole_and_judged_by_the_worker",
    "test_one_film_at_a_time_whatever_short_videos_there_are",
    "test_one_range_validators_and_bad_ranges",
    "test_plans_without_access_order_no_film",
    "test_script_and_attestation_are_required",
    "test_the_body_limit_is_exact_and_holds_the_longest_script_with_escapes",
    "test_the_generic_video_has_a_workflow_and_no_settings",
    "test_the_meter_ends_and_returns_with_the_billing_period",
    "test_the_title_that_was_ordered_stays",
    "test_the_whole_file_and_its_headers",
    "test_two_hundred_creates_under_their_own_keys_at_once_make_one_job",
    "test_two_hundred_racing_creates_make_one_job",
    "test_what_capabilities_say_of_films_holds",
    "test_what_is_over_stays_as_it_is",
    "test_what_the_worker_finds_out_is_shown_at_once_and_kept",
    "test_whatever_a_worker_says_last_a_cancelled_film_ends_cancelled",
    "test_wrong_content_type_and_wrong_keys",
]


class Wire(httpx2.HTTPTransport):
    """Sends requests for the service's public address to the address it listens on."""

    def __init__(self, port: int) -> None:
        # nothing is encrypted here, and reading the machine's certificates takes longer than most tests
        super().__init__(verify=False)
        self._port = port

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        request.url = request.url.copy_with(host="127.0.0.1", port=self._port)
        return super().handle_request(request)


@contextmanager
def wired(made: Service) -> Iterator[Service]:
    """The service, reached through the real server."""
    address = made.services.settings.public_url
    with listen(made) as port, httpx2.Client(base_url=address, transport=Wire(port), timeout=60) as client:
        yield replace(made, client=cast("TestClient", client))


@pytest.fixture
def service(service: Service) -> Iterator[Service]:
    with wired(service) as made:
        yield made


@ADAPTED
def test_capabilities_say_what_the_writer_can_adapt(
    tmp_path: Path, service: Service, settings: dict[str, str], adapts: list[str]
) -> None:
    url = service.services.settings.database_url
    with wired(make_service(make_settings(tmp_path / "another", url, **settings))) as made:
        assert made.account().get("/capabilities").json()["long_form"]["adapts"] == adapts


@pytest.fixture
def light(service: Service) -> Service:
    """Overrides the SQLite-only service, so that these tests run on both databases."""
    return service
