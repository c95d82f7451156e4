"""The command line: the same questions as the app, answered as text or JSON lines."""

from viewer.cli.group import main as main
