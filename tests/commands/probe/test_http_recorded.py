"""Raw answers, well-formed and not: what Go's net/http reads is read alike, and the rest is a clear failure."""

import re

from schedcfg.commands.probe.http import send
from schedcfg.commands.probe.request import HttpLimits, HttpRequest, RequestFailed
from tests.commands.probe.extender_server import recorded
from tests.commands.probe.misbehaving import Visit, serving

ORDINARY = re.compile(r"HTTP/1\.[01] [2-5][0-9][0-9]\b")
READ_OTHERWISE = (
    "Transfer-Encoding: Chunked \r\n",
    "HTTP/1.0 200 OK\r\nTransfer-Encoding",
    "gzip\r\nContent-Encoding: x",
)
"""What no server in its right mind sends, and urllib3 takes for something else than Go."""


def test_every_recorded_answer() -> None:
    cases = list(recorded("http-answers.ndjson"))
    left = [case["raw"].encode("latin-1") for case in cases]

    def behave(visit: Visit) -> None:
        visit.question()
        visit.send(left.pop(0))

    differing, harmless = [], []
    with serving(behave) as server:
        for case in cases:
            said: dict[str, object]
            try:
                answer = send(HttpRequest("POST", server.url, {}, b"{}"), limits=HttpLimits(5))
                said = {"status": answer.status, "body": answer.body.decode("latin-1")}
            except RequestFailed as failed:
                said = {"failed": str(failed).isprintable()}
                harmless.append(said["failed"])
            is_read_otherwise = not ORDINARY.match(case["raw"]) or any(part in case["raw"] for part in READ_OTHERWISE)
            if "error" not in case and not is_read_otherwise:
                wanted = {name: value for name, value in case.items() if name != "raw"}
                differing += [] if said == wanted else [(case, said)]
    assert len(cases) > 200
    assert all(harmless)
    assert differing == []
