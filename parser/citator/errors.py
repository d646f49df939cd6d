"""What can go wrong, in words for people: what is wrong, where, and what to do.

CitatorError
├── BadInput        exit code 2: the input cannot be used as it is
│   ├── BadLibrary      a folder or TOML file of the library
│   ├── BadDocument     a rules document that cannot be read or holds no rules
│   └── BadRepair       a repair that does not fit its source
└── NotFound        exit code 1: nothing there, with what is near by
"""

from __future__ import annotations


class CitatorError(Exception):
    """The root of every error Citator raises on purpose."""

    exit_code = 2


class BadInput(CitatorError):
    """The input cannot be used as it is; the message says what would be right."""


class BadLibrary(BadInput):
    """A folder or a TOML file of the library is not as it should be."""


class BadDocument(BadInput):
    """A rules document cannot be read, or holds no rules."""


class BadRepair(BadInput):
    """A repair does not fit the source it is meant for."""


class NotFound(CitatorError):
    """There is no such game, edition or rule; the message names what is near by."""

    exit_code = 1
