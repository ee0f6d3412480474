"""The house keeps its shape: imports point one way, each library has one door, tables equal folders."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "omnibench"
LEAVES = {"errors", "records", "strict_json", "entries"}
MAY_IMPORT = {
    "errors": {"records"},
    "records": set(),
    "strict_json": set(),
    "entries": set(),
    "kinds": LEAVES,
    "dataset": {"kinds", *LEAVES},
    "sources": {"dataset", "kinds", *LEAVES},
    "plan": {"kinds", *LEAVES},
    "judge": {"kinds", *LEAVES},
    "report": {"kinds", *LEAVES},
    "store": LEAVES,
    "ask": {"kinds", *LEAVES},
    "settings": {"ask", "kinds", "plan", *LEAVES},
    "app": {"ask", "store", "sources", "dataset", "plan", "judge", "report", "kinds", "settings", *LEAVES},
}
DOORS = {
    "openai": {"ask"},
    "httpx": {"ask"},
    "tenacity": {"ask"},
    "xllamacpp": {"ask"},
    "rich": {"cli"},
    "argparse": {"cli"},
    "dotenv": {"settings"},
    "filelock": {"store"},
    "orjson": {"store"},
    "statsmodels": {"report"},
    "scipy": {"report"},
    "jinja2": {"report"},
    "PIL": {"plan"},
    "openpyxl": {"sources"},
    "huggingface_hub": {"ask"},
}
PURE = {"kinds", "dataset", "sources", "plan", "judge", "report"}
NOT_PURE = {"asyncio", "os", "time", "random", "socket", "subprocess", "tempfile", "threading"}
MODULES = sorted(SOURCE.rglob("*.py"))


def room_of(path):
    first = path.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def imports_of(path):
    """Every module that a file imports, wherever in the file, typing imports included."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""


def rooms_imported(path):
    names = [name.split(".") for name in imports_of(path)]
    return {name[1] for name in names if name[0] == "omnibench" and len(name) > 1}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path):
    room = room_of(path)
    if room in ("cli", "__main__", "__init__"):
        return
    allowed = MAY_IMPORT[room] | {room}

    assert set() == rooms_imported(path) - allowed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_each_library_has_one_door(path):
    libraries = {name.split(".")[0] for name in imports_of(path)}

    assert set() == {name for name in libraries if name in DOORS and room_of(path) not in DOORS[name]}


@pytest.mark.parametrize(
    "path", [p for p in MODULES if room_of(p) in PURE], ids=lambda p: str(p.relative_to(SOURCE))
)
def test_pure_rooms_touch_no_file_clock_or_network(path):
    assert set() == {name.split(".")[0] for name in imports_of(path)} & NOT_PURE


def test_the_environment_is_read_in_one_place():
    readers = {
        str(path.relative_to(SOURCE))
        for path in MODULES
        if any(word in path.read_text("utf-8") for word in ("os.environ", "getenv"))
    }

    assert {"settings.py"} == {
        reader for reader in readers if "environ" in (SOURCE / reader).read_text("utf-8")
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_and_functions_stay_readable(path):
    tree = ast.parse(path.read_text("utf-8"))
    lengths = {
        node.name: node.end_lineno - node.lineno + 1
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert len(path.read_text("utf-8").splitlines()) <= 420
    assert {} == {name: n for name, n in lengths.items() if n > 62}


def test_every_prompt_kind_view_and_command_stands_in_its_table():
    from omnibench.cli.main import COMMANDS, module_of
    from omnibench.kinds import KINDS
    from omnibench.plan.prompts import PROMPTS
    from omnibench.report.views import VIEWS
    from omnibench.sources.importers import IMPORTERS

    def with_name(folder, name):
        return {p.stem for p in (SOURCE / folder).glob("*.py") if name in p.read_text("utf-8")}

    assert {name.replace("/", "_") for name in PROMPTS} == with_name(
        "plan/prompts", "\nPROMPT: Final = Prompt("
    )
    assert all(name == prompt.name for name, prompt in PROMPTS.items())
    assert set(KINDS) == with_name("kinds", "\nKIND: Final = Kind(")
    assert all(name == kind.name for name, kind in KINDS.items())
    assert set(VIEWS) == with_name("report/views", "\ndef render(")
    assert {module_of(name) for name in COMMANDS} == with_name("cli", "\ndef execute(")
    assert {name.replace("-", "_") for name in IMPORTERS} == with_name(
        "sources/importers", "\nIMPORTER: Final = Importer("
    )


HEAVY = {
    "openai",
    "httpx",
    "rich",
    "scipy",
    "statsmodels",
    "jinja2",
    "xllamacpp",
    "orjson",
    "PIL",
    "openpyxl",
}


def loaded_by(code):
    """Which heavy libraries are in memory after some code."""
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nprint(*sorted({HEAVY} & set(sys.modules)))"],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(SOURCE.parent)},
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("command", [[], ["judge-audit"], ["import"]])
def test_help_imports_nothing_heavy(command):
    assert set() == loaded_by(
        f"from omnibench.cli import main\nassert main([*{command}, '--help']) == 0",
    )


@pytest.mark.parametrize("module", ["app.run", "cli.run", "cli.console", "app.auditing", "report.audit"])
def test_statistics_templates_and_pictures_wait_until_they_are_needed(module):
    assert set() == loaded_by(f"import omnibench.{module}") & {"scipy", "statsmodels", "jinja2", "PIL"}
