"""What runs in Kubernetes, by our rules: restricted, probed, stopped in peace, spread and scaled."""

import pytest

from services.shared.settings import PARTS
from services.shared.tasks import HARD_SECONDS, QUEUES
from tests.deploy.dockerfile import read
from tests.deploy.kustomize import OVERLAYS, SERVICE_OF, WORKERS, Manifest, kubectl, of_kind, pods
from tests.support.web import ROOT

pytestmark = pytest.mark.skipif(kubectl() is None, reason="no kubectl here (`make test` installs one if there is npm)")

STAGES = read((ROOT / "Dockerfile").read_text(), {})
each_overlay = pytest.mark.parametrize("overlay", OVERLAYS)


# Pods


@each_overlay
def test_every_pod_is_restricted(overlay: str) -> None:
    assert len(pods(overlay)) >= 8
    for name, (pod, container) in pods(overlay).items():
        assert pod["automountServiceAccountToken"] is False, name
        assert pod["enableServiceLinks"] is False, name
        assert pod["serviceAccountName"] == "pomona", name
        assert pod["securityContext"]["runAsNonRoot"] is True, name
        assert pod["securityContext"]["runAsUser"] > 0, name
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
        }, name  # fmt: skip
        assert {"hostNetwork", "hostPID", "hostIPC"} & pod.keys() == set(), name
    (account,) = of_kind(overlay, "ServiceAccount").values()
    assert account["automountServiceAccountToken"] is False
    (namespace,) = of_kind(overlay, "Namespace").values()
    assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"


@each_overlay
def test_nobody_archives_into_a_folder_that_does_not_last(overlay: str) -> None:
    (settings,) = (each["data"] for each in of_kind(overlay, "ConfigMap").values() if "POMONA_LOG" in each["data"])
    (pod, _) = pods(overlay)["sweeper"]
    assert settings["POMONA_ARCHIVE"] == "off" or any("persistentVolumeClaim" in each for each in pod["volumes"])


@each_overlay
def test_every_pod_is_probed_and_says_what_it_needs(overlay: str) -> None:
    for name, (_, container) in pods(overlay).items():
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            assert {"httpGet", "exec"} & container[probe].keys(), (name, probe)
            assert container[probe]["timeoutSeconds"] <= container[probe]["periodSeconds"], (name, probe)
        for kind in ("requests", "limits"):
            assert set(container["resources"][kind]) >= {"cpu", "memory"}, name


@each_overlay
def test_a_worker_is_alive_only_when_it_consumes_and_a_web_process_ready_only_with_its_store(overlay: str) -> None:
    for name, (_, container) in pods(overlay).items():
        if name in WORKERS | {"sweeper"}:
            role = "sweeper" if name == "sweeper" else "worker"
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                assert container[probe]["exec"]["command"] == ["python", "-m", "pomona", "alive", role]
        elif name in SERVICE_OF.values():
            paths = [container[f"{kind}Probe"]["httpGet"]["path"] for kind in ("startup", "readiness", "liveness")]
            assert paths == ["/healthz", "/readyz", "/healthz"]


@each_overlay
def test_every_role_runs_its_image_as_that_expects(overlay: str) -> None:
    arguments = {name: container.get("args") for name, (_, container) in pods(overlay).items() if name != "redis"}
    for part in PARTS:
        assert arguments[SERVICE_OF[part]] == ["web", "--parts", part]
    for name, (pod, container) in pods(overlay).items():
        if name == "redis":
            continue
        image, _, tag = container["image"].rpartition(":")
        stage = STAGES[image.rpartition("-")[2]]
        assert tag != "latest"
        assert (stage.name == "worker") == (name in WORKERS)
        assert stage.user == f"{pod['securityContext']['runAsUser']}:{pod['securityContext']['runAsGroup']}"
        assert {"mountPath": "/tmp", "name": "tmp"} in container["volumeMounts"]  # noqa: S108 - in a container
        if name in SERVICE_OF.values():
            assert container["ports"] == [{"name": "http", "containerPort": int(stage.env["POMONA_PORT"])}]


@each_overlay
def test_workers_take_from_every_queue_the_most_urgent_first_and_none_is_left_to_one_kind_of_bot(overlay: str) -> None:
    taken = {name: pods(overlay)[name][1]["args"][2].split(",") for name in WORKERS}
    assert {queue for queues in taken.values() for queue in queues} == set(QUEUES)
    assert {queues[0] for queues in taken.values()} == {"bots-light", "bots-heavy", "jobs"}


# Stopping, moving, scaling


@each_overlay
def test_who_is_told_to_stop_has_the_time_to_finish(overlay: str) -> None:
    for name, (pod, container) in pods(overlay).items():
        grace = pod["terminationGracePeriodSeconds"]
        if name in WORKERS:
            assert grace > HARD_SECONDS + 10, name
        elif name in SERVICE_OF.values():
            drain = container["lifecycle"]["preStop"]["sleep"]["seconds"]
            unready = container["readinessProbe"]["periodSeconds"]
            assert unready <= drain < grace - 10, name
        else:
            assert grace >= 30, name
    for name, deployment in of_kind(overlay, "Deployment").items():
        if name != "sweeper":
            assert deployment["spec"]["strategy"]["rollingUpdate"] == {"maxUnavailable": 0, "maxSurge": 1}, name


def most_replicas(overlay: str, name: str) -> int:
    """How many there may be of a deployment."""
    scalers = [
        *(
            each["spec"]["maxReplicas"]
            for each in of_kind(overlay, "HorizontalPodAutoscaler").values()
            if named(each, name)
        ),
        *(each["spec"]["maxReplicaCount"] for each in of_kind(overlay, "ScaledObject").values() if named(each, name)),
    ]
    return int(max([*scalers, of_kind(overlay, "Deployment")[name]["spec"].get("replicas", 1)]))


def named(scaler: Manifest, name: str) -> bool:
    return bool(scaler["spec"]["scaleTargetRef"]["name"] == name)


@each_overlay
def test_what_runs_more_than_once_is_spread_and_is_never_taken_away_at_once(overlay: str) -> None:
    budgets = of_kind(overlay, "PodDisruptionBudget")
    several = [name for name in of_kind(overlay, "Deployment") if most_replicas(overlay, name) > 1]
    assert len(several) == (8 if overlay == "prod" else 0)
    for name in several:
        labels = {"app.kubernetes.io/name": name}
        assert budgets[name]["spec"] == {"maxUnavailable": 1, "selector": {"matchLabels": labels}}
        (spread,) = pods(overlay)[name][0]["topologySpreadConstraints"]
        assert (spread["maxSkew"], spread["labelSelector"]["matchLabels"]) == (1, labels)
    assert set(budgets) == set(several)


def test_scalers_and_manifests_do_not_fight_about_how_many_there_are() -> None:
    scaled = {*of_kind("prod", "HorizontalPodAutoscaler"), *of_kind("prod", "ScaledObject")}
    counted = {name for name, each in of_kind("prod", "Deployment").items() if "replicas" in each["spec"]}
    assert scaled & counted == set()
    assert scaled | counted == set(of_kind("prod", "Deployment"))


def test_workers_scale_on_how_long_the_queues_have_waited_that_they_take_first() -> None:
    watched = {}
    for name, scaler in of_kind("prod", "ScaledObject").items():
        (trigger,) = scaler["spec"]["triggers"]
        assert trigger["metadata"]["ignoreNullValues"] == "false", "silence is no reason to send workers away"
        queues = trigger["metadata"]["query"].partition('queue=~"')[2].partition('"')[0].split("|")
        assert set(queues) <= set(pods("prod")[name][1]["args"][2].split(","))
        assert scaler["spec"]["minReplicaCount"] >= 1, "the first bot of the day does not wait for a node"
        watched[name] = queues
    assert {queue for queues in watched.values() for queue in queues} == set(QUEUES)
