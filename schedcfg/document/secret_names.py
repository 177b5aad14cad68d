"""Names that make a value a secret: of keys, flags, variables, headers and parameters."""

import re
from functools import lru_cache

from schedcfg.document.span import Path
from schedcfg.patterns import pattern

# Keywords of detect-secrets (detect_secrets/plugins/keyword.py), of gitleaks' rule `generic-api-key` and of Sentry's
# `DEFAULT_DENYLIST` (sentry_sdk/scrubber.py), headers of HTTP with credentials, and addresses that are passed on as
# variables, as platforms name them: where they have no login, they may still be what gives access.
_ANYWHERE = "token|passw|passphrase|passcode|pwd|secret|credential"
_KINDS_OF_KEYS = (
    "access|account|admin|api|app|auth|client|consumer|database|db|decryption|deploy|encryption|license|master|priv"
    "|private|service|session|shared|signature|signing|ssh|storage|subscription|tls|webhook"
)
_AT_THE_END = (
    rf"(?:{_KINDS_OF_KEYS})[-_.]?(?:access[-_.]?)?keys?(?:[-_.]?(?:data|id|pem|value|base64|b64))?"
    r"|key[-_.]?(?:data|pass)|session[-_.]?id|(?:\b|_|admin|database|db|mysql|root|user)[-_.]?pass"
    r"|authorization|auth|bearer|connection[-_.]?string|cookies?|creds?|dsn|jwt|hmac|sig(?:nature)?"
    r"|[-_]pat|otp[-_.]?seed|mnemonic|seed[-_.]?phrase|webhook[-_.]?ur[il]s?"
    r"|(?:amqp|broker|database|db|mongo(?:db)?|mysql|postgres(?:ql)?|rabbitmq|redis)[-_.]?ur[il]"
)
_NAME = pattern(rf"(?:{_ANYWHERE})(?P<rest>[\w.-]*+)|(?:{_AT_THE_END})[0-9]*+(?![\w-])", re.IGNORECASE)
HINTS = (
    *("token", "pass", "pwd", "secret", "cred", "key", "session", "auth"),
    *("bearer", "connection", "cookie", "dsn", "jwt", "hmac", "sig"),
    *("_pat", "-pat", "seed", "mnemonic", "webhook"),
    *("amqp", "broker", "database", "db_ur", "db-ur", "dbur", "mongo", "mysql", "postgres", "rabbitmq", "redis"),
)
"""What each name has in it, in lower case: they are looked for first, as that takes a fraction of the time."""

WHERE_IT_IS = pattern(
    r"(file|path|dir|name|namespace|ref|url|mount|type|timeout|seconds|ttl|size|count|limit|length|izer|less)s?\Z",
    re.IGNORECASE,
)
"""Ends of names under which is where a secret is, or what it is like, rather than the secret."""


@lru_cache(maxsize=1 << 15)  # A page of `effective` reads a file once for each release.
def is_secret_name(name: str) -> bool:
    """Return whether what has this name is a secret: a key, a flag, a variable, a header, a parameter."""
    return find_secret_name(name, 0, len(name)) is not None


def find_secret_name(text: str, start: int, end: int) -> "re.Match[str] | None":
    """Return the part of a name that makes it one of a secret; None where nothing does."""
    names = _NAME.finditer(text, start, end)
    return next((one for one in names if not WHERE_IT_IS.search(one["rest"] or "")), None)


def is_secret(path: Path) -> bool:
    """Return whether any key on the way to a value sounds like a secret."""
    return any(isinstance(step, str) and is_secret_name(step) for step in path)
