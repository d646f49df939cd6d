"""The command line: each command stands in a module of ``citator.commands``, imported when it is called.

Exit codes: 0 done · 1 nothing found, or findings · 2 bad input, with a sentence that says what is wrong.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from citator.errors import CitatorError

# In the order of use: looking up, relating, comparing, keeping the library.
_COMMANDS = {
    "games": "library",
    "show": "lookup",
    "export": "lookup",
    "changelog": "lookup",
    "search": "ask",
    "ask": "ask",
    "refs": "relate",
    "path": "relate",
    "terms": "relate",
    "graph": "relate",
    "diff": "compare",
    "history": "compare",
    "cite": "citing",
    "check": "citing",
    "rulings": "citing",
    "lint": "lint",
    "add": "library",
    "repair": "repair",
    "pages": "pages",
}


class _Commands(click.Group):
    """Imports a command's module only when it is called, and turns Citator's own errors into a sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = import_module(f"citator.commands.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def _answered(self, *args: Any, **kwargs: Any) -> Any:
        """Answer; where the compiled file turns out to be damaged inside, once more with a new one."""
        try:
            return super().main(*args, **kwargs)
        except Exception as error:
            if type(error).__module__ != "sqlite3":
                raise
        from citator.store.cache import cache_folder, compiled_files

        for path in compiled_files(cache_folder()):
            path.unlink(missing_ok=True)
        return super().main(*args, **kwargs)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return self._answered(*args, **kwargs)
        except CitatorError as error:
            click.echo(f"citator: {error}", err=True)
            sys.exit(error.exit_code)


_START = """\
Try first:
  citator games                       the games and their editions
  citator show fow 804.4              a rule with its context
  citator ask fow "can a tapped guy block"
  citator diff fow@5.12 fow@8.01      what changed
  citator check ruling.md             whether its citations still stand
  citator --help                      everything else"""


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="citator")
@click.option(
    "--rules",
    type=click.Path(path_type=Path),
    help="A folder to use instead of the built-in library and your own (also: CITATOR_RULES).",
)
@click.pass_context
def main(ctx: click.Context, rules: Path | None) -> None:
    """Look up, compare and cite the comprehensive rules of trading card games.

    Try: citator show fow 804.4
    """
    ctx.obj = rules
    if ctx.invoked_subcommand is None:
        click.echo(_START)
