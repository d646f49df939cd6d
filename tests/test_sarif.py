"""SARIF: valid against the standard's schema (OASIS SARIF 2.1.0, in tests/schemas), with places that tools find."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
from click.testing import CliRunner

from citator.cli import main
from citator.lint import CHECKS
from citator.sarif import Result, sarif

SCHEMA = json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0.json").read_text(encoding="utf-8"))


def test_the_schema_refuses_what_is_no_sarif() -> None:
    assert not jsonschema.Draft4Validator(SCHEMA).is_valid({"version": "2.1.0", "runs": [{"tool": {}}]})


def test_a_result_stands_at_its_line(tmp_path: Path) -> None:
    log = sarif([Result("gap", "warning", "a number is missing", tmp_path / "a b.txt", 7)], {"gap": "A gap.\n\nMore."})
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 7}
    assert place["artifactLocation"]["uri"].endswith("/a%20b.txt")


def test_lint_writes_valid_sarif_for_the_whole_library() -> None:
    rules = Path(__file__).parents[1] / "rules"
    done = CliRunner().invoke(main, ["--rules", str(rules), "lint", "--doubts", "--format", "sarif"])
    assert done.exit_code == 1
    log = json.loads(done.stdout)
    jsonschema.Draft4Validator(SCHEMA).validate(log)
    run = log["runs"][0]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == {*CHECKS, "unsure"}
    assert {result["ruleId"] for result in run["results"]} <= {*CHECKS, "unsure"}
    files = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]}
    assert any(uri.endswith("rules/final-fantasy-tcg/undated/rules.txt") for uri in files)
