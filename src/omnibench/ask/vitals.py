"""What a server says of the moment: whether a model is in memory, and how many slots are free. Loads nothing.

Sources: Ollama api/types.go (`/api/ps`: `size_vram` below `size` is partly on the CPU); llama.cpp tools/server
(`/slots`, which may be switched off); LM Studio's REST API (`/api/v1/models`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from omnibench.ask.catalogue import find_named
from omnibench.ask.client import open_native
from omnibench.ask.native import get, native_root, told_object, told_objects
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from omnibench.ask.presets import DialectName, Endpoint

_TIMEOUT_S: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """One model at one moment; None where the server does not tell."""

    is_loaded: bool | None = None
    gpu_share: float | None = None
    """How much of a loaded model is in the memory of a GPU, 0..1."""
    n_slots: int | None = None
    n_free_slots: int | None = None


async def fetch_vitals(endpoint: Endpoint, model_id: str) -> Vitals:
    """Ask the first URL of an endpoint how a model, named as the provider lists it, is doing."""
    known = _ASKED.get(endpoint.preset.dialect)
    if known is None or not endpoint.base_urls:
        return Vitals()
    path, read = known
    async with open_native(endpoint, native_root(endpoint.base_urls[0]), timeout_s=_TIMEOUT_S) as http:
        said = await get(endpoint, http, path)
    return Vitals() if isinstance(said, Failure) else read(said, model_id)


def _of_ollama(said: Mapping[str, Any], model_id: str) -> Vitals:
    if not isinstance(said.get("models"), list):
        return Vitals()
    running = find_named(said["models"], model_id)
    size, on_gpu = running.get("size"), running.get("size_vram")
    share = on_gpu / size if isinstance(size, int) and isinstance(on_gpu, int) and size > 0 else None
    return Vitals(is_loaded=bool(running), gpu_share=share)


def _of_llamacpp(said: Mapping[str, Any], _model_id: str) -> Vitals:
    slots = [slot for slot in told_objects(said.get("data")) if isinstance(slot.get("is_processing"), bool)]
    if not slots:
        return Vitals()
    return Vitals(n_slots=len(slots), n_free_slots=sum(not slot["is_processing"] for slot in slots))


def _of_lmstudio(said: Mapping[str, Any], model_id: str) -> Vitals:
    model = next((one for one in told_objects(said.get("models")) if one.get("key") == model_id), {})
    instances = told_object(model).get("loaded_instances")
    return Vitals(is_loaded=bool(instances) if isinstance(instances, list) else None)


_ASKED: Final[Mapping[DialectName, tuple[str, Callable[[Mapping[str, Any], str], Vitals]]]] = {
    "ollama": ("/api/ps", _of_ollama),
    "llamacpp": ("/slots", _of_llamacpp),
    "lmstudio": ("/api/v1/models", _of_lmstudio),
}
