"""The client of the slice service: memories, slices, loops and search, typed, with retries that do nothing twice."""

from ._client import ChangeStream, Client, FollowedChange, Loops, Slices
from ._errors import ConnectionFailed, Problem
from ._resource import Pages
from .generated import types

__all__ = ["ChangeStream", "Client", "ConnectionFailed", "FollowedChange", "Loops", "Pages", "Problem", "Slices", "types"]
