"""Why Prometheus gave no result, though an answer came."""

from enum import StrEnum

from schedcfg.errors import SchedcfgError


class QueryFailure(StrEnum):
    """What became of a question.

    `CLIENT`, `SERVER`, `CODE`: HTTP's status is 4xx, 5xx, or any other that is no success. `NOT_JSON`: the body is no
    JSON object. `NO_RESULT`: it is one, but holds no result. `API`: Prometheus itself says what is wrong.
    `WRONG_RESULT`: the result is not as Prometheus writes it.
    """

    CLIENT = "client"
    SERVER = "server"
    CODE = "code"
    NOT_JSON = "not-json"
    NO_RESULT = "no-result"
    API = "api"
    WRONG_RESULT = "wrong-result"


class QueryFailed(SchedcfgError):  # noqa: N818
    """An answer came, but no result.

    Attributes:
        kind: What it failed at.
        status: HTTP's status code.
        error_type: Prometheus' own word for it: `bad_data`, `execution`, `timeout`; empty where it says none.
        upstream: How `client_golang` words it.
        redirects: Where the question was sent on to before; see `Answer.redirects`.
    """

    def __init__(self, kind: QueryFailure, message: str, *, status: int, upstream: str, error_type: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.error_type = error_type
        self.upstream = upstream
        self.redirects: tuple[str, ...] = ()
