"""The command line: one file a command, one place that turns errors into exit codes."""

from omnibench.cli.main import main

__all__ = ["main"]
