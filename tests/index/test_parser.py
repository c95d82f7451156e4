"""The version of the parser changes with all code that a row depends on."""

import subprocess
import sys

from conftest import ROOT

from viewer.index.parser import CODE, parser_version


def test_the_version_of_the_parser_covers_all_code_that_rows_depend_on() -> None:
    loaded = "import sys, viewer.index.extract; print(*(n for n in sys.modules if n.startswith('viewer.')))"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True, cwd=ROOT)
    names = {name.removeprefix("viewer.").replace(".", "/") for name in done.stdout.split()}
    covered = tuple(name.removesuffix(".py") for name in CODE)
    rest = {name for name in names if not any(name == one or name.startswith(f"{one}/") for one in covered)}
    assert rest <= {"analysis", "errors", "index", "joining", "listing", "real_paths"}, (
        "these tell which sources there are"
    )
    assert len(parser_version()) == 12
