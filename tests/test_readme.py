"""README says what the program does: its tables are those of the registries, its commands run."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from accounting import unaccounted
from conftest import ROOT, SAMPLES

from viewer import load
from viewer.analysis.checks.registry import rules
from viewer.analysis.evidence.unread_write import UNREAD_WRITE
from viewer.analysis.invariants.registry import INVARIANTS
from viewer.capabilities import CAPABILITIES, formats_of
from viewer.cli import main
from viewer.cli.address import split_address
from viewer.cli.group import COMMANDS
from viewer.formats import registry
from viewer.formats.registry import FORMATS
from viewer.ui.shell import PAGES

README = ROOT / "README.md"


def table(*rows: tuple[str, ...]) -> str:
    """A Markdown table; the first row is its head."""
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]])


def formats_table() -> str:
    rows = [
        (
            f"{format.title}{' ¹' if format.from_documentation else ''}",
            f"`{format.name}`",
            format.ending,
            format.usage,
        )
        for format in FORMATS
    ]
    return table(("format", "name", "how an ending is told", "how tokens are counted"), *rows)


def findings_table() -> str:
    return table(
        ("code", "severity", "meaning"), *((f"`{rule.code}`", rule.severity, rule.meaning) for rule in rules())
    )


def checks_table() -> str:
    rows = [
        (f"`{one.code}`", one.severity, one.meaning, str(getattr(one, "number", None) or ""))
        for one in (*INVARIANTS, UNREAD_WRITE)
    ]
    return table(("code", "severity", "meaning", "published number"), *rows)


def commands_table() -> str:
    rows = []
    for name, command in _leaves(main):
        words = [one.make_metavar(click.Context(command)) for one in command.params if isinstance(one, click.Argument)]
        options = [one.opts[0] for one in command.params if isinstance(one, click.Option)]
        rows.append((f"`{' '.join([name, *words])}`", (command.help or "").splitlines()[0], f"`{' '.join(options)}`"))
    return table(("command", "does", "options"), *rows)


def _leaves(group: click.Group) -> list[tuple[str, click.Command]]:
    """The commands, those of a group by its name and theirs."""
    found: list[tuple[str, click.Command]] = []
    context = click.Context(group)
    for name in group.commands or COMMANDS:
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found.extend((f"{name} {inner}", one) for inner, one in _leaves(command))
        else:
            found.append((name, command))
    return found


def capabilities_table() -> str:
    rows = [(row.format.title, *row.cells) for row in formats_of(SAMPLES)]
    return table(("format", *(capability.name for capability in CAPABILITIES)), *rows)


TABLES = {
    "formats": formats_table,
    "capabilities": capabilities_table,
    "findings": findings_table,
    "checks": checks_table,
    "commands": commands_table,
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_that_of_its_registry(name: str, update_goldens: bool) -> None:
    text = README.read_text(encoding="utf-8")
    found = re.search(rf"<!-- {name} -->\n(.*?)\n?<!-- /{name} -->", text, re.DOTALL)
    assert found, f"README has no place for the {name} table"
    made = TABLES[name]()
    if update_goldens:
        new = f"<!-- {name} -->\n{made}\n<!-- /{name} -->"
        README.write_text(text[: found.start()] + new + text[found.end() :], encoding="utf-8")
    else:
        assert found[1] == made, "run pytest tests/test_readme.py --update-goldens and read the diff"


def test_every_page_is_named() -> None:
    text = README.read_text(encoding="utf-8")
    assert [title for _, title, _ in PAGES if f"**{title}**" not in text] == []


def blocks() -> list[str]:
    """The shell lines that README shows, without comments."""
    text = "\n".join(re.findall(r"```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_the_test_command_is_the_one_that_runs_before_every_change() -> None:
    (command,) = [line for line in blocks() if line.endswith("pytest")]
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", [line for line in blocks() if line.startswith("trajectory-viewer")])
def test_a_command_of_the_tour_exists_with_its_options_and_files(line: str) -> None:
    words = [word for word in shlex.split(line, comments=True)[1:] if word not in ("|", ">")]
    name = words[0] if words[0] in COMMANDS else "open"
    command = main.get_command(click.Context(main), name)
    for word in words[1:]:
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), word)
    assert command is not None
    known = {option for one in command.params for option in one.opts}
    for word in words:
        if word.startswith("--"):
            assert word in known, f"{name} has no {word}"
        if word.startswith("sample_runs"):
            assert (ROOT / split_address(word)[0]).exists(), f"{word} is not there"


def test_every_link_into_the_project_leads_somewhere() -> None:
    text = README.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        assert (ROOT / target).exists(), target


def test_the_format_that_readme_writes_reads_its_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = README.read_text(encoding="utf-8").split("## Add a format\n")[1].split("\n## ")[0]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    module: dict[str, Any] = {"__name__": "diary"}
    exec(compile(code, "README.md", "exec"), module)
    monkeypatch.setattr(registry, "FORMATS", (*FORMATS, module["FORMAT"]))
    entries = [
        {"by": "human", "said": "hello"},
        {"by": "agent", "said": "hi"},
        {"by": "agent"},
        {"by": "human", "said": 5},
    ]
    (tmp_path / "d.json").write_text(json.dumps({"diary": entries}))
    (run,) = load.runs(next(load.sources([tmp_path])))
    assert (run.format, len(run.messages), len(run.requests)) == ("diary", 2, 1)
    assert [problem.record for problem in run.problems] == [3, 4]
    assert unaccounted((run,)) == []
