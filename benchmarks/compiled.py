"""Modules compiled as those of an installed package are, even where the environment keeps Python from writing them."""

import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def compile_modules() -> None:
    """Write the compiled form of every module beside it, once."""
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(ROOT / "viewer"), str(ROOT / "pages")], check=True)
