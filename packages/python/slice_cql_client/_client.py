"""The client: a service, seen with one key."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional, cast

from ._errors import ConnectionFailed
from ._resource import path_of
from ._streamed import Stream, event_in, lines_of, streamed, value_of
from ._transport import Ask, Transport
from .generated import resources
from .generated.types import LoopBody, LoopCompiled, LoopEvent, LoopStarted, SliceChange

FINAL = ("completed", "failed", "canceled")


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
        last = after_sequence

        def event_of(_id: Optional[str], data: Optional[str]) -> Optional[LoopEvent]:
            if data is None:
                return None
            event = event_in(data, "sequence", int)
            return cast(LoopEvent, event) if event["sequence"] > last else None

        stream = Stream(
            path_of("/v1/loops/{}/stream", id), lambda: {"after_sequence": last}, event_of, lambda: self._is_over(id, last)
        )
        for event in streamed(self._transport, stream):
            last = event["sequence"]
            yield event
            if event["kind"] in [f"loop.{status}" for status in FINAL]:
                return

    def _is_over(self, id: str, last: int) -> bool:
        """Whether the last event was among those that the caller had before: then streams have nothing in them."""
        if self.get(id)["status"] not in FINAL:
            return False
        return not self.list_events(id, after_sequence=last, limit=1)["events"]


class FollowedChange(SliceChange):
    """A change of a slice, and the cursor after it: keep it once the change is handled."""

    cursor: str


class ChangeStream:
    """The changes of a slice as they happen, each once, in order. Nothing is asked before the first; to read on goes on where it ended.

    ``cursor`` is where it is: after the last change that you got. It moves on in silence too, as an old one expires.
    """

    def __init__(self, transport: Transport, path: str, cursor: Optional[str]) -> None:
        self._transport = transport
        self._path = path
        self.cursor = cursor

    def __iter__(self) -> Iterator[FollowedChange]:
        stream = Stream(self._path, lambda: {"cursor": self.cursor}, self._take)
        for change in streamed(self._transport, stream):
            self.cursor = change["cursor"]
            yield change

    def _take(self, id: Optional[str], data: Optional[str]) -> Optional[FollowedChange]:
        if data is None:
            self.cursor = id or self.cursor
            return None
        if id is None:
            raise ConnectionFailed("A change without a cursor does not come from the service.")
        return cast(FollowedChange, {**event_in(data, "entity_id", str), "cursor": id})


class Slices(resources.Slices):
    """Named parts of a project, as queries."""

    def changes(self, id: str, *, cursor: Optional[str] = None) -> ChangeStream:
        """Follow what enters a slice, leaves it, or is changed in it, from a cursor or from now on. It has no end.

        When the connection is lost or the service restarts, it goes on after the last change that you got. It raises a ``Problem`` where
        there is no way on, such as ``cursor_expired``. For a page at a time there is ``list_changes``.
        """
        return ChangeStream(self._transport, path_of("/v1/slices/{}/stream", id), cursor)


class Client(resources.Service):
    """A service, seen with one key: a member for each resource of the API, and what concerns all of them.

    ``timeout`` is how many seconds a try waits for the service (60).
    """

    def __init__(self, base_url: str, key: str, *, project: Optional[str] = None, timeout: float = 60.0) -> None:
        transport = Transport(base_url, key, project, timeout)
        super().__init__(transport)
        self.slices = Slices(transport)
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
        self.changes = resources.Changes(transport)
        self.webhooks = resources.Webhooks(transport)

    def export(self, *, from_: Optional[str] = None) -> Iterator[Dict[str, Any]]:
        """Export all of a project: the lines of ``GET /v1/export``, each as its value; from one table on, to resume an export that broke off."""
        ask = Ask("GET", "/v1/export", True, {"from": from_})
        row: Dict[str, Any] = {}
        for line in lines_of(self._transport.send(ask, lambda answer: answer)):
            row = value_of(line)
            yield row
        if row.get("kind") != "end":
            raise ConnectionFailed("The export is incomplete: its last line is missing.")
