"""Sends requests: the key, the project, retries, and problems as exceptions."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, TypeVar

from ._errors import ConnectionFailed, Problem

Result = TypeVar("Result")

# How often a request is sent at most.
MAX_TRIES = 6
# A service that asks for more patience than this, in seconds, is not asked again.
MAX_RETRY_AFTER = 60.0
# The longest pause, in seconds, where the service does not say how long to wait.
MAX_PAUSE = 8.0
# The service is busy, or cannot work at the moment.
TRANSIENT = frozenset({429, 503})
# What reading an answer raises that is not JSON: RecursionError for what is nested too deeply.
NO_JSON = (ValueError, RecursionError)


class Ask(NamedTuple):
    """A request to the service."""

    method: str
    # The path, with everything in it encoded.
    path: str
    # Whether it may be sent again if it is not known what became of it.
    is_repeatable: bool
    query: Optional[Mapping[str, Any]] = None
    body: Optional[Any] = None
    headers: Optional[Mapping[str, str]] = None
    # Seconds without an answer after which a try has failed; by default those of the client.
    timeout: Optional[float] = None


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service redirects nobody, and the key is for no other server."""

    def redirect_request(self, *_given: Any) -> None:
        return None


class Transport:
    """Sends requests to one service with one key."""

    def __init__(self, base_url: str, key: str, project: Optional[str], timeout: float) -> None:
        if urllib.parse.urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError(f"{base_url!r} is not the URL of a service.")
        if any(not "!" <= character <= "~" for character in key):
            raise ValueError("The key has a character that no key has.")
        self._base = base_url.rstrip("/")
        self._headers = {"authorization": f"Bearer {key}", "accept-encoding": "identity"}
        if project is not None:
            self._headers["x-service-project"] = project
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects)

    def send(self, ask: Ask, read: Callable[[http.client.HTTPResponse], Result]) -> Result:
        """Sends a request, and reads the answer, as often as it may be sent. Raises what the last try raised."""
        tries = 0
        while True:
            tries += 1
            try:
                return self._try(ask, read)
            except (ConnectionFailed, Problem) as error:
                wait = _wait_after(error, tries) if ask.is_repeatable and tries < MAX_TRIES else None
                if wait is None:
                    raise
            time.sleep(wait)

    def json(self, ask: Ask) -> Any:
        """Sends a request, and gives the value of the answer; None if it is empty."""
        return self.send(ask, _json_of)

    def _try(self, ask: Ask, read: Callable[[http.client.HTTPResponse], Result]) -> Result:
        given = {name: _written(value) for name, value in (ask.query or {}).items() if value is not None}
        url = f"{self._base}{ask.path}{'?' + urllib.parse.urlencode(given) if given else ''}"
        headers = {**self._headers, **(ask.headers or {})}
        data = None
        if ask.body is not None:
            data = json.dumps(ask.body).encode()
            headers["content-type"] = "application/json"
        request = urllib.request.Request(url, data=data, headers=headers, method=ask.method)
        try:
            return read(self._opener.open(request, timeout=ask.timeout or self._timeout))
        except urllib.error.HTTPError as error:
            raise _problem_of(error) from None
        except (OSError, http.client.HTTPException, *NO_JSON) as error:
            raise ConnectionFailed(f"The service cannot be reached, or its answer broke off: {error}") from error


def _json_of(response: Any) -> Any:
    with response:
        if response.status == 204:
            return None
        if not _is_json(response):
            raise _unexpected(response, response.status)
        return json.loads(response.read())


def _problem_of(error: urllib.error.HTTPError) -> Exception:
    with error:
        if not _is_json(error):
            return _unexpected(error, error.code)
        try:
            text = error.read()
        except (OSError, http.client.HTTPException) as broken:
            failed = ConnectionFailed(f"The answer of the service broke off: {broken}")
            failed.__cause__ = broken
            return failed
    try:
        said: Dict[str, Any] = json.loads(text)
    except NO_JSON:
        return _unexpected(error, error.code)
    if not isinstance(said, dict) or not all(isinstance(said.get(member), str) for member in ("code", "detail")):
        return _unexpected(error, error.code)
    return Problem(error.code, said, _retry_after(error))


def _is_json(response: Any) -> bool:
    return str(response.headers.get_content_type()) in ("application/json", "application/problem+json")


def _unexpected(response: Any, status: int) -> Problem:
    kind = response.headers.get("content-type", "no media type")
    detail = (
        f"{response.url} answered {status} with {kind}, which is not an answer of the service; "
        "check base_url, and what is between it and the service."
    )
    return Problem(status, {"code": "unexpected_answer", "detail": detail}, _retry_after(response))


def _retry_after(response: Any) -> Optional[float]:
    """Seconds, given as such or as a date."""
    text: str = response.headers.get("retry-after", "")
    if text.isdecimal():
        return float(text)
    try:
        seconds: float = parsedate_to_datetime(text).timestamp() - time.time()
        return max(0.0, seconds)
    except (TypeError, ValueError):
        return None


def _wait_after(error: Exception, tries: int) -> Optional[float]:
    """Seconds to wait before another try; None if there is no point in one."""
    if not isinstance(error, Problem):
        return pause_before(tries)
    # The service still works on an earlier try of ours, whose answer did not arrive.
    is_own = tries > 1 and error.code == "idempotency_in_progress"
    if not is_own and error.status not in TRANSIENT:
        return None
    if error.retry_after is None:
        return pause_before(tries)
    # Many clients may have been told the same: they should not all return at once.
    return None if error.retry_after > MAX_RETRY_AFTER else error.retry_after + random.uniform(0, 0.25)


def pause_before(tries: int) -> float:
    """A random time, of twice the length at most after each failure, in seconds."""
    return random.uniform(0.5, 1) * min(MAX_PAUSE, 0.25 * 2.0 ** (tries - 1))


def _written(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool) else str(value)
