"""One question, one answer."""

import http.client
import time
from urllib.parse import urlsplit

from schedcfg.document.secret_names import without_login
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.message import Answer, Limits, Request
from schedcfg.probe.exchange.trust import SYSTEM, Trust, context


def exchange(request: Request, trust: Trust = SYSTEM, limits: Limits = Limits()) -> Answer:  # noqa: B008
    """Ask once and read the answer, as Go's `net/http` client would, but within limits.

    Redirects are followed on the same server only; proxies of the environment are not used.

    Raises:
        ExchangeFailed: if no answer of HTTP came, whatever the status would have been.
    """
    parts = urlsplit(request.url)
    start = time.monotonic()
    if parts.scheme == "https":
        connection: http.client.HTTPConnection = http.client.HTTPSConnection(
            parts.hostname or "", parts.port, timeout=limits.seconds, context=context(trust)
        )
    else:
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=limits.seconds)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request(request.method, target, request.body or None, dict(request.headers))
        response = connection.getresponse()
        body = response.read(limits.body)
    except TimeoutError:
        raise ExchangeFailed(FailureKind.TIMEOUT, f"no answer within {limits.seconds:g} s") from None
    except OSError as error:
        raise ExchangeFailed(FailureKind.UNREACHABLE, str(error)) from None
    finally:
        connection.close()
    headers = {name.lower(): value for name, value in response.getheaders()}
    seconds = time.monotonic() - start
    return Answer(response.status, headers, body, seconds, request.method, without_login(request.url))
