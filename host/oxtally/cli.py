"""The command line: a table of commands, and the one place where errors become exit codes.

0 done, 1 could not, 2 wrong usage or wrong content. No traceback reaches a user.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence

from oxtally import __version__
from oxtally.errors import OxtallyError

# Name of each command; its module in oxtally.commands is called the same.
COMMANDS = (
    *("play", "replay"),
    *("devices", "install", "sync", "doctor"),
    *("games", "show", "export", "assign", "delete", "verify", "backup", "restore"),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot show is no reason to fail
    try:
        words = sys.argv[1:] if argv is None else argv
        args = _parser(words).parse_args(words)
        if sys.stdout is None:
            raise OxtallyError("standard output is closed: there is nowhere to print to")
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except OxtallyError as error:
        _complain(str(error))
        return error.exit_code
    except BrokenPipeError:  # the reader went away (`| head`)
        _give_up_on_output()
        return 1
    except OSError as error:  # commands name the files that they read and write: this one is about the output
        _give_up_on_output()
        _complain(f"standard output: {error.strerror}")
        return 1
    except KeyboardInterrupt:
        return 130


def _complain(text: str) -> None:
    if sys.stderr is not None:  # print(file=None) would go to standard output
        print(text, file=sys.stderr)


def _give_up_on_output() -> None:
    """What is still in the buffer goes nowhere, or the interpreter would stumble over it again on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for these words. A command that is named needs no other: importing them all takes a while."""
    parser = argparse.ArgumentParser(
        prog="oxtally", description="The laptop side of the Oxtally table companion.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"oxtally {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        module = importlib.import_module(f"oxtally.commands.{name}")
        command = commands.add_parser(
            name,
            help=module.SUMMARY,
            description=module.SUMMARY.capitalize() + ".",
            epilog=f"Example: {module.EXAMPLE}",
            allow_abbrev=False,
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser
