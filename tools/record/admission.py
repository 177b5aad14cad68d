"""Record what the API server of a release makes of the cases in `tests/commands/trial/admission_cases.py`.

python -m tools.record.admission 1.37 --etcd ETCD --api-server KUBE_APISERVER
"""

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any

import aiohttp

from tests.commands.trial.admission_cases import CASES, CLUSTER
from tools.record.control_plane import ControlPlane, ControlPlanePrograms

RECORDED = Path(__file__).parents[2] / "tests" / "commands" / "trial" / "recorded"
_PATHS = {
    "Namespace": "/api/v1/namespaces",
    "PriorityClass": "/apis/scheduling.k8s.io/v1/priorityclasses",
    "RuntimeClass": "/apis/node.k8s.io/v1/runtimeclasses",
    "StorageClass": "/apis/storage.k8s.io/v1/storageclasses",
    "LimitRange": "/api/v1/namespaces/{namespace}/limitranges",
    "Pod": "/api/v1/namespaces/{namespace}/pods",
    "PersistentVolumeClaim": "/api/v1/namespaces/{namespace}/persistentvolumeclaims",
}
_SETTLING = 2.0
"""Seconds in which admission hears of the objects that it looks at."""


async def _created(session: aiohttp.ClientSession, data: dict[str, Any]) -> dict[str, Any] | None:
    """Return an object as it was created; None where it was refused."""
    path = _PATHS[data["kind"]].format(namespace=data["metadata"].get("namespace", ""))
    async with session.post(path, json=data) as response:
        answer: dict[str, Any] = await response.json()
    return None if answer.get("kind") == "Status" else {key: answer[key] for key in ("spec", "status") if key in answer}


async def record(programs: ControlPlanePrograms) -> dict[str, dict[str, Any] | None]:
    """Return what an API server makes of each case, by name; None for what it refuses."""
    async with ControlPlane(programs) as server:
        headers = {"Authorization": f"Bearer {server.token}"}
        connector = aiohttp.TCPConnector(ssl=False)
        async with aiohttp.ClientSession(server.url, headers=headers, connector=connector) as session:
            for one in CLUSTER:
                assert await _created(session, one) is not None, one
            await asyncio.sleep(_SETTLING)
            return {case["metadata"]["name"]: await _created(session, case) for case in CASES}


def main() -> None:
    """Write the recording of a release."""
    parser = argparse.ArgumentParser(prog="python -m tools.record.admission", description=__doc__)
    parser.add_argument("release")
    parser.add_argument("--etcd", type=Path, required=True)
    parser.add_argument("--api-server", type=Path, required=True)
    options = parser.parse_args()
    programs = ControlPlanePrograms(options.release, options.etcd, options.api_server, Path())
    lines = [f"{json.dumps(name)}: {json.dumps(answer)}" for name, answer in asyncio.run(record(programs)).items()]
    path = RECORDED / f"admission-{options.release}.json"
    path.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
