"""How each provider refuses: its messages, its error bodies, its words for what does not fit.

Pure functions, like `provider_shapes.py`, which says what a provider answers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import responses
from typing import Any, Final

Json = dict[str, Any]


class Refused(Exception):
    """The request ends in an HTTP error; `extra` overrides fields of the flavour's error object."""

    def __init__(self, status: int, message: str | None = None, **extra: Any) -> None:
        super().__init__(message)
        self.status, self.message, self.extra = status, message, extra


_MESSAGES: Final[Mapping[tuple[str, int], str]] = {
    ("ollama", 500): "model runner has unexpectedly stopped, this may be due to resource limitations or an "
    "internal error, check ollama server logs for details",
    ("ollama", 503): "server busy, please try again.  maximum pending requests exceeded",
    ("vllm", 500): "The server had an error while processing your request.",
    ("sglang", 503): "The request queue is full.",
    (
        "lmstudio",
        404,
    ): "No models loaded. Please load a model in the developer page or use the 'lms load' command.",
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
    "sglang": (
        {400: "BadRequestError", 404: "NotFoundError", 503: "ServiceUnavailableError"},
        "InternalServerError",
    ),
    "lmstudio": ({}, "invalid_request_error"),
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

    On Ollama's own endpoints ("ollama_native") an error is a bare text, as is the 401 of vLLM and SGLang, which
    the middleware says before the API. LM Studio says most in a bare text, and some in an object.
    """
    text = message or _MESSAGES.get((flavour, status)) or responses.get(status, "Unassigned")
    if flavour in ("vllm", "sglang") and status == 401:
        return {"error": "Unauthorized"}
    if flavour == "ollama_native" or (flavour == "lmstudio" and status != 404):
        return {"error": text}
    types, other = _TYPES[flavour]
    kind = types.get(status, other)
    if flavour == "sglang":  # flat
        return {"object": "error", "message": text, "type": kind, "param": None, "code": status} | extra
    return {"error": _error_object(flavour, status, text, kind) | extra}


def _error_object(flavour: str, status: int, text: str, kind: str) -> Json:
    match flavour:
        case "ollama":
            return {"message": text, "type": kind, "param": None, "code": None}
        case "lmstudio":
            return {"message": text, "type": kind, "param": "model", "code": None}
        case "vllm":
            return {"message": text, "type": kind, "param": None, "code": status}
        case "llamacpp":
            return {"code": status, "message": text, "type": kind}
        case "openrouter":
            metadata = {"error_type": kind}
            if text == "Provider returned error":  # the real reason hides in metadata
                metadata |= {"raw": "upstream overloaded", "provider_name": "TestProvider"}
            return {"code": status, "message": text, "metadata": metadata}
    return {"message": text, "type": kind, "param": None, "code": _OPENAI_CODES.get(status)}


def quota(flavour: str) -> Refused:
    """Money is out: OpenRouter says 402, OpenAI a 429 that no waiting cures."""
    if flavour == "openrouter":
        return Refused(402)
    message = "You exceeded your current quota, please check your plan and billing details."
    return Refused(429, message, type="insufficient_quota", code="insufficient_quota")


def unknown_model(flavour: str, name: str) -> Refused:
    """The name is not served."""
    match flavour:
        case "openrouter":
            return Refused(400, f"{name} is not a valid model ID")
        case "llamacpp":
            return Refused(400, f"model '{name}' not found")
        case "ollama":
            return Refused(404, f"model '{name}' not found")
        case "vllm":
            return Refused(404, f"The model `{name}` does not exist.", param="model")
        case "lmstudio":
            return Refused(404)
    return Refused(404, f"The model `{name}` does not exist or you do not have access to it.")


def too_long(flavour: str, count: int, context: int) -> Refused:
    """The prompt has more tokens than the context."""
    match flavour:
        case "ollama":  # the text is what the runner below it says, as JSON
            text = f"request ({count} tokens) exceeds the available context size ({context} tokens)"
            inner = {"error": {"code": 400, "message": text, "type": "exceed_context_size_error"}}
            return Refused(400, json.dumps(inner))
        case "vllm":
            text = (
                f"This model's maximum context length is {context} tokens. "
                f"However, your prompt contains {count} input tokens."
            )
            return Refused(400, text)
        case "sglang":
            text = f"The input ({count} tokens) is longer than the model's context length ({context} tokens)."
            return Refused(400, text)
        case "llamacpp":
            text = (
                f"request ({count} tokens) exceeds the available context size ({context} tokens), "
                "try increasing it"
            )
            return Refused(400, text, type="exceed_context_size_error", n_prompt_tokens=count, n_ctx=context)
        case "openrouter":
            text = f"This endpoint's maximum context length is {context} tokens."
            return Refused(400, text, metadata={"error_type": "context_length_exceeded"})
        case "lmstudio":
            text = (
                f"Trying to keep the first {count} tokens when context the overflows. However, the model is "
                f"loaded with context length of only {context} tokens, which is not enough."
            )
            return Refused(400, text)
    text = f"This model's maximum context length is {context} tokens."
    return Refused(400, text, param="messages", code="context_length_exceeded")


_NO_MMPROJ: Final = "image input is not supported - hint: if this is unexpected, provide the mmproj"
_NO_VISION: Final[Mapping[str, tuple[int, str]]] = {
    "openai": (400, "Invalid content type. image_url is only supported by certain models."),
    "ollama": (500, _NO_MMPROJ),  # permanent, whatever the status says
    "llamacpp": (500, _NO_MMPROJ),
    "vllm": (400, "At most 0 image(s) may be provided in one prompt."),
    "openrouter": (404, "No endpoints found that support image input"),
}
_OLLAMA_IMAGES: Final = tuple(
    f"data:{kind};base64," for kind in ("image/jpeg", "image/jpg", "image/png", "image/webp", "")
)


def refuse_images(flavour: str, images: list[Any], capabilities: list[str]) -> None:
    """Refuse images that the provider cannot read, or a model that sees none.

    What SGLang and LM Studio say of a model that sees none is not known; they are taken to read the text alone.
    """
    if flavour == "llamacpp" and any(isinstance(image, str) for image in images):
        raise Refused(400, "image_url must be an object")
    urls = [image["url"] if isinstance(image, dict) else image for image in images]
    if flavour == "ollama" and any(not url.startswith("data:") for url in urls):
        raise Refused(400, "image URLs are not currently supported, please use base64 encoded data instead")
    if flavour == "ollama" and any(not url.startswith(_OLLAMA_IMAGES) for url in urls):
        raise Refused(400, "invalid image input")
    if flavour == "lmstudio" and any(not url.startswith(_OLLAMA_IMAGES[:3]) for url in urls):
        raise Refused(400, "'url' field must be a base64 encoded image.")  # WebP too
    if urls and "vision" not in capabilities and flavour in _NO_VISION:
        raise Refused(*_NO_VISION[flavour])
