"""The client of the slice service: memories, slices, loops and search, typed, with retries that do nothing twice."""

from ._client import Client, Loops
from ._errors import ConnectionFailed, Problem
from ._resource import Pages
from .generated import types

__all__ = ["Client", "ConnectionFailed", "Loops", "Pages", "Problem", "types"]
