"""Findings in SARIF 2.1.0, the form that code-review tools show beside the lines they speak of.

In: findings with the files they were found in. Out: a JSON-ready dictionary.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_LEVELS = {"error": "error", "warning": "warning", "note": "note"}


@dataclass(frozen=True)
class Result:
    """A finding at its place in a file."""

    code: str
    severity: str
    message: str
    file: Path
    line: int


def sarif(results: Iterable[Result], rules: Mapping[str, str]) -> dict[str, Any]:
    """One run; ``rules`` gives each code's documentation, its first line a summary."""
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "citator",
                        "version": version("citator"),
                        "rules": [
                            {
                                "id": code,
                                "shortDescription": {"text": text.partition("\n")[0] or code},
                                "fullDescription": {"text": text or code},
                            }
                            for code, text in rules.items()
                        ],
                    }
                },
                "results": [_result(result) for result in results],
            }
        ],
    }


def _result(result: Result) -> dict[str, Any]:
    return {
        "ruleId": result.code,
        "level": _LEVELS[result.severity],
        "message": {"text": result.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(result.file)},
                    "region": {"startLine": max(1, result.line)},
                }
            }
        ],
    }


def _uri(file: Path) -> str:
    """Relative to the working folder where it lies below it, as review tools want it."""
    try:
        return quote(file.resolve().relative_to(Path.cwd()).as_posix())
    except ValueError:
        return file.resolve().as_uri()
