"""What to do about an answer's status."""

_NOT_FOUND = 404
_HELP = {
    400: "The extender could not read the request: look whether it wants names (`nodeCacheCapable`) or whole nodes.",
    401: "Put `user:password@` into `urlPrefix`, or a client certificate into `tlsConfig`; nothing else is sent.",
    403: "Put `user:password@` into `urlPrefix`, or a client certificate into `tlsConfig`; nothing else is sent.",
    _NOT_FOUND: "Compare `urlPrefix` and the verb with the path that the extender serves.",
    405: "The extender has to take POST at this path; compare it with `urlPrefix` and the verb.",
    413: "Raise what the extender accepts: whole nodes are large; or let it keep nodes itself (`nodeCacheCapable`).",
    415: "The extender has to take `Content-Type: application/json`.",
    429: "Raise the extender's limit: kube-scheduler asks it about every Pod.",
}


def help_of(status: int) -> str:
    """Tell what to do about a status other than 200."""
    if status in _HELP:
        return _HELP[status]
    match status // 100:
        case 2:
            return "Answer with 200 and a body, also where there is nothing to say."
        case 3:
            return "Write the URL that answers itself into `urlPrefix`."
        case 4:
            return _HELP[_NOT_FOUND]
    return "Look into the extender's log."
