"""Parses the command line and runs one command; the only place where an error becomes an exit code."""

from __future__ import annotations

import argparse
import importlib
import keyword
import signal
import sys
import traceback
from typing import TYPE_CHECKING, Final, Protocol, cast

from omnibench import __version__
from omnibench.cli import exit_codes
from omnibench.cli.streams import tolerant_streams
from omnibench.errors import DiskFull, FilesInvalid, OmnibenchError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT_COMMAND: Final = "run"
COMMANDS: Final[Mapping[str, str]] = {
    "run": "ask every enabled model every open question, judge, keep the results (the default)",
    "doctor": "is the provider there, are the models, can they do what the questions need",
    "plan": "show what a run would ask; sends nothing",
    "report": "print the leaderboard from the result tree, at any time",
    "rejudge": "judge stored answers again, without asking the models",
    "judge-audit": "draw a blinded sample for a person, and measure the judge by it",
    "validate": "check the dataset files and the registries",
    "import": "turn a foreign question bank into a document",
    "pull": "print `ollama pull` lines for the registry; downloads nothing",
}
"""Each is a module of this folder (`judge-audit` is judge_audit.py) with DESCRIPTION, EXAMPLES, `add_arguments(parser)` and `execute(args)`."""


class Command(Protocol):
    """What a command's module offers."""

    DESCRIPTION: str
    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's flags."""

    def execute(self, args: argparse.Namespace) -> int:
        """Run the command and return its exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Returns:
        The exit code; see docs/errors.md.
    """
    with tolerant_streams() as out:
        try:
            code = _run(argv)
        except SystemExit as ended:  # argparse, after a help text or a wrong flag
            code = ended.code if isinstance(ended.code, int) else 0
        except KeyboardInterrupt:  # before a run has begun, and in commands that only read
            print("stopped", file=sys.stderr)
            code = exit_codes.SIGNAL_BASE + signal.SIGINT
        out.flush()
        if out.error and not code:
            print_error(DiskFull(f"the output cannot be written: {out.error.strerror}"))
            code = DiskFull.exit_code
    return code


def _run(argv: Sequence[str] | None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    first = arguments[0] if arguments else ""
    name = arguments.pop(0) if first in COMMANDS else None
    if name is None and first and not first.startswith("-"):
        print(f"error: there is no command {first!r}; there are {', '.join(COMMANDS)}", file=sys.stderr)
        return UsageError.exit_code
    command = load_command(name or DEFAULT_COMMAND)
    parser = build_parser(name, command)
    args = parser.parse_args(arguments)
    try:
        return command.execute(args)
    except OmnibenchError as error:
        if args.debug:
            traceback.print_exception(error)
        print_error(error)
        return error.exit_code


def load_command(name: str) -> Command:
    """Import a command's module, and no other's."""
    return cast("Command", importlib.import_module(f"omnibench.cli.{module_of(name)}"))


def module_of(name: str) -> str:
    """Return the name of a command's module; `import` is a word of Python, and its module is `import_`."""
    return f"{name}_" if keyword.iskeyword(name) else name.replace("-", "_")


def build_parser(name: str | None, command: Command) -> argparse.ArgumentParser:
    """Build the parser of one command; without a name, of the default one with the list of all."""
    listing = ""
    if name is None:
        rows = "\n".join(f"  {other:<11} {meaning}" for other, meaning in COMMANDS.items())
        listing = f"\n\ncommands (`main.py COMMAND --help` for each):\n{rows}"
    parser = argparse.ArgumentParser(
        prog="main.py" if name is None else f"main.py {name}",
        description=command.DESCRIPTION,
        epilog=f"examples:\n{command.EXAMPLES.strip(chr(10))}{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"omnibench {__version__}")
    parser.add_argument("--debug", action="store_true", help="show a traceback when something goes wrong")
    command.add_arguments(parser)
    return parser


def print_error(error: OmnibenchError) -> None:
    """Print what went wrong and what to do, on stderr."""
    print(f"error: {_plain(error.message)}", file=sys.stderr)
    if isinstance(error, FilesInvalid):
        from omnibench.cli.console import print_faults  # rich only when it is needed

        print_faults(error.faults)
    if error.hint:
        print(f"hint: {_plain(error.hint)}", file=sys.stderr)


def _plain(text: str) -> str:
    """Return text whose control characters do nothing; names in it may come from a server."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)
