"""What the resources of the API share: reads, writes that are safe to send again, and lists without cursors."""

from __future__ import annotations

import uuid
from typing import Any, Callable, Dict, Generic, Iterator, Mapping, Optional, TypeVar, cast
from urllib.parse import quote

from ._errors import Problem
from ._transport import Ask, Transport

Item = TypeVar("Item")
Page = TypeVar("Page")


class Pages(Generic[Item, Page]):
    """A list: its items one by one, each page read when it is reached. Nothing is asked before the first."""

    def __init__(self, read: Callable[[Optional[str]], Page], member: str) -> None:
        self._read = read
        self._member = member

    def pages(self) -> Iterator[Page]:
        """The pages, with what they say besides their items."""
        cursor: Optional[str] = None
        while True:
            page = self._read(cursor)
            said = cast(Dict[str, Any], page)
            if not isinstance(said, dict) or not isinstance(said.get(self._member), list):
                detail = f"The answer is not a list of {self._member}, which the service would answer; check base_url."
                raise Problem(200, {"code": "unexpected_answer", "detail": detail})
            yield page
            cursor = said.get("next_cursor")
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from cast(Dict[str, Any], page)[self._member]


class Resource:
    """A part of the API."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _read(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
        body: Optional[Any] = None,
    ) -> Any:
        return self._transport.json(Ask(method, path, True, query, body, None, timeout))

    def _write(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
        body: Optional[Any] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
    ) -> Any:
        """Writes with a key, by which the service knows a request that it has answered already."""
        headers = {"idempotency-key": idempotency_key or uuid.uuid4().hex, **_matching(if_match)}
        return self._transport.json(Ask(method, path, True, query, body, headers, timeout))

    def _once(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
        body: Optional[Any] = None,
        if_match: Optional[str] = None,
    ) -> Any:
        """Writes what is not safe to send again."""
        return self._transport.json(Ask(method, path, False, query, body, _matching(if_match), timeout))

    def _list(
        self,
        path: str,
        member: str,
        *,
        query: Mapping[str, Any],
        timeout: Optional[float] = None,
    ) -> Pages[Any, Any]:
        def read(cursor: Optional[str]) -> Any:
            place = query if cursor is None else {**query, "cursor": cursor}
            return self._read("GET", path, query=place, timeout=timeout)

        return Pages(read, member)


def path_of(template: str, *ids: str) -> str:
    """A path with IDs in it. Raises a ValueError for an ID that would make it another path."""
    for each in ids:
        if each in ("", ".", ".."):
            raise ValueError(f"{each!r} is not an ID.")
    return template.format(*(quote(each, safe="") for each in ids))


def _matching(if_match: Optional[str]) -> Dict[str, str]:
    if if_match is None:
        return {}
    return {"if-match": if_match if if_match == "*" or if_match.startswith('"') else f'"{if_match}"'}
