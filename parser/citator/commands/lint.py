"""What is wrong with a document: ``lint``."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import TYPE_CHECKING

import click

from citator.commands.common import complete_edition, format_option, library_of, print_json, studied
from citator.errors import BadInput
from citator.lint import CHECKS, SEVERITIES, doubts, lint, nearest
from citator.terminal import Row, show

if TYPE_CHECKING:
    from citator.library import Edition
    from citator.lint import Finding
    from citator.study import Study


@click.command("lint")
@click.argument("editions", nargs=-1, shell_complete=complete_edition)
@click.option("--without", multiple=True, metavar="CODE", help="Switch a code off; may be given several times.")
@click.option("--doubts", "with_doubts", is_flag=True, help="Also the parser's own decisions that rest on little.")
@click.option(
    "--fail-on",
    type=click.Choice([*SEVERITIES, "never"]),
    default="note",
    show_default=True,
    help="The least severity that makes the exit code 1.",
)
@click.option("--explain", is_flag=True, help="Say what each code means, with an example, and stop.")
@format_option("text", "json", "sarif")
@click.pass_context
def lint_command(
    ctx: click.Context,
    editions: tuple[str, ...],
    without: tuple[str, ...],
    with_doubts: bool,
    fail_on: str,
    explain: bool,
    form: str,
) -> None:
    """Say how much of a document is accounted for, and what is wrong with it."""
    for code in without:
        if code not in CHECKS:
            hint = f"did you mean {nearest(code)!r}? " if nearest(code) else ""
            raise BadInput(f"there is no code {code!r}: {hint}“citator lint --explain” lists them.")
    if explain:
        _explain()
        return
    library = library_of(ctx)
    chosen = [library.edition(key) for key in editions] or library.editions()
    if not chosen:
        raise BadInput("the library is empty: “citator add GAME VERSION FILE” puts an edition into it.")
    reports = []
    for edition in chosen:
        found = studied(edition)
        findings = lint(edition, found, without) + (doubts(found) if with_doubts else [])
        reports.append((edition, found, sorted(findings, key=lambda finding: finding.line)))
    if form == "json":
        shown = [_report(*report) for report in reports]
        print_json(shown[0] if len(shown) == 1 else shown)
    elif form == "sarif":
        print_json(_sarif(reports))
    else:
        show(row for report in reports for row in _rows(*report))
    if fail_on != "never" and any(
        SEVERITIES.index(finding.severity) >= SEVERITIES.index(fail_on)
        for _, _, findings in reports
        for finding in findings
    ):
        sys.exit(1)


def _explain() -> None:
    rows = []
    for check in CHECKS.values():
        summary, _, example = check.documentation.partition("\n")
        rows += [Row(f"{check.severity}. {summary}", check.code), Row(" ".join(example.split()), "", 1, "faint")]
    show(rows)


def _report(edition: Edition, found: Study, findings: list[Finding]) -> dict[str, object]:
    return {
        "edition": edition.key,
        "findings": [vars(finding) for finding in findings],
        "coverage": {"characters": len(found.document.source.text), "accounted": found.document.accounted},
    }


def _sarif(reports: list[tuple[Edition, Study, list[Finding]]]) -> dict[str, object]:
    from citator.sarif import Result, sarif

    results = [
        Result(
            finding.code,
            finding.severity,
            f"{finding.rule}: {finding.message}" if finding.rule else finding.message,
            edition.path,
            finding.line,
        )
        for edition, _, findings in reports
        for finding in findings
    ]
    rules = {code: check.documentation for code, check in CHECKS.items()}
    return sarif(results, {**rules, "unsure": "A decision of the parser that rests on little evidence."})


def _rows(edition: Edition, found: Study, findings: list[Finding]) -> list[Row]:
    document = found.document
    total = len(document.source.text)
    rows = [Row(f"{document.accounted} of {total} characters accounted for", edition.key)]
    by_code = sorted(findings, key=lambda finding: (-SEVERITIES.index(finding.severity), finding.code))
    for (severity, code), group in groupby(by_code, key=lambda finding: (finding.severity, finding.code)):
        rows.append(
            Row(CHECKS[code].summary if code in CHECKS else "The parser's own doubts.", f"{severity} {code}", 1)
        )
        for finding in sorted(group, key=lambda finding: finding.line):
            where = f"line {finding.line}" + (f", {finding.rule}" if finding.rule else "")
            rows.append(Row(finding.message, where, 2))
            quoted = document.source.line(finding.line).strip()
            rows.append(Row(quoted if len(quoted) <= 150 else quoted[:149] + "…", "│", 3, "faint"))
    return rows
