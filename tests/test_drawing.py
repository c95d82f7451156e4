"""Nothing of a run is rendered as HTML, Markdown or a label: only what is ours, and numbers (a check of the source)."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

FILES = sorted([ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "viewer" / "ui").rglob("*.py")])
RENDERED = {
    *("markdown", "write", "caption", "title", "header", "subheader", "latex", "badge", "toast", "exception", "html"),
    *("info", "warning", "error", "success", "status", "spinner", "progress", "metric", "expander", "popover"),
    *("button", "download_button", "link_button", "page_link", "checkbox", "toggle", "radio", "selectbox"),
    *("multiselect", "slider", "select_slider", "text_input", "text_area", "number_input", "date_input"),
    *("file_uploader", "pills", "segmented_control", "tabs", "table", "dialog", "feedback", "chat_input"),
}
"""Functions of Streamlit that render their first argument, and the named ones below."""
RENDERED_KEYWORDS = {"label", "help", "placeholder", "text", "caption", "captions", "body", "title", "page_title"}
FORBIDDEN = {"unsafe_allow_html", "unsafe_allow_javascript"}
PUT_TOGETHER_BY_US = {
    "said",  # counts of runs
    "counted",  # a number and a word of ours
    "message_title",  # the role and the number of a request
    "_at",  # a position
    "noted",
    "cap_price",  # notes and prices of a table of caps
    "nothing",  # why a page counts no run
    "rules_frame",  # what the formats of the registry declare
    "trouble",  # `Choice.trouble`: what is wrong with an address, without quoting it
}
"""Functions and fields whose text is of our words and numbers alone: look at them before you add one."""
NUMBERS = {"index", "number", "count", "record", "k"}
"""Fields of the model that are integers."""


def is_ours(node: ast.expr | None, known: "Known") -> bool:
    """A constant, one of our own constants, a number, or put together from these."""
    match node:
        case None | ast.Constant():
            return True
        case ast.Name(id=name):
            return name.lstrip("_").isupper() or known.is_ours(name)
        case ast.Attribute(attr=name):
            return name.isupper() or name in NUMBERS or name in PUT_TOGETHER_BY_US
        case ast.JoinedStr(values=values):
            return all(is_ours(value, known) for value in values)
        case ast.FormattedValue(value=value, format_spec=spec):
            return _refuses_text(spec) or is_ours(value, known)
        case ast.BinOp(op=ast.Sub() | ast.Div() | ast.FloorDiv()):
            return True  # texts have no such operation
        case ast.BinOp(left=left, right=right):
            return is_ours(left, known) and is_ours(right, known)
        case ast.IfExp(body=body, orelse=orelse):
            return is_ours(body, known) and is_ours(orelse, known)
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return all(is_ours(part, known) for part in parts)
        case ast.Subscript(value=value):
            return is_ours(value, known)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in {"len", "sum", "round"} | PUT_TOGETHER_BY_US
        case _:
            return False


def _refuses_text(spec: ast.expr | None) -> bool:
    """A format that no text has: `{count:,}`."""
    match spec:
        case ast.JoinedStr(values=[ast.Constant(value=str(word))]):
            return word.endswith(("d", ",", "f", "%"))
        case _:
            return False


def _is_constant(repeated: ast.expr) -> bool:
    """A loop over constants of ours: `KINDS.items()`, `zip(COLUMNS, KINDS)`."""
    return all(name.lstrip("_").isupper() or name in {"st", "zip", "enumerate"} for name in _names(repeated))


def _names(node: ast.expr) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


class Known:
    """What the names of one function stand for: what is assigned to them, and what callers in the file pass."""

    def __init__(self, function: ast.AST, tree: ast.Module) -> None:
        self._function = function
        self._tree = tree
        self._asked: set[str] = set()

    def is_ours(self, name: str) -> bool:
        if name in self._asked:
            return True
        self._asked.add(name)
        values = [*self._assigned(name), *self._passed(name)]
        return bool(values) and all(is_ours(value, known) for value, known in values)

    def _assigned(self, name: str) -> Iterator[tuple[ast.expr, "Known"]]:
        for node in ast.walk(self._function):
            match node:
                case ast.Assign(targets=targets, value=value):
                    if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                        yield value, self
                case ast.AnnAssign(target=ast.Name(id=assigned), value=ast.expr() as value) if assigned == name:
                    yield value, self
                case ast.For(target=target, iter=repeated) if _is_constant(repeated) and name in _names(target):
                    yield ast.Constant(name), self
                case ast.AugAssign(target=ast.Name(id=assigned), value=value) if assigned == name:
                    yield value, self

    def _passed(self, name: str) -> Iterator[tuple[ast.expr, "Known"]]:
        if not isinstance(self._function, ast.FunctionDef):
            return
        own = self._function
        arguments = [one.arg for one in (*own.args.posonlyargs, *own.args.args)]
        for function in functions(self._tree):
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == own.name:
                    given = dict(zip(arguments, node.args, strict=False))
                    given.update({keyword.arg: keyword.value for keyword in node.keywords if keyword.arg})
                    if name in given:
                        yield given[name], Known(function, self._tree)


def functions(tree: ast.Module) -> list[ast.AST]:
    """The functions of a file, innermost last, and the file itself for what stands outside of all."""
    return [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]


def breaches(source: str) -> list[str]:
    """Sentences on calls that would render what is not ours."""
    tree = ast.parse(source)
    inside = {id(node): function for function in functions(tree) for node in ast.walk(function)}
    found = []
    for call in (
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ):
        known = Known(inside[id(call)], tree)
        name = call.func.attr  # type: ignore[attr-defined]  # it is an Attribute, see above
        line = f"line {call.lineno}: {ast.unparse(call)[:100]}"
        found.extend(f"{line}: {keyword.arg}" for keyword in call.keywords if keyword.arg in FORBIDDEN)
        if name not in RENDERED:
            continue
        rendered = [*call.args[:1], *(one.value for one in call.keywords if one.arg in RENDERED_KEYWORDS)]
        if not all(is_ours(value, known) for value in rendered):
            found.append(f"{line}: is rendered, and not of our words and numbers alone")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_of_a_run_is_rendered(path: Path) -> None:
    assert breaches(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "st.markdown(run.task)",
        "st.write(run)",
        "st.expander(block.name)",
        "st.button(f'open {row.label}', key='x')",
        "st.text_input('a', help=run.task)",
        "st.markdown('**' + name + '**')",
        "st.html(text)",
        "st.markdown('<b>x</b>', unsafe_allow_html=True)",
        "left.selectbox(label, ('a', 'b'))",
        "def f(words):\n    st.markdown(words)\ndef g(run):\n    f(run.task)",
        "def f(run):\n    words = 'a'\n    words += run.task\n    st.markdown(words)",
        "st.tabs(names)",
        "st.progress(0.5, text=source.name)",
    ],
)
def test_a_call_that_would_render_a_run_s_words_is_named(line: str) -> None:
    assert breaches(line) != []


@pytest.mark.parametrize(
    "line",
    [
        "st.text(run.task)",
        "st.code(run.task)",
        "st.markdown('**Nothing is stored.**')",
        "st.markdown(f'{count:,} of {len(rows)} runs')",
        "st.html(STYLE)",
        "def f(words):\n    st.markdown(words)\ndef g():\n    f('our words')",
        "def f(n):\n    words = f'{n:,}'\n    words += ' runs'\n    st.markdown(words)",
    ],
)
def test_our_own_words_and_numbers_may_be_rendered(line: str) -> None:
    assert breaches(line) == []


@pytest.mark.parametrize("path", sorted((ROOT / "pages").glob("*.py")), ids=lambda path: path.name)
def test_a_page_begins_with_its_guard_and_is_short(path: Path) -> None:
    """Streamlit may run a page without app.py: the guard must come before anything else does."""
    source = path.read_text(encoding="utf-8")
    first, *rest = [node for node in ast.parse(source).body if not isinstance(node, ast.Import | ast.ImportFrom)]
    assert isinstance(first, ast.Expr), "a page opens with a sentence about it"
    assert ast.unparse(rest[0]) == "shell.ensure()"
    assert len(source.splitlines()) < 60
