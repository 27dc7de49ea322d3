"""The Compose file, its alerts and dashboards, checked as Compose, Prometheus and Grafana would read them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from api import metrics as api_metrics
from renderer.worker.process.metrics import METRICS
from renderer.worker.settings import WorkerSettings
from tests.support.compose import ROOT, SCHEMA, composed, interpolated, variables
from tests.support.production.servers import require

EXAMPLE = ROOT / "docs" / "compose.env.example"
OURS = ("api", "worker", "worker-gpu")
RULES = ROOT / "docs" / "prometheus" / "alerts.yml"
PROVISIONING = ROOT / "docs" / "grafana" / "provisioning"


@pytest.fixture(scope="module")
def composition() -> dict[str, Any]:
    return composed(variables(EXAMPLE.read_text("utf-8")))


@pytest.fixture(scope="module")
def services(composition: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return dict(composition["services"])


def test_the_example_gives_every_variable_and_no_other(composition: dict[str, Any]) -> None:
    given = variables(EXAMPLE.read_text("utf-8"))
    text = (ROOT / "compose.yaml").read_text("utf-8")
    asked = set(re.findall(r"\$\{(\w+)", text)) | {
        each["environment"] for each in composition["secrets"].values()
    }
    assert set(given) == asked


@pytest.mark.parametrize("name", sorted(set(variables(EXAMPLE.read_text("utf-8"))) - {"GRAFANA_PASSWORD"}))
def test_a_variable_that_is_missing_ends_it_or_has_a_default(name: str) -> None:
    given = variables(EXAMPLE.read_text("utf-8"))
    optional = {"API_ADDRESS", "CLIPWRIGHT_BROKER_URL", "CLIPWRIGHT_PUBLIC_URL"}
    less = {key: value for key, value in given.items() if key != name}
    if name in optional:
        composed(less)
        return
    with pytest.raises(KeyError, match=name):
        composed(less)


def test_no_password_has_a_default_or_stands_in_the_file() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assert not re.findall(r"\$\{\w*(?:PASSWORD|SECRET|TOKEN|KEY)\w*:-", text)
    secret = {name: f"value-of-{name}" for name in variables(EXAMPLE.read_text("utf-8"))}
    words = yaml.safe_load(interpolated(_without_comments(text), secret | {"API_ADDRESS": "127.0.0.1"}))
    for name, service in words["services"].items():
        for key, value in service.get("environment", {}).items():
            if re.search(r"PASSWORD|PASS$|SECRET|TOKEN|_KEY$|AUTH$", key):
                assert value.startswith(("value-of-", "/run/secrets/")), (name, key)


def _without_comments(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))


def test_secrets_are_declared_used_and_read_where_they_are(composition: dict[str, Any]) -> None:
    used = {each for service in composition["services"].values() for each in service.get("secrets", [])}
    assert used == set(composition["secrets"])
    for name, service in composition["services"].items():
        mentioned = re.findall(r"/run/secrets/(\w+)", json.dumps(service.get("environment", {})))
        if name == "prometheus":
            config = (ROOT / "docs" / "prometheus" / "prometheus.yml").read_text("utf-8")
            mentioned = re.findall(r"/run/secrets/(\w+)", config)
        assert mentioned == service.get("secrets", []), name
        # Compose copies secrets into the container, which a read-only root file system refuses
        assert not (service.get("secrets") and service.get("read_only")), name


def test_what_is_mounted_is_there(composition: dict[str, Any]) -> None:
    mounted = set()
    for name, service in composition["services"].items():
        for volume in service.get("volumes", []):
            source, target, *mode = volume.split(":")
            assert target.startswith("/")
            if source.startswith("./"):
                assert (ROOT / source).exists(), (name, source)
                assert mode == ["ro"], (name, source)
            else:
                mounted.add(source)
        assert set(service.get("depends_on", {})) <= set(composition["services"])
    assert mounted == set(composition["volumes"])


@pytest.mark.parametrize("name", OURS)
def test_our_containers_are_shut_in(services: dict[str, dict[str, Any]], name: str) -> None:
    service = services[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["init"] is True
    assert [each.split(":")[0] for each in service["tmpfs"]] == ["/tmp"]  # noqa: S108 - the container's own
    assert any(volume.endswith(":/data") for volume in service["volumes"])
    assert service["pids_limit"] <= 1024


@pytest.mark.parametrize("name", ["worker", "worker-gpu"])
def test_a_worker_has_room_for_its_jobs(services: dict[str, dict[str, Any]], name: str) -> None:
    command = services[name]["command"]
    jobs = int(command[command.index("--concurrency") + 1]) if "--concurrency" in command else 1
    assert (
        int(services[name]["mem_limit"].removesuffix("g")) * 1024
        >= jobs * WorkerSettings().child_memory_mb + 512
    )


def test_mistakes_are_found() -> None:
    given = variables(EXAMPLE.read_text("utf-8"))
    made = composed(given)
    made["services"]["api"]["mem_limits"] = "1g"
    with pytest.raises(jsonschema.ValidationError, match="mem_limits"):
        jsonschema.validate(made, SCHEMA)
    with pytest.raises(KeyError, match="MISSING"):
        interpolated("a: ${MISSING}", given)
    assert interpolated("${A:-x${B:?}y}", {"B": "1"}) == "x1y"
    with pytest.raises(jsonschema.ValidationError, match="does not match"):
        composed(given | {"API_ADDRESS": "0.0.0.0"})  # noqa: S104 - the rule refuses it


def promtool(*arguments: str) -> str:
    require("promtool")
    done = subprocess.run(
        ["promtool", *arguments], cwd=ROOT / "docs" / "prometheus",
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_alerts_are_rules_and_fire_when_they_shall() -> None:
    assert "9 rules found" in promtool("check", "rules", RULES.name)
    promtool("test", "rules", "alerts.test.yml")
    promtool("check", "config", "--syntax-only", "prometheus.yml")


def test_every_alert_is_tested_both_ways() -> None:
    """Each alert stays silent in the first, calm test and fires in one of the others."""
    alerts = {
        rule["alert"] for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]
    }
    calm, *others = yaml.safe_load((RULES.parent / "alerts.test.yml").read_text())["tests"]
    assert {each["alertname"] for each in calm["alert_rule_test"] if not each.get("exp_alerts")} == alerts
    fired = [each for test in others for each in test["alert_rule_test"] if each.get("exp_alerts")]
    assert {each["alertname"] for each in fired} == alerts


def test_alerts_ask_only_for_what_is_counted() -> None:
    source = Path(api_metrics.__file__).read_text("utf-8")
    counted = {*METRICS, *re.findall(r'"(clipwright_\w+)"', source)}
    asked = {
        re.sub(r"_(total|bucket)$", "", name) for name in re.findall(r"clipwright_\w+", RULES.read_text())
    }
    assert asked
    assert asked <= counted


def test_prometheus_asks_services_that_are_there(services: dict[str, dict[str, Any]]) -> None:
    config = yaml.safe_load((RULES.parent / "prometheus.yml").read_text())
    assert config["rule_files"] == [RULES.name]
    for job in config["scrape_configs"]:
        for each in job["dns_sd_configs"]:
            assert set(each["names"]) <= set(services)
            for name in each["names"]:
                port = services[name]["environment"].get("CLIPWRIGHT_METRICS_PORT", "8000")
                assert port == str(each["port"])


def test_grafana_finds_its_data_and_its_dashboards(services: dict[str, dict[str, Any]]) -> None:
    volumes = dict(volume.split(":")[1::-1] for volume in services["grafana"]["volumes"])
    assert volumes["/etc/grafana/provisioning"] == "./docs/grafana/provisioning"
    (source,) = yaml.safe_load((PROVISIONING / "datasources" / "prometheus.yml").read_text())["datasources"]
    assert source["isDefault"]
    assert source["url"].split("/")[-1].split(":")[0] in services
    (provider,) = yaml.safe_load((PROVISIONING / "dashboards" / "clipwright.yml").read_text())["providers"]
    assert volumes[f"{provider['options']['path']}/clipwright.json"] == "./docs/grafana/clipwright.json"


def test_replicas_are_not_added_up_where_all_say_the_same() -> None:
    """All API processes report the same values of one database: panels take their maximum, not their sum."""
    shared = re.findall(r'GaugeMetricFamily\(\s*"(\w+)"', Path(api_metrics.__file__).read_text("utf-8"))
    assert len(shared) == 3
    panels = json.loads((ROOT / "docs" / "grafana" / "clipwright.json").read_text())["panels"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    for name in shared:
        uses = [each for each in asked if re.search(rf"\b{name}\b", each)]
        assert uses
        assert all(each.startswith("max") for each in uses), uses
