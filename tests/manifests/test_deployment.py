"""What stands in `manifests/` for running Querist: it can be read, and names what there is."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

from bot.settings import Settings, name_of

MANIFESTS = Path(__file__).parents[2] / "manifests"
FILES = sorted(
    path
    for folder in ("container", "kubernetes", "postgresql", "prometheus", "proxy", "systemd")
    for path in (MANIFESTS / folder).iterdir()
)
YAML = [path for path in FILES if path.suffix == ".yaml"]
REACHED = {"/api/messages", "/slack", "/files", "/audit", "/v1", "/mcp", "/text2sparql", "/healthz"}


def documents(path: Path) -> list[dict[str, Any]]:
    return [each for each in yaml.safe_load_all(path.read_text("utf-8")) if each]


def of_kubernetes() -> dict[str, dict[str, Any]]:
    found = (each for path in (MANIFESTS / "kubernetes").glob("*.yaml") for each in documents(path))
    return {f"{each['kind']} {each.get('metadata', {}).get('name', '')}": each for each in found}


def probes(container: dict[str, Any]) -> Iterator[str]:
    for name in ("startupProbe", "readinessProbe", "livenessProbe"):
        yield container[name]["httpGet"]["path"]


def ran(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A program of the machine, where it has it."""
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} is not installed here.")
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"QUERIST_[A-Z0-9_]*[A-Z0-9]\b", path.read_text("utf-8")))
    assert named - {"QUERIST_TEAMS"} <= {name_of(field) for field in Settings.model_fields}


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_every_file_is_yaml(path: Path) -> None:
    assert documents(path)


def test_compose_waits_for_the_database_and_keeps_what_must_stay() -> None:
    (compose,) = documents(MANIFESTS / "container" / "compose.yaml")
    services = compose["services"]
    assert set(services) == {"bot", "postgres", "graph"}
    assert services["bot"]["depends_on"]["postgres"] == {"condition": "service_healthy"}
    named = {volume.split(":")[0] for s in services.values() for volume in s["volumes"]}
    assert set(compose["volumes"]) <= named
    assert all(port.startswith("127.0.0.1:") for port in services["bot"]["ports"])
    context = MANIFESTS / "container" / services["bot"]["build"]["context"]
    assert (context / services["bot"]["build"]["dockerfile"]).is_file()
    assert (context / "pyproject.toml").is_file()


def test_an_image_takes_all_that_the_package_is_made_of() -> None:
    ignored = (MANIFESTS / "container" / "Containerfile.dockerignore").read_text("utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    pyproject = (MANIFESTS.parent / "pyproject.toml").read_text("utf-8")
    packages = re.search(r"packages = \[(\"bot\".*?)\]\n", pyproject)
    assert packages
    assert kept >= {*re.findall(r'"(\w+)"', packages[1]), "pyproject.toml", "README.md", "LICENSE"}


def test_an_orchestrator_asks_what_querist_answers() -> None:
    found = of_kubernetes()
    (container,) = found["StatefulSet querist"]["spec"]["template"]["spec"]["containers"]
    assert list(probes(container)) == ["/healthz", "/readyz", "/healthz"]
    default = Settings.model_fields["port"].default
    assert container["ports"] == [{"name": "http", "containerPort": default}]
    # A look may take three seconds, and running questions get five at the end.
    assert all(container[name]["timeoutSeconds"] >= 4 for name in ("readinessProbe", "livenessProbe"))
    assert found["StatefulSet querist"]["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] >= 30


def test_every_part_of_kubernetes_is_in_the_kustomization() -> None:
    (kustomization,) = documents(MANIFESTS / "kubernetes" / "kustomization.yaml")
    files = {path.name for path in (MANIFESTS / "kubernetes").glob("*.yaml")} - {"kustomization.yaml"}
    assert set(kustomization["resources"]) == files


def test_proxies_pass_on_what_has_to_be_reached_and_nothing_else() -> None:
    nginx = (MANIFESTS / "proxy" / "nginx.conf").read_text("utf-8")
    located = re.search(r"location ~ \^/\(([^)]+)\)", nginx)
    assert located
    assert {f"/{path}" for path in located[1].split("|")} == REACHED
    caddy = re.search(r"@querist path (.+)", (MANIFESTS / "proxy" / "Caddyfile").read_text("utf-8"))
    assert caddy
    assert {path.removesuffix("/*") for path in caddy[1].split()} == REACHED
    (rule,) = of_kubernetes()["Ingress querist"]["spec"]["rules"]
    assert {path["path"] for path in rule["http"]["paths"]} == REACHED


def test_alerts_ask_for_numbers_that_there_are() -> None:
    for module in ("bot.telemetry.metrics", "connectors.metrics"):
        importlib.import_module(module)
    known = {name for family in REGISTRY.collect() for name in (family.name, f"{family.name}_total")}
    (alerts,) = documents(MANIFESTS / "prometheus" / "alerts.yaml")
    for group in alerts["groups"]:
        for rule in group["rules"]:
            named = re.findall(r"querist_\w+", rule["expr"])
            assert {name.removesuffix("_bucket") for name in named} <= known, rule["alert"]


# ── read by the programs that they are for, where those are installed ────────────────────────────


@pytest.mark.slow
def test_kubernetes_takes_them_together() -> None:
    told = ran("kubectl", "kustomize", str(MANIFESTS / "kubernetes"))
    assert told.returncode == 0, told.stderr
    assert {each["metadata"].get("namespace", "querist") for each in yaml.safe_load_all(told.stdout)} == {
        "querist"
    }
    assert "image: registry.example.com/querist:" in told.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "querist.service",
        "querist-backup.service",
        "querist-backup.timer",
        "querist-checkpoint.service",
        "querist-checkpoint.timer",
    ],
)
def test_systemd_takes_its_units(tmp_path: Path, name: str) -> None:
    for unit in (MANIFESTS / "systemd").iterdir():
        text = unit.read_text("utf-8").replace("/opt/querist/bin/querist", "/bin/true")
        (tmp_path / unit.name).write_text(text.replace("User=querist", "User=root"))
    told = ran("systemd-analyze", "verify", "--man=no", str(tmp_path / name))
    assert "querist" not in told.stderr, told.stderr


@pytest.mark.slow
def test_nginx_takes_its_part(tmp_path: Path) -> None:
    certificate = (
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=querist",
        "-keyout",
    )
    ran(*certificate, str(tmp_path / "key"), "-out", str(tmp_path / "pem"))
    text = (MANIFESTS / "proxy" / "nginx.conf").read_text("utf-8")
    text = text.replace("/etc/ssl/querist.pem", str(tmp_path / "pem"))
    text = text.replace("/etc/ssl/querist.key", str(tmp_path / "key"))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{text}}}\n")
    told = ran("nginx", "-t", "-c", str(tmp_path / "nginx.conf"))
    assert told.returncode == 0, told.stderr


@pytest.mark.slow
def test_caddy_takes_its_part() -> None:
    told = ran(
        "caddy", "validate", "--adapter", "caddyfile", "--config", str(MANIFESTS / "proxy" / "Caddyfile")
    )
    assert told.returncode == 0, told.stderr


@pytest.mark.slow
def test_prometheus_takes_the_alerts() -> None:
    told = ran("promtool", "check", "rules", str(MANIFESTS / "prometheus" / "alerts.yaml"))
    assert told.returncode == 0, told.stdout + told.stderr
