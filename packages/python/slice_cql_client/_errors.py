"""What a call raises: the service refuses, or cannot be reached."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, cast

from .generated.types import Diagnostic, ProblemCode, ProblemEntry


class Problem(Exception):
    """The service has refused a request. ``str(problem)`` says what to do.

    ``code`` never changes its meaning; ``diagnostics`` says what is wrong with a query (``invalid_cql``), and how to fix it.
    """

    def __init__(self, status: int, said: Dict[str, Any], retry_after: Optional[float] = None) -> None:
        super().__init__(said["detail"])
        self.status = status
        self.code: ProblemCode = cast(ProblemCode, said["code"])
        self.detail: str = said["detail"]
        # Of a proxy they may be anything.
        self.errors: List[ProblemEntry] = _list(said.get("errors"))
        self.diagnostics: List[Diagnostic] = _list(said.get("diagnostics"))
        self.request_id: Optional[str] = said.get("request_id")
        # Seconds after which the request may succeed, if the service says so.
        self.retry_after = retry_after
        # All that the service said; members such as `version` belong to one code.
        self.problem = said


def _list(value: Any) -> List[Any]:
    return value if isinstance(value, list) else []


class ConnectionFailed(Exception):
    """The service could not be reached, or its answer broke off, each time that the request was tried. ``__cause__`` is the last failure."""
