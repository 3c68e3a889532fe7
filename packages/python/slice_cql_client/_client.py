"""The client: a service, seen with one key."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any, Dict, Iterator, Optional, cast

from ._errors import ConnectionFailed
from ._resource import path_of
from ._transport import MAX_TRIES, Ask, Transport, pause_before
from .generated import resources
from .generated.types import LoopBody, LoopCompiled, LoopEvent, LoopStarted

FINAL = ("completed", "failed", "canceled")
# The service writes something every 15 seconds: a connection that is silent for three times as long is broken.
SILENCE = 45.0


def _lines(response: http.client.HTTPResponse) -> Iterator[str]:
    """The lines of an answer as they arrive; one that has no end is left out."""
    with response:
        try:
            for line in response:
                if line.endswith(b"\n"):
                    yield line.decode().rstrip("\r\n")
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(f"The answer of the service broke off: {error}") from error


class Loops(resources.Loops):
    """Long jobs that read documents and stage what they find in a delta."""

    def estimate(self, body: LoopBody, *, timeout: Optional[float] = None) -> LoopCompiled:
        """Show what a loop would do, and what it would cost."""
        dry = cast(LoopBody, {**body, "dry_run": True})
        return cast(LoopCompiled, super().start(dry, timeout=timeout))

    def start(
        self, body: LoopBody, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None
    ) -> LoopStarted:
        """Start a loop. It reserves its maximum cost."""
        if body.get("dry_run"):
            raise ValueError("Ask for what a loop would do with estimate().")
        started = super().start(body, idempotency_key=idempotency_key, timeout=timeout)
        return cast(LoopStarted, started)

    def events(self, id: str, *, after_sequence: int = 0) -> Iterator[LoopEvent]:
        """Follow the events of a loop, until the last one: ``loop.completed``, ``loop.failed`` or ``loop.canceled``.

        Each comes once, in order. When the connection is lost or the service restarts, the stream goes on after the last event that you got.
        """
        last, empty = after_sequence, 0
        while empty < MAX_TRIES:
            empty += 1
            for event in self._stream(id, last):
                if event["sequence"] <= last:
                    continue
                last, empty = event["sequence"], 0
                yield event
                if event["kind"] in [f"loop.{status}" for status in FINAL]:
                    return
            if self._is_over(id, last):
                return
            time.sleep(pause_before(empty + 1))
        raise ConnectionFailed("The service ends each stream of events before anything is in it.")

    def _stream(self, id: str, last: int) -> Iterator[LoopEvent]:
        """The events of one connection. That it breaks off is its end."""
        query, headers = {"after_sequence": last}, {"accept": "text/event-stream"}
        path = path_of("/v1/loops/{}/stream", id)
        response = self._transport.send(Ask("GET", path, True, query, None, headers, SILENCE), lambda answer: answer)
        try:
            for line in _lines(response):
                # Each event is one line of data; its other lines say the same.
                if line.startswith("data:"):
                    yield cast(LoopEvent, json.loads(line[len("data:") :]))
        except ConnectionFailed:
            return

    def _is_over(self, id: str, last: int) -> bool:
        """Whether the last event was among those that the caller had before: then streams have nothing in them."""
        if self.get(id)["status"] not in FINAL:
            return False
        return not self.list_events(id, after_sequence=last, limit=1)["events"]


class Client(resources.Service):
    """A service, seen with one key: a member for each resource of the API, and what concerns all of them.

    ``timeout`` is how many seconds a try waits for the service (60).
    """

    def __init__(self, base_url: str, key: str, *, project: Optional[str] = None, timeout: float = 60.0) -> None:
        transport = Transport(base_url, key, project, timeout)
        super().__init__(transport)
        self.slices = resources.Slices(transport)
        self.loops = Loops(transport)
        self.memories = resources.Memories(transport)
        self.entities = resources.Entities(transport)
        self.relationships = resources.Relationships(transport)
        self.graph = resources.Graph(transport)
        self.catalog = resources.Catalog(transport)
        self.shapes = resources.Shapes(transport)
        self.sources = resources.Sources(transport)
        self.documents = resources.Documents(transport)
        self.deltas = resources.Deltas(transport)
        self.credits = resources.Credits(transport)
        self.keys = resources.Keys(transport)
        self.projects = resources.Projects(transport)
        self.activity = resources.Activity(transport)

    def export(self, *, from_: Optional[str] = None) -> Iterator[Dict[str, Any]]:
        """Export all of a project: the lines of ``GET /v1/export``, each as its value; from one table on, to resume an export that broke off."""
        ask = Ask("GET", "/v1/export", True, {"from": from_})
        row: Dict[str, Any] = {}
        for line in _lines(self._transport.send(ask, lambda answer: answer)):
            row = json.loads(line)
            yield row
        if row.get("kind") != "end":
            raise ConnectionFailed("The export is incomplete: its last line is missing.")
