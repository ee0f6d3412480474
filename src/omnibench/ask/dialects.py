"""What differs between providers in a request.

The switch for reasoning, the token limit's name, fixed forms of reply, and what would change a question unasked.

Sources: Ollama openai/openai.go (`reasoning_effort`; thinking models think by default, `none` is always accepted);
vLLM chat_completion/protocol.py (`chat_template_kwargs`; templates read `enable_thinking` or `thinking`, unknown
names are ignored; `reasoning_effort` alone sets only the first); llama.cpp server-common.cpp (a switch in the template's
arguments beats `reasoning_effort`, so an effort goes there too); OpenRouter's guides to reasoning tokens and message
transforms; OpenAI's `reasoning_effort`, which models without reasoning refuse; LM Studio's bug tracker 2057 (template
arguments are ignored).

Held to words: vLLM's `structured_outputs.choice`; elsewhere a JSON schema, which Ollama and llama.cpp turn into a
grammar and OpenAI and many models of OpenRouter enforce. Thinking comes first where the server keeps it apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.ask.presets import DialectName, Preset
    from omnibench.records import Request

_TEMPLATE_SWITCH: Final[Mapping[str, Mapping[str, Any]]] = {
    "think": {"chat_template_kwargs": {"enable_thinking": True, "thinking": True}},
    "non_think": {"chat_template_kwargs": {"enable_thinking": False, "thinking": False}},
}
_SWITCHES: Final[Mapping[DialectName, Mapping[str, Mapping[str, Any]]]] = {
    "ollama": {"think": {}, "non_think": {"reasoning_effort": "none"}},
    "openrouter": {
        "think": {"reasoning": {"enabled": True}},
        "non_think": {"reasoning": {"effort": "none"}},
    },
    "vllm": _TEMPLATE_SWITCH,
    "sglang": _TEMPLATE_SWITCH,
    "llamacpp": _TEMPLATE_SWITCH,
    "lmstudio": {"think": {"reasoning_effort": "medium"}, "non_think": {"reasoning_effort": "none"}},
    "openai": {"think": {"reasoning_effort": "medium"}, "non_think": {}},
    "plain": {"think": {}, "non_think": {}},
}
_NO_SWITCH: Final[Mapping[str, Any]] = {}
_ONE_SWITCH: Final[frozenset[DialectName]] = frozenset({"llamacpp", "openrouter"})
"""Dialects that take one switch: of two, llama.cpp follows the wrong one and OpenRouter refuses both."""
_SWITCH_FIELDS: Final = frozenset({"chat_template_kwargs", "reasoning", "reasoning_effort"})
_ALWAYS: Final[Mapping[DialectName, Mapping[str, Any]]] = {
    # Models of up to 8,192 tokens of context lose the middle of a long question unless this is switched off.
    "openrouter": {"plugins": [{"id": "context-compression", "enabled": False}]},
}


def build_body(preset: Preset, request: Request) -> dict[str, Any]:
    """Return the JSON body of a chat request, provider's own fields included.

    The registry's `extra_body` comes last and wins; dictionaries are merged one level deep, and plugins by their id.
    """
    body: dict[str, Any] = {
        "model": request.model_id,
        "messages": list(request.messages),
        preset.max_tokens_field: request.max_tokens,
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.seed is not None:
        body["seed"] = request.seed
    if request.top_logprobs is not None:
        body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    switch = _switch_of(preset.dialect, request)
    form = _form_of(preset.dialect, request.words) if request.words else _NO_SWITCH
    always = _ALWAYS.get(preset.dialect, _NO_SWITCH)
    for name, value in (*always.items(), *switch.items(), *form.items(), *request.extra_body.items()):
        body[name] = _merged(name, body.get(name), value)
    return {_encodable(name): _encodable(value) for name, value in body.items()}


def _merged(name: str, ours: Any, theirs: Any) -> Any:
    """Return what is sent under a name that may have a value already."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return {**ours, **theirs}
    if name == "plugins" and isinstance(ours, list) and isinstance(theirs, list):
        named = [plugin.get("id") for plugin in theirs if isinstance(plugin, dict)]
        return [*(plugin for plugin in ours if plugin["id"] not in named), *theirs]
    return theirs


def _switch_of(dialect: DialectName, request: Request) -> Mapping[str, Any]:
    """Return the fields that ask for a mode, and for an effort where the registry names one."""
    if request.mode is None:
        return _NO_SWITCH
    switch = _SWITCHES[dialect][request.mode]
    if dialect in _ONE_SWITCH and request.extra_body.keys() & (_SWITCH_FIELDS - switch.keys()):
        return _NO_SWITCH  # the registry throws another one
    if request.effort is None:
        return switch
    if dialect == "openrouter":
        return {"reasoning": {"effort": request.effort}}
    if dialect == "llamacpp":
        (kwargs,) = switch.values()
        return {"chat_template_kwargs": {**kwargs, "reasoning_effort": request.effort}}
    return {**switch, "reasoning_effort": request.effort}


def _form_of(dialect: DialectName, words: Sequence[str]) -> Mapping[str, Any]:
    """Return the fields that hold a reply to one of `words`, alone or as the only value of a JSON object."""
    if dialect == "vllm":
        return {"structured_outputs": {"choice": list(words)}}
    schema = {
        "type": "object",
        "properties": {"verdict": {"type": "string", "enum": list(words)}},
        "required": ["verdict"],
        "additionalProperties": False,
    }
    json_schema = {"name": "verdict", "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": json_schema}}


def _encodable(value: Any) -> Any:
    """Return a part of a body with lone surrogates (a broken emoji in a model's answer) replaced: UTF-8 has none."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_encodable(name): _encodable(part) for name, part in value.items()}
    return [_encodable(part) for part in value] if isinstance(value, list) else value
