"""What each provider says on the wire: completions, model lists, refusals.

Pure functions of the configuration and the request. The keys of a configuration, with an example each,
stand in `provider_server.py`, which adds the network, the waiting and the faults of the connection.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

Json = dict[str, Any]

FLAVOURS: Final = ("openai", "ollama", "openrouter", "vllm", "llamacpp")
ROOT: Final[Mapping[str, str]] = {"openrouter": "/api/v1"}  # elsewhere /v1

# Keys that may stand at the top, for all models, or in the entry of one model.
MODEL_DEFAULTS: Final[Json] = {
    "role": "answer",
    "answer": "A",
    "template": "{answer}",
    "judge": "rule",
    "own": None,
    "holds_form": False,
    "capabilities": ["completion"],
    "context_length": 32768,
    "max_completion_tokens": None,
    "reasoning": None,
    "reasoning_text": "Let me think step by step.",
    "reasoning_mandatory": False,
    "served": None,
    "latency_s": 0.0,
    "jitter_s": 0.0,
    "load_s": 0.0,
}

# Where a provider puts the reasoning text unless the model's `reasoning` says otherwise.
REASONING_CHANNEL: Final[Mapping[str, str]] = {
    "openai": "hidden",
    "ollama": "reasoning",
    "openrouter": "reasoning_details",
    "vllm": "reasoning",
    "llamacpp": "reasoning_content",
}
OLLAMA_EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "ultra", "max")
INLINE_THOUGHTS: Final[Mapping[str, str]] = {
    "inline": "<think>\n{thoughts}\n</think>\n\n{text}",
    "bare_close": "{thoughts}\n</think>\n\n{text}",  # the opening tag was part of the prompt
    "unclosed": "<think>\n{thoughts}",
}


class Refused(Exception):
    """The request ends in an HTTP error; `extra` overrides fields of the flavour's error object."""

    def __init__(self, status: int, message: str | None = None, **extra: Any) -> None:
        super().__init__(message)
        self.status, self.message, self.extra = status, message, extra


# --- errors ------------------------------------------------------------------------------------------

_MESSAGES: Final[Mapping[tuple[str, int], str]] = {
    ("ollama", 500): "model runner has unexpectedly stopped, this may be due to resource limitations or an "
    "internal error, check ollama server logs for details",
    ("ollama", 503): "server busy, please try again.  maximum pending requests exceeded",
    ("vllm", 500): "The server had an error while processing your request.",
    ("llamacpp", 401): "Invalid API Key",
    ("llamacpp", 503): "Loading model",
    ("openrouter", 401): "User not found.",
    ("openrouter", 402): "Insufficient credits. Add more using https://openrouter.ai/settings/credits",
    ("openrouter", 502): "Provider returned error",
    ("openai", 401): "Incorrect API key provided.",
    ("openai", 429): "Rate limit reached for requests",
    ("openai", 503): "The engine is currently overloaded, please try again later",
}
_TYPES: Final[Mapping[str, tuple[dict[int, str], str]]] = {
    "openai": ({429: "requests", 500: "server_error", 503: "server_error"}, "invalid_request_error"),
    "ollama": ({400: "invalid_request_error", 404: "not_found_error"}, "api_error"),
    "vllm": (
        {
            400: "BadRequestError",
            404: "NotFoundError",
            422: "BadRequestError",
            503: "ServiceUnavailableError",
        },
        "InternalServerError",
    ),
    "llamacpp": (
        {400: "invalid_request_error", 401: "authentication_error", 404: "not_found_error"}
        | {501: "not_supported_error", 503: "unavailable_error"},
        "server_error",
    ),
    "openrouter": (
        {400: "invalid_request", 402: "payment_required", 403: "content_policy_violation", 404: "not_found"}
        | {408: "timeout", 413: "context_length_exceeded", 429: "rate_limit_exceeded", 500: "server"}
        | {502: "provider_unavailable", 503: "provider_overloaded", 504: "timeout"},
        "unmapped",
    ),
}
_OPENAI_CODES: Final = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}


def error_body(flavour: str, status: int, message: str | None = None, **extra: Any) -> Json:
    """The error envelope of the flavour, with its usual message for this status.

    On Ollama's own endpoints ("ollama_native") an error is a bare text, as is vLLM's 401.
    """
    text = message or _MESSAGES.get((flavour, status)) or HTTPStatus(status).phrase
    if flavour == "ollama_native":
        return {"error": text}
    if flavour == "vllm" and status == 401:  # said by the middleware before the API
        return {"error": "Unauthorized"}
    types, other = _TYPES[flavour]
    kind = types.get(status, other)
    match flavour:
        case "ollama":
            error: Json = {"message": text, "type": kind, "param": None, "code": None}
        case "vllm":
            error = {"message": text, "type": kind, "param": None, "code": status}
        case "llamacpp":
            error = {"code": status, "message": text, "type": kind}
        case "openrouter":
            error = {"code": status, "message": text, "metadata": {"error_type": kind}}
            if text == "Provider returned error":  # the real reason hides in metadata
                error["metadata"] |= {"raw": "upstream overloaded", "provider_name": "TestProvider"}
        case _:
            error = {"message": text, "type": kind, "param": None, "code": _OPENAI_CODES.get(status)}
    return {"error": error | extra}


def quota(flavour: str) -> Refused:
    """Money is out: OpenRouter says 402, OpenAI a 429 that no waiting cures."""
    if flavour == "openrouter":
        return Refused(402)
    message = "You exceeded your current quota, please check your plan and billing details."
    return Refused(429, message, type="insufficient_quota", code="insufficient_quota")


# --- reading a request -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat request as the provider reads it. `sha` names the prompt in the statistics."""

    body: Json
    requested: str
    prompt: str
    sha: str

    @property
    def seed(self) -> int:
        """A stable number for this model and prompt."""
        return int.from_bytes(hashlib.sha256(f"{self.requested}\0{self.sha}".encode()).digest()[:8], "big")

    def images(self) -> list[str]:
        """URLs of the image parts, given as an object or as a plain string."""
        parts = [part for message in self.body["messages"] for part in _parts(message)]
        urls = [part["image_url"] for part in parts if part.get("type") == "image_url"]
        return [url["url"] if isinstance(url, dict) else url for url in urls]


def _parts(message: Json) -> list[Json]:
    content = message.get("content")
    return content if isinstance(content, list) else [{"type": "text", "text": content or ""}]


def prompt_sha(prompt: str) -> str:
    """The name of a prompt: the texts of all messages, joined by newlines, hashed."""
    return hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_chat(body: Any) -> Chat:
    """Read a chat request, or refuse what no provider takes."""
    if not isinstance(body, dict) or not isinstance(body.get("messages"), list):
        raise Refused(400, "'messages' is required")
    if not body["messages"]:
        raise Refused(400, "[] is too short - 'messages'")
    texts = (part.get("text", "") for message in body["messages"] for part in _parts(message))
    prompt = "\n".join(text for text in texts if text)
    return Chat(body, str(body.get("model") or ""), prompt, prompt_sha(prompt))


def find_model(flavour: str, models: Mapping[str, Json], requested: str) -> Json:
    """The model that answers to this name, or the flavour's refusal of an unknown one."""
    if requested in models:
        return models[requested]
    if flavour == "ollama" and f"{requested}:latest" in models:
        return models[f"{requested}:latest"]
    first = next(iter(models.values()))
    if (flavour == "llamacpp" and len(models) == 1) or (flavour == "vllm" and not requested):
        return first  # a llama.cpp server with one model ignores the name
    match flavour:
        case "openrouter":
            raise Refused(400, f"{requested} is not a valid model ID")
        case "llamacpp":
            raise Refused(400, f"model '{requested}' not found")
        case "ollama":
            raise Refused(404, f"model '{requested}' not found")
        case "vllm":
            raise Refused(404, f"The model `{requested}` does not exist.", param="model")
        case _:
            raise Refused(404, f"The model `{requested}` does not exist or you do not have access to it.")


def thinking_switch(flavour: str, body: Json) -> bool | None:
    """What the request says about thinking in the flavour's own terms: on, off, or nothing."""
    effort = body.get("reasoning_effort")
    if flavour in ("ollama", "openrouter") and isinstance(body.get("reasoning"), dict):
        effort = body["reasoning"].get("effort")  # the object wins, even when it is empty
        if flavour == "openrouter" and effort is None and "enabled" in body["reasoning"]:
            return bool(body["reasoning"]["enabled"])
    if flavour in ("vllm", "llamacpp"):
        switch = (body.get("chat_template_kwargs") or {}).get("enable_thinking")
        if switch is not None:
            return bool(switch)
    if flavour == "ollama" and effort and effort not in OLLAMA_EFFORTS:
        raise Refused(400, f"invalid reasoning value: {effort!r}")
    return None if not effort else effort != "none"


def thinks(flavour: str, model: Json, chat: Chat) -> bool:
    """Whether this answer is thought over; a model that can think does so by default."""
    switch = thinking_switch(flavour, chat.body)
    able = "thinking" in model["capabilities"]
    if flavour == "ollama" and switch and not able:
        raise Refused(400, f'"{chat.requested}" does not support thinking')
    if flavour == "openrouter" and switch is False and model["reasoning_mandatory"]:
        raise Refused(400, "Reasoning is mandatory for this endpoint and cannot be disabled.")
    return able and switch is not False


_NO_MMPROJ: Final = "image input is not supported - hint: if this is unexpected, provide the mmproj"
_NO_VISION: Final[Mapping[str, tuple[int, str]]] = {
    "openai": (400, "Invalid content type. image_url is only supported by certain models."),
    "ollama": (500, _NO_MMPROJ),  # permanent, whatever the status says
    "llamacpp": (500, _NO_MMPROJ),
    "vllm": (400, "At most 0 image(s) may be provided in one prompt."),
    "openrouter": (404, "No endpoints found that support image input"),
}


def refuse_parameters(flavour: str, model: Json, chat: Chat) -> None:
    """Refuse what the flavour does not take: streams, sampling of OpenAI's reasoning models, images."""
    body = chat.body
    if body.get("stream"):
        raise Refused(400, 'streaming is unsupported by the test server: send "stream": false')
    if flavour == "openai" and "thinking" in model["capabilities"]:
        if "max_tokens" in body:
            text = (
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead."
            )
            raise Refused(400, text, param="max_tokens", code="unsupported_parameter")
        if body.get("temperature", 1) != 1:
            text = "Unsupported value: 'temperature' does not support this value with this model."
            raise Refused(400, text, param="temperature", code="unsupported_value")
    images = chat.images()
    if flavour == "ollama" and any(not url.startswith("data:") for url in images):
        raise Refused(400, "image URLs are not currently supported, please use base64 encoded data instead")
    if images and "vision" not in model["capabilities"]:
        raise Refused(*_NO_VISION[flavour])


# --- answering ---------------------------------------------------------------------------------------

_OPTION: Final = re.compile(r"^\s*\(?([A-Z])[.):]\s", re.MULTILINE)
_LETTER: Final = re.compile(r"\b([A-Z](?:\s*,\s*[A-Z])*|POSITIVE|NEGATIVE)\b")
CHATTY: Final = "The answer seems to agree with the key, so I lean towards TRUE, although FALSE is possible."


def answer_text(config: Json, model: Json, chat: Chat) -> str:
    """What the model says, by its rule: a fixed text, the key's answer, or a letter by stable hash."""
    if model["role"] == "judge":
        is_told = re.search(config["judge_patterns"]["expected"], chat.prompt)
        if model["own"] is not None and not is_told:
            return str(model["own"])
        text = judge_text(config, model["judge"], chat)
        return in_form(text, chat.body) if model["holds_form"] else text
    answer = model["answer"]
    if answer == "key":
        answer = next(
            (text for part, text in config["answers"].items() if part in chat.prompt), "I do not know."
        )
    elif answer == "hash":
        letters = _OPTION.findall(chat.prompt) or [x for x in ("POSITIVE", "NEGATIVE") if x in chat.prompt]
        answer = letters[chat.seed % len(letters)] if letters else f"Answer {chat.seed % 1000}"
    return str(model["template"].replace("{answer}", answer))


def in_form(text: str, body: Json) -> str:
    """What a grammar makes of a text: the one word that it lets pass, in JSON where that was asked for."""
    choice = (body.get("structured_outputs") or {}).get("choice")
    if choice:
        return str(next((word for word in choice if word in text), choice[0]))
    form = body.get("response_format") or {}
    if not form:
        return text
    ((name, field),) = form["json_schema"]["schema"]["properties"].items()
    return json.dumps({name: next((word for word in field["enum"] if word in text), field["enum"][0])})


def judge_text(config: Json, rule: str, chat: Chat) -> str:
    """What a judge says: a fixed text, chatter that is no verdict, or the comparison it was asked for."""
    if rule == "chatty":
        return CHATTY
    if rule != "rule":
        return rule
    found = [re.search(config["judge_patterns"][part], chat.prompt) for part in ("expected", "answer")]
    if not all(found):
        return "I cannot find what to compare."
    expected, answer = (match[1] for match in found if match)
    return "TRUE" if _normal(expected, 0) == _normal(answer, -1) else "FALSE"


def _normal(text: str, which: int) -> str:
    letters = _LETTER.findall(text)
    return re.sub(r"\s", "", letters[which]) if letters else " ".join(text.casefold().split())


def tokens(text: str) -> int:
    """About four characters a token."""
    return (len(text) + 3) // 4


def completion(config: Json, model: Json, chat: Chat, number: int) -> Json:
    """A chat completion in the flavour's shape."""
    flavour = config["flavour"]
    refuse_parameters(flavour, model, chat)
    thoughts = model["reasoning_text"] if thinks(flavour, model, chat) else ""
    prompt_tokens = _prompt_tokens(flavour, model["context_length"], chat)
    limit = _limit(flavour, model["context_length"] - prompt_tokens, chat.body)
    kept, text = thoughts[: limit * 4], answer_text(config, model, chat)
    room = limit - tokens(kept)
    finish = "stop" if tokens(text) <= room and kept == thoughts else "length"
    message = _message(flavour, model["reasoning"] or REASONING_CHANNEL[flavour], text[: room * 4], kept)
    choice: Json = {"index": 0, "message": message, "finish_reason": finish}
    done: Json = {
        "id": f"{'gen' if flavour == 'openrouter' else 'chatcmpl'}-{number}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model["served"] or (model["id"] if flavour == "llamacpp" else chat.requested or model["id"]),
        "choices": [choice],
        "usage": _usage(flavour, prompt_tokens, tokens(text[: room * 4]), tokens(kept)),
    }
    if flavour == "openrouter":
        choice["native_finish_reason"] = finish
        done["provider"] = "TestProvider"
    elif flavour == "ollama":
        done["system_fingerprint"] = "fp_ollama"
    return done


def _prompt_tokens(flavour: str, context: int, chat: Chat) -> int:
    """The prompt's length. Ollama silently cuts what does not fit to half its context, others refuse."""
    count = tokens(chat.prompt)
    if count < context:
        return count
    match flavour:
        case "ollama":
            return context // 2 + 2
        case "vllm":
            text = (
                f"This model's maximum context length is {context} tokens. "
                f"However, your prompt contains {count} input tokens."
            )
            raise Refused(400, text)
        case "llamacpp":
            text = (
                f"request ({count} tokens) exceeds the available context size ({context} tokens), "
                "try increasing it"
            )
            raise Refused(400, text, type="exceed_context_size_error", n_prompt_tokens=count, n_ctx=context)
        case "openrouter":
            text = f"This endpoint's maximum context length is {context} tokens."
            raise Refused(400, text, metadata={"error_type": "context_length_exceeded"})
        case _:
            text = f"This model's maximum context length is {context} tokens."
            raise Refused(400, text, param="messages", code="context_length_exceeded")


def _limit(flavour: str, room: int, body: Json) -> int:
    """Tokens the reply may have. Ollama ignores max_completion_tokens."""
    asked = body.get("max_tokens") or (None if flavour == "ollama" else body.get("max_completion_tokens"))
    return min(int(asked or room), room)


def _message(flavour: str, channel: str, text: str, thoughts: str) -> Json:
    """The assistant's message, its thoughts in the field or the tags that the provider uses for them."""
    message: Json = {"role": "assistant", "content": text or empty_content(flavour)}
    if flavour == "openrouter":
        message |= {"refusal": None, "reasoning": None}
    if not thoughts:
        return message
    if channel in INLINE_THOUGHTS:
        message["content"] = INLINE_THOUGHTS[channel].format(thoughts=thoughts, text=text)
    elif channel == "reasoning_details":
        message["reasoning"] = thoughts
        message["reasoning_details"] = [
            {"type": "reasoning.text", "text": thoughts, "index": 0, "format": None}
        ]
    elif channel != "hidden":
        message[channel] = thoughts
    return message


def empty_content(flavour: str) -> str | None:
    """A message without an answer: null in vLLM, an empty text elsewhere."""
    return None if flavour == "vllm" else ""


def _usage(flavour: str, prompt: int, answer: int, thoughts: int) -> Json:
    """Token counts; Ollama and llama.cpp do not tell the reasoning's share, OpenRouter tells the cost."""
    total = answer + thoughts
    usage: Json = {"prompt_tokens": prompt, "completion_tokens": total, "total_tokens": prompt + total}
    if flavour in ("openai", "openrouter") or (flavour == "vllm" and thoughts):
        usage["completion_tokens_details"] = {"reasoning_tokens": thoughts}
    if flavour in ("openai", "openrouter", "llamacpp"):
        usage["prompt_tokens_details"] = {"cached_tokens": 0}
    if flavour == "openrouter":
        cost = round(prompt * 1e-6 + total * 2e-6, 9)
        usage |= {"cost": cost, "is_byok": False, "cost_details": {"upstream_inference_cost": None}}
    return usage


# --- replies that went wrong ------------------------------------------------------------------------


def _finish(reason: str | None, content: str | None) -> Callable[[Json, Json], None]:
    """A spoiler that ends the answer so; `content` in the rule says what is left of it."""

    def spoil(done: Json, rule: Json) -> None:
        choice = done["choices"][0]
        choice["finish_reason"] = reason
        choice["message"]["content"] = rule.get("content", content)

    return spoil


def _choice_error(done: Json, rule: Json) -> None:
    _finish("error", "The answer is pro")(done, rule)
    done["choices"][0]["error"] = {"code": rule.get("status", 502), "message": "Provider disconnected"}


def _finish_null(done: Json, rule: Json) -> None:
    _finish(None, "A A A A A A")(done, rule)
    done["usage"] = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def _refusal(done: Json, rule: Json) -> None:
    _finish("stop", None)(done, rule)
    done["choices"][0]["message"]["refusal"] = rule.get("message", "I cannot help with that.")


def _huge(done: Json, rule: Json) -> None:
    done["choices"][0]["message"]["content"] = "A " * (rule.get("size_bytes", 5_000_000) // 2)


def _surrogate(done: Json, rule: Json) -> None:
    done["choices"][0]["message"]["content"] = rule.get("content", "A \ud835")  # written as an escape


SPOILERS: Final[Mapping[str, Callable[[Json, Json], None]]] = {
    "choices_null": lambda done, rule: done.update(choices=None),
    "choices_empty": lambda done, rule: done.update(choices=[]),
    "choice_error": _choice_error,  # OpenRouter: the provider failed in the middle
    "empty": _finish("stop", ""),
    "finish_null": _finish_null,  # Ollama: aborted on repeated tokens, usage all zero
    "length": _finish("length", "The most likely answer is"),
    "content_filter": _finish("content_filter", ""),
    "refusal": _refusal,
    "other_model": lambda done, rule: done.update(model=rule.get("served", "another-model")),
    "huge": _huge,
    "surrogate": _surrogate,
    "usage": lambda done, rule: done.update(usage=rule.get("usage")),
}


# --- what else a provider tells ----------------------------------------------------------------------


def model_list(flavour: str, models: Mapping[str, Json]) -> Json:
    """GET /models in the flavour's shape."""
    listed: Json = {"object": "list", "data": [_model_object(flavour, model) for model in models.values()]}
    if flavour == "openrouter":
        del listed["object"]
    elif flavour == "llamacpp":  # has an Ollama-like list beside OpenAI's
        listed["models"] = [{"name": name, "model": name, "type": "model"} for name in models]
    return listed


def _model_object(flavour: str, model: Json) -> Json:
    name, context = model["id"], model["context_length"]
    if flavour == "openrouter":
        return _openrouter_model(model)
    owner = {"ollama": "library", "vllm": "vllm", "llamacpp": "llamacpp"}.get(flavour, "openai")
    shape: Json = {"id": name, "object": "model", "created": 1_700_000_000, "owned_by": owner}
    if flavour == "vllm":
        shape |= {"root": name, "parent": None, "max_model_len": context, "permission": []}
    elif flavour == "llamacpp":
        shape["meta"] = {"n_ctx": context, "n_ctx_train": context, "n_vocab": 49152, "n_params": 134515008}
    return shape


def _openrouter_model(model: Json) -> Json:
    vision, context = "vision" in model["capabilities"], model["context_length"]
    inputs = ["text", "image"] if vision else ["text"]
    shape: Json = {
        "id": model["id"],
        "canonical_slug": model["id"],
        "name": model["id"],
        "created": 1_700_000_000,
        "context_length": context,
        "architecture": {"input_modalities": inputs, "output_modalities": ["text"], "tokenizer": "Other"},
        "pricing": {"prompt": "0.000001", "completion": "0.000002", "request": "0"},
        "top_provider": {
            "context_length": context,
            "max_completion_tokens": model["max_completion_tokens"],
            "is_moderated": False,
        },
        "supported_parameters": ["max_tokens", "temperature", "seed", "stop"],
    }
    if model["holds_form"]:
        shape["supported_parameters"] += ["response_format", "structured_outputs"]
    if "thinking" in model["capabilities"]:  # other models have no such object
        shape["supported_parameters"] += ["reasoning", "include_reasoning"]
        shape["reasoning"] = {
            "supported_efforts": ["high", "medium", "low"] + ["none"] * (not model["reasoning_mandatory"]),
            "default_effort": "medium",
            "default_enabled": True,
            "mandatory": model["reasoning_mandatory"],
            "supports_max_tokens": True,
        }
    return shape


def ollama_tag(model: Json) -> Json:
    """An entry of GET /api/tags; the digest tells versions of one tag apart."""
    name = model["id"]
    return {
        "name": name,
        "model": name,
        "modified_at": "2026-01-01T00:00:00Z",
        "size": 5_000_000_000,
        "digest": hashlib.sha256(name.encode()).hexdigest(),
        "details": {
            "format": "gguf",
            "family": "test",
            "parameter_size": "8B",
            "quantization_level": "Q4_K_M",
        },
        "capabilities": model["capabilities"],
    }


def ollama_running(model: Json) -> Json:
    """An entry of GET /api/ps; context_length is the real one."""
    tag = ollama_tag(model)
    kept = {key: tag[key] for key in ("name", "model", "size", "digest", "details")}
    loaded = {
        "expires_at": "2099-01-01T00:00:00Z",
        "size_vram": tag["size"],
        "context_length": model["context_length"],
    }
    return kept | loaded


def ollama_show(model: Json) -> Json:
    """POST /api/show: what the model can do, and the context it was trained for."""
    return {
        "parameters": "temperature 0.6",
        "template": "{{ .Prompt }}",
        "details": ollama_tag(model)["details"],
        "model_info": {"general.architecture": "test", "test.context_length": model["context_length"]},
        "capabilities": model["capabilities"],
    }
