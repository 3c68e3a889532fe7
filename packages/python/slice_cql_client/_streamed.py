"""Streams of server-sent events, each of which goes on where the one before it ended."""

from __future__ import annotations

import http.client
import json
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Generic, Iterator, Mapping, Optional, Tuple, Type, TypeVar

from ._errors import ConnectionFailed
from ._transport import MAX_TRIES, NO_JSON, Ask, Transport, pause_before

Item = TypeVar("Item")

# The service writes something every 15 seconds: a connection that is silent for three times as long is broken.
SILENCE = 45.0
# The longest line, in bytes: no line of the service is nearly as long.
MAX_LINE = 1 << 24
# Seconds after which the end of a stream is that of a connection which somebody allows no longer.
LONG = 5.0


@dataclass(frozen=True)
class Stream(Generic[Item]):
    """A stream, and what is made of it."""

    path: str
    # From where it goes on.
    query: Callable[[], Mapping[str, Any]]
    # What an event with an ID and data says; None if that is nothing new.
    item_of: Callable[[Optional[str], Optional[str]], Optional[Item]]
    # Whether nothing comes any more, which is asked after the end of each connection.
    is_over: Callable[[], bool] = lambda: False


def streamed(transport: Transport, stream: Stream[Item]) -> Iterator[Item]:
    """What the connections have, one after the other. Raises a Problem if the service refuses to go on."""
    empty = 0
    while empty < MAX_TRIES:
        empty += 1
        begun = time.monotonic()
        for item in _connected(transport, stream):
            empty = 0
            yield item
        if time.monotonic() - begun > LONG:
            empty = 0
        if stream.is_over():
            return
        time.sleep(pause_before(empty + 1))
    raise ConnectionFailed("The service ends each stream of events before anything is in it.")


def _connected(transport: Transport, stream: Stream[Item]) -> Iterator[Item]:
    """What one connection has. That it breaks off is its end."""
    ask = Ask("GET", stream.path, True, stream.query(), None, {"accept": "text/event-stream"}, SILENCE)
    response = transport.send(ask, lambda answer: answer)
    try:
        for id, data in _events_of(response):
            item = stream.item_of(id, data)
            if item is not None:
                yield item
    except ConnectionFailed:
        return


def _events_of(response: http.client.HTTPResponse) -> Iterator[Tuple[Optional[str], Optional[str]]]:
    """The ID and the data of each event; the last one counts only if all of it has arrived."""
    id: Optional[str] = None
    data: Optional[str] = None
    for line in lines_of(response):
        # The service has the data of an event on one line.
        if line.startswith("data:"):
            data = line[len("data:") :]
        elif line.startswith("id:"):
            id = line[len("id:") :].strip()
        elif line == "":
            yield id, data
            id = data = None


def event_in(data: str, member: str, kind: Type[object]) -> Dict[str, Any]:
    """The object in the data of an event. Raises ConnectionFailed for what has no such member."""
    event = value_of(data)
    if not isinstance(event.get(member), kind):
        raise ConnectionFailed("The stream has something that is not an event.")
    return event


def lines_of(response: http.client.HTTPResponse) -> Iterator[str]:
    """The lines of an answer as they arrive; one that has no end is left out."""
    with response:
        try:
            while line := response.readline(MAX_LINE):
                if line.endswith(b"\n"):
                    yield line.decode().rstrip("\r\n")
                elif len(line) == MAX_LINE:
                    raise ConnectionFailed(f"A line of the answer is longer than {MAX_LINE} bytes.")
        except (OSError, http.client.HTTPException, UnicodeDecodeError) as error:
            raise ConnectionFailed(f"The answer of the service broke off: {error}") from error


def value_of(line: str) -> Dict[str, Any]:
    """The object in a line. Raises ConnectionFailed for anything else: it is not the service that has written it."""
    try:
        value = json.loads(line)
    except NO_JSON as error:
        raise ConnectionFailed("A line of the answer is not JSON.") from error
    if not isinstance(value, dict):
        raise ConnectionFailed("A line of the answer is not an object.")
    return value
