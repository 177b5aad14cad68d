"""What of the exchanges between scheduler and API server is recorded."""

from tools.record.exchanges import comparable, comparable_url, rows
from tools.record.recording_proxy import Exchange

UID = "0d9d5f3c-6b0e-4ac5-9c36-0b3c2d2f1a10"


def test_what_the_next_run_says_otherwise_is_left_out() -> None:
    metadata = {"name": f"pvc-{UID}", "uid": UID, "resourceVersion": "7", "managedFields": [], "labels": {"a": "b"}}
    seen = {"metadata": metadata, "status": {"startTime": "2026-11-27T16:00:00Z"}}
    expected = {"metadata": {"name": "pvc-UID", "labels": {"a": "b"}}, "status": {"startTime": "TIME"}}
    assert comparable(seen) == expected


def test_queries_keep_what_they_select() -> None:
    url = "/api/v1/pods?watch=true&timeoutSeconds=431&resourceVersion=12&fieldSelector=status.phase%3DPending"
    assert comparable_url(url) == "/api/v1/pods?fieldSelector=status.phase%3DPending&watch=true"
    assert comparable_url("/api/v1/pods?resourceVersion=0") == "/api/v1/pods"


def test_events_of_schedulers_and_bookmarks_on_the_way_are_left_out() -> None:
    written = Exchange("POST", "/apis/events.k8s.io/v1/namespaces/default/events", {}, 1)
    begun = {"type": "BOOKMARK", "object": {"metadata": {"annotations": {"k8s.io/initial-events-end": "true"}}}}
    later = {"type": "BOOKMARK", "object": {"metadata": {"resourceVersion": "9"}}}
    watch = Exchange("WATCH", "/api/v1/pods?watch=true", None, 2, status=200, events=[(3, begun), (4, later)])
    assert list(rows([written, watch])) == [
        {"at": 2, "method": "WATCH", "url": "/api/v1/pods?watch=true", "status": 200, "events": [[3, begun]]}
    ]
