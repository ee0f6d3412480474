"""Every command of the README and of the pages for users runs, in a folder of its own, against a fake provider.

Addresses of the examples become the fake server's; the embedded model answers one question instead of all.
Elsewhere: the recipes of extending.md (test_extending.py), the connectivity checks (test_hello.py), make demo (CI).
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import importing_page
import pytest
from importer_banks import FIXTURES
from processes import ROOT, run_program
from provider_server import provider_server

from omnibench.ask.embedded import find_weights
from omnibench.sources.importers import IMPORTERS

PAGES = [
    ROOT / "README.md",
    *(
        ROOT / "docs" / f"{n}.md"
        for n in ("dataset", "files", "grading", "importing", "night-run", "providers")
    ),
]
COMMAND = re.compile(r"(?:[A-Z_]+=\S+ )?(?:nohup )?(?:python (?:main|pull_models)\.py|make)\b[^#`\n]*")
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ADDRESS = re.compile(r"http://[a-z0-9.]+:\d+/v1")
KEY = "sk-or-v1-0123456789"


def commands():
    """Each command once, with the first page that shows it."""
    seen = {}
    for page in PAGES:
        text = page.read_text("utf-8")
        blocks = [block for language, block in FENCE.findall(text) if language in ("", "sh")]
        lines = [line.strip() for block in blocks for line in block.splitlines()]
        lines += re.findall(r"`([^`\n]+)`", FENCE.sub("", text))
        for line in lines:
            if match := COMMAND.match(line):
                seen.setdefault(match[0].strip(), page)
    marks = {
        line: pytest.mark.xfail(reason=why)
        for line in seen
        if (why := importing_page.is_not_yet(shlex.split(line)))
    }
    return [
        pytest.param(page, line, id=f"{page.stem}: {line}", marks=marks.get(line, ()))
        for line, page in seen.items()
    ]


COMMANDS = commands()


@pytest.fixture(scope="module")
def servers():
    models = {
        provider: [
            {"id": entry["model_id"], "capabilities": ["completion", "thinking"]}
            for entry in json.loads((ROOT / f"models/{provider}_models.json").read_text("utf-8"))["models"]
        ]
        for provider in ("ollama", "vllm", "openrouter")
    }
    played = {
        "ollama": {"models": [*models["ollama"], {"id": "gpt-oss:120b"}]},
        "vllm": {"models": [*models["vllm"], {"id": "my-model"}]},
        "openrouter": {"models": models["openrouter"], "require_key": KEY},
        "vllm, the second": {"flavour": "vllm", "models": [*models["vllm"], {"id": "my-model"}]},
        "sglang": {"models": [{"id": "my-model"}]},
        "llamacpp": {"models": [{"id": "my-model"}]},
        "llamaswap": {"flavour": "llamacpp", "models": [{"id": "small"}, {"id": "large"}]},
        "lmstudio": {"models": [{"id": "openai/gpt-oss-20b"}]},
    }
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(provider_server({"flavour": name, **config})).base_url
            for name, config in played.items()
        }


@pytest.fixture
def folder(tmp_path):
    for name in ("dataset", "models"):
        shutil.copytree(ROOT / name, tmp_path / name)
    page = (ROOT / "docs/dataset.md").read_text("utf-8")
    [bank] = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "dataset/general/my_bank.json").write_text(bank, "utf-8")
    (tmp_path / "result").mkdir()
    return tmp_path


class Hub(BaseHTTPRequestHandler):
    """The Hugging Face hub, with the small bank of the format in place of each bank."""

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        repo, revision, name = re.fullmatch(
            r"/datasets/([^/]+/[^/]+)/resolve/(\w{40})/(.+)", self.path
        ).groups()
        [format_name] = [
            one for one, importer in IMPORTERS.items() if importer.hub and importer.hub.repo == repo
        ]
        content = min(FIXTURES.glob(f"{format_name}/*/given/{Path(name).name}")).read_bytes()
        self.send_response(200)
        self.send_header("X-Repo-Commit", revision)
        self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def log_message(self, *args):
        """Print nothing."""


@pytest.fixture(scope="module")
def hub():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def prepared(line, servers):
    """The command as words, and what the environment adds, with the examples' addresses replaced."""
    provider = next((name for name in servers if f"--provider {name}" in line), "vllm")
    hosts = {name: url.removeprefix("http://").removesuffix("/v1") for name, url in servers.items()}
    places = iter([servers[provider], servers["vllm, the second"]])
    words = shlex.split(ADDRESS.sub(lambda _: next(places), line))
    variables = {
        "OPENAI_BASE_URL": servers["vllm"],
        "OPENROUTER_BASE_URL": servers["openrouter"],
        "LLAMACPP_BASE_URL": servers["llamacpp"],
        "LLAMASWAP_BASE_URL": servers["llamaswap"],
        "LMSTUDIO_BASE_URL": servers["lmstudio"],
        "OPENROUTER_API_KEY": KEY,
    }
    if "=" in words[0]:
        name, _, _host = words.pop(0).partition("=")
        variables[name] = hosts[provider]
    else:
        variables["OLLAMA_BASE_URL"] = servers["ollama"]
    words = [str(find_weights("smollm2:135m")) if word.endswith(".gguf") else word for word in words]
    if "embedded" in words and "plan" not in words:
        words += ["--limit", "1"]
    return words, variables


def preparations(words):
    """What must have been run before: there must be answers to judge again, and a sheet to read."""
    if "rejudge" in words or "judge-audit" in words:
        yield ["--models", "gemma3:12b", "--limit", "2"]
    if "--read" in words:
        yield ["judge-audit", "--n", "2"]
    if "exam" in words:
        yield ["import", "table", "exam.csv"]
    if "general/medxpertqa*" in words:
        yield ["import", "medxpertqa", "Text/test.jsonl", "MM/test.jsonl"]
        if "report" in words:
            yield [
                "--only",
                "general/medxpertqa*",
                "--models",
                "gemma3:12b",
                "--judge-model",
                "re",
                "--limit",
                "1",
            ]


def fill_in(folder, words):
    """Do what a person does with the sheet that the command reads."""
    key = json.loads((folder / "key.json").read_text("utf-8"))
    lines = ["audit_id,human", *(f"{case['audit_id']},right" for case in key["cases"])]
    (folder / Path(words[words.index("--read") + 1]).name).write_text("\n".join(lines), "utf-8")


@pytest.mark.parametrize(("page", "line"), [one for one in COMMANDS if not one.values[1].startswith("make")])
def test_a_documented_command_works(page, line, servers, hub, folder):
    words, variables = prepared(line, servers)
    variables |= {"HF_ENDPOINT": hub, "HF_HOME": str(folder / "cache"), "HF_HUB_DISABLE_XET": "1"}
    if words[0] == "nohup":
        words = words[1 : words.index(">")]
    words[:2] = [sys.executable, str(ROOT / words[1])]
    first_ones = list(preparations(words))
    if imports := [one for one in (*first_ones, words[2:]) if "import" in one]:
        importing_page.write_files(folder)
        for one in imports:
            importing_page.copy_bank(one, folder)
    for first in first_ones:
        run_program([*words[:2], *first], cwd=folder, **variables).check_returncode()
    if "--read" in words:
        fill_in(folder / "audit", words)
    done = run_program(words, cwd=folder, **variables)

    assert importing_page.expected_code(words) == done.returncode, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("page", "line"), [one for one in COMMANDS if one.values[1].startswith("make")])
def test_a_documented_target_exists(page, line):
    done = subprocess.run(
        [*line.split(), "-n"], cwd=ROOT, env={**os.environ}, capture_output=True, text=True, check=False
    )

    assert 0 == done.returncode, done.stderr


def test_the_commands_were_found():
    assert len(COMMANDS) > 20
    assert {"README", "dataset", "files", "grading", "importing", "night-run", "providers"} == {
        one.values[0].stem for one in COMMANDS
    }


def test_the_systemd_unit_starts_an_accepted_command():
    from omnibench.cli.main import build_parser, load_command

    page = (ROOT / "docs/night-run.md").read_text("utf-8")
    [words] = re.findall(r"^ExecStart=.*main\.py (.*)$", page, re.MULTILINE)
    build_parser(None, load_command("run")).parse_args(words.split())
    [codes] = re.findall(r"^RestartPreventExitStatus=(.*)$", page, re.MULTILINE)
    errors = (ROOT / "docs/errors.md").read_text("utf-8")

    assert [] == [code for code in codes.split() if f"| {code} |" not in errors]
