"""What each provider says on the wire: completions, model lists, refusals.

Pure functions of the configuration and the request. The keys of a configuration, with an example each,
stand in `provider_server.py`, which adds the network, the waiting and the faults of the connection.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from provider_errors import Refused, refuse_images, too_long, unknown_model

Json = dict[str, Any]

FLAVOURS: Final = ("openai", "ollama", "openrouter", "vllm", "sglang", "llamacpp", "lmstudio")
TEMPLATE_SERVERS: Final = ("vllm", "sglang", "llamacpp")
REASONING_FORMATS: Final = ("none", "auto", "deepseek", "deepseek-legacy")
COMPRESSED_CONTEXT: Final = 8192
OWNERS: Final[Mapping[str, str]] = {
    "ollama": "library",
    "vllm": "vllm",
    "sglang": "sglang",
    "llamacpp": "llamacpp",
    "lmstudio": "organization_owner",
}
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
    "digest": None,
    "context_length": 32768,
    "trained_context": 32768,
    "size_gb": 5.0,
    "max_completion_tokens": None,
    "reasoning": None,
    "reasoning_text": "Let me think step by step.",
    "reasoning_mandatory": False,
    "template_variable": "enable_thinking",
    "efforts": None,
    "overflow": "cut",
    "upstreams": ["TestProvider"],
    "certainty": 0.7,
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
    "sglang": "reasoning_content",
    "llamacpp": "reasoning_content",
    "lmstudio": "reasoning_content",
}
MOST_ALTERNATIVES: Final = 20
OLLAMA_EFFORTS: Final = ("none", "minimal", "low", "medium", "high", "xhigh", "ultra", "max")
INLINE_THOUGHTS: Final[Mapping[str, str]] = {
    "inline": "<think>\n{thoughts}\n</think>\n\n{text}",
    "bare_close": "{thoughts}\n</think>\n\n{text}",  # the opening tag was part of the prompt
    "unclosed": "<think>\n{thoughts}",
}


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

    def images(self) -> list[Any]:
        """The image parts as they came: an object with a URL, or a plain string."""
        parts = [part for message in self.body["messages"] for part in _parts(message)]
        return [part["image_url"] for part in parts if part.get("type") == "image_url"]


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
    if flavour == "sglang":
        return first  # never looks at the name
    raise unknown_model(flavour, requested)


def thinking_switch(flavour: str, model: Json, body: Json) -> bool | None:
    """What the request says about thinking in the flavour's own terms: on, off, or nothing."""
    effort = body.get("reasoning_effort")
    if flavour in ("ollama", "openrouter") and isinstance(body.get("reasoning"), dict):
        return _reasoning_object(flavour, model, body["reasoning"], effort)
    if flavour in TEMPLATE_SERVERS:
        return _template_switch(flavour, model, body.get("chat_template_kwargs") or {}, effort)
    if flavour == "lmstudio" and (body.get("response_format") or {}).get("type") == "json_schema":
        return False  # without a word
    return _effort(flavour, model, effort)


def _reasoning_object(flavour: str, model: Json, reasoning: Json, short: str | None) -> bool | None:
    """The object wins over the short form, even when it is empty; OpenRouter takes no contradiction."""
    effort = reasoning.get("effort")
    if flavour == "openrouter":
        if short and effort and short != effort:
            raise Refused(400, "reasoning_effort and reasoning.effort must not differ")
        if effort and "max_tokens" in reasoning:
            raise Refused(400, "Only one of reasoning.effort and reasoning.max_tokens can be specified")
        if effort is None and "enabled" in reasoning:
            return bool(reasoning["enabled"])
    return _effort(flavour, model, effort)


def _template_switch(flavour: str, model: Json, kwargs: Json, effort: str | None) -> bool | None:
    """What reaches the chat template: its own variable alone, and an explicit one beats an effort.

    An effort sets `enable_thinking`; SGLang sets `thinking` beside it.
    """
    variable = model["template_variable"]
    if flavour == "llamacpp" and isinstance(kwargs.get("enable_thinking"), str):
        raise Refused(400, 'invalid type for "enable_thinking" (expected boolean, got string)')
    if variable in kwargs:
        return bool(kwargs[variable])
    if effort and (variable == "enable_thinking" or flavour == "sglang"):
        return effort != "none"
    return None


def _effort(flavour: str, model: Json, effort: str | None) -> bool | None:
    if flavour == "ollama" and effort and effort not in OLLAMA_EFFORTS:
        raise Refused(400, f"invalid reasoning value: {effort!r}")
    if flavour == "ollama" and effort not in (None, "none", *(model["efforts"] or OLLAMA_EFFORTS)):
        raise Refused(500, f'think value "{effort}" is not supported for this model')
    return None if not effort else effort != "none"


def thinks(flavour: str, model: Json, chat: Chat) -> bool:
    """Whether this answer is thought over; a model that can think does so by default."""
    switch = thinking_switch(flavour, model, chat.body)
    able = "thinking" in model["capabilities"]
    if flavour == "ollama" and switch and not able:
        raise Refused(400, f'"{chat.requested}" does not support thinking')
    if flavour == "openrouter" and switch is False and model["reasoning_mandatory"]:
        raise Refused(400, "Reasoning is mandatory for this endpoint and cannot be disabled.")
    return able and (
        switch is not False or model["reasoning_mandatory"]
    )  # gpt-oss thinks whatever it is told


def refuse_parameters(flavour: str, model: Json, chat: Chat) -> None:
    """Refuse what the flavour does not take: streams, sampling of OpenAI's reasoning models, forms, images."""
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
    if flavour == "lmstudio" and (body.get("response_format") or {}).get("type") == "json_object":
        raise Refused(400, "'response_format.type' must be 'json_schema' or 'text'")
    if flavour == "llamacpp" and body.get("reasoning_format", "auto") not in REASONING_FORMATS:
        raise Refused(500, f"Unknown reasoning format: {body['reasoning_format']}")  # permanent all the same
    if flavour == "vllm" and "thinking_token_budget" in body and model["reasoning"] in INLINE_THOUGHTS:
        raise Refused(400, "thinking_token_budget is set but reasoning_config is not configured")
    refuse_logprobs(flavour, body)
    refuse_images(flavour, chat.images(), model["capabilities"])


def refuse_logprobs(flavour: str, body: Json) -> None:
    """Refuse alternatives without probabilities (vLLM, llama.cpp), or more than twenty."""
    n_alternatives = body.get("top_logprobs")
    if n_alternatives is None:
        return
    if flavour in ("vllm", "llamacpp") and not body.get("logprobs"):
        raise Refused(400, "top_logprobs requires logprobs to be set")
    if flavour == "ollama" and not 0 <= n_alternatives <= MOST_ALTERNATIVES:
        raise Refused(400, "top_logprobs must be between 0 and 20")
    if flavour == "vllm" and n_alternatives > MOST_ALTERNATIVES:
        raise Refused(
            400, f"Requested sample logprobs of {n_alternatives}, which is greater than max allowed: 20"
        )


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
    context = model["context_length"]
    prompt_tokens = _prompt_tokens(flavour, model, chat)
    limit = _limit(flavour, context, context - prompt_tokens, chat.body)
    kept, text = thoughts[: limit * 4], answer_text(config, model, chat)
    room = limit - tokens(kept)
    finish = "stop" if tokens(text) <= room and kept == thoughts else "length"
    message = _message(flavour, model["reasoning"] or REASONING_CHANNEL[flavour], text[: room * 4], kept)
    choice: Json = {"index": 0, "message": message, "finish_reason": finish}
    if chat.body.get("logprobs") and flavour != "lmstudio":
        listed = kept if flavour in ("vllm", "llamacpp") else ""  # thoughts are listed there too
        n_alternatives = chat.body.get("top_logprobs") or 0
        choice["logprobs"] = _logprobs(listed, text[: room * 4], model["certainty"], n_alternatives)
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
        done["provider"] = _upstream(model, chat.body.get("provider") or {})
    elif flavour == "ollama":
        done["system_fingerprint"] = "fp_ollama"
    elif flavour == "llamacpp":
        done["timings"] = {"prompt_n": prompt_tokens, "predicted_n": done["usage"]["completion_tokens"]}
    return done


def _logprobs(thoughts: str, text: str, certainty: float, n_alternatives: int) -> Json:
    """Word by word: a capital letter that stands alone is as likely as the model is certain, its neighbours share."""
    words = re.findall(r"\s*\w+|\s*[^\w\s]", f"{thoughts}{text}")
    content = []
    for word in words:
        is_letter = re.fullmatch(r"\s*[A-E]", word) is not None
        others = [word[:-1] + other for other in "ABCDE" if other != word[-1]] if is_letter else ["..."]
        likely = {word: certainty, **{other: (1 - certainty) / len(others) for other in others}}
        top = [
            {"token": token, "logprob": math.log(p), "bytes": list(token.encode())}
            for token, p in likely.items()
        ]
        content.append({**top[0], "top_logprobs": top[:n_alternatives]})
    return {"content": content}


def _upstream(model: Json, wanted: Json) -> str:
    """Who answers for OpenRouter: the first that is wanted, or any other that fallbacks allow."""
    named = [*wanted.get("only", ()), *wanted.get("order", ())]
    found = next((name for name in named if name in model["upstreams"]), None)
    if found:
        return str(found)
    if named and ("only" in wanted or wanted.get("allow_fallbacks") is False):
        raise Refused(404, "No allowed providers are available for the selected model.")
    return str(model["upstreams"][0])


def _prompt_tokens(flavour: str, model: Json, chat: Chat) -> int:
    """The prompt's length as it was read. Ollama and OpenRouter silently cut some of what does not fit.

    Ollama cuts to half its context where it renders the prompt itself; OpenRouter takes the middle out for small
    models unless it is told not to.
    """
    count, context = tokens(chat.prompt), model["context_length"]
    if count < context:
        return count
    if flavour == "ollama" and model["overflow"] == "cut":
        return int(context) // 2 + 2
    plugins = {plugin["id"]: plugin for plugin in chat.body.get("plugins") or []}
    is_compressed = plugins.get("context-compression", {}).get("enabled", context <= COMPRESSED_CONTEXT)
    if flavour == "openrouter" and is_compressed:
        return int(context) - 1
    raise too_long(flavour, count, context)


def _limit(flavour: str, context: int, room: int, body: Json) -> int:
    """Tokens the reply may have. Ollama ignores max_completion_tokens; SGLang wants prompt and reply to fit."""
    asked = body.get("max_tokens") or (None if flavour == "ollama" else body.get("max_completion_tokens"))
    if flavour == "vllm" and int(asked or 0) > context:
        raise Refused(400, f"max_tokens={asked} cannot be greater than max_model_len={context}")
    if flavour == "sglang" and int(asked or 0) > room:
        text = f"Requested token count exceeds the model's maximum context length of {context} tokens."
        raise Refused(400, text)
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
    if flavour == "sglang":
        usage["reasoning_tokens"] = thoughts
    if flavour in ("openai", "openrouter", "sglang", "lmstudio") or (flavour == "vllm" and thoughts):
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


def _answer_in_reasoning(done: Json, rule: Json) -> None:
    """A reasoning parser takes what holds no closing tag for thoughts: vLLM, with thinking switched off."""
    message = done["choices"][0]["message"]
    message["reasoning"], message["content"] = message["content"], None


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
    "finish": lambda done, rule: done["choices"][0].update(finish_reason=rule["reason"]),
    "answer_in_reasoning": _answer_in_reasoning,
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
    owner = OWNERS.get(flavour, "openai")
    shape: Json = {"id": name, "object": "model", "created": 1_700_000_000, "owned_by": owner}
    if flavour in ("vllm", "sglang"):
        shape |= {"root": name, "parent": None, "max_model_len": context}
    elif flavour == "llamacpp":
        shape["architecture"] = {"input_modalities": _inputs(model), "output_modalities": ["text"]}
        shape["meta"] = {"n_ctx": context, "n_ctx_train": context, "n_vocab": 49152, "n_params": 134515008}
    return shape


def _inputs(model: Json) -> list[str]:
    return ["text", "image"] if "vision" in model["capabilities"] else ["text"]


def _openrouter_model(model: Json) -> Json:
    inputs, context = _inputs(model), model["context_length"]
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
            "supported_efforts": (model["efforts"] or ["high", "medium", "low"])
            + ["none"] * (not model["reasoning_mandatory"]),
            "default_effort": "medium",
            "default_enabled": True,
            "mandatory": model["reasoning_mandatory"],
            "supports_max_tokens": True,
        }
    return shape


def llamacpp_props(models: Mapping[str, Json]) -> Json:
    """GET /props: the build, and the one model with its quantisation and what it takes in."""
    model = next(iter(models.values()))
    return {
        "default_generation_settings": {"n_ctx": model["context_length"]},
        "total_slots": 4,
        "model_alias": model["id"],
        "model_ftype": "Q4_K - Medium",
        "model_path": f"/models/{model['id']}.gguf",
        "modalities": {"vision": "vision" in model["capabilities"], "audio": False},
        "build_info": "b11549-0000abc",
    }


def ollama_tag(model: Json) -> Json:
    """An entry of GET /api/tags; the digest tells versions of one tag apart."""
    name = model["id"]
    return {
        "name": name,
        "model": name,
        "modified_at": "2026-01-01T00:00:00Z",
        "size": model["size_gb"] and round(model["size_gb"] * 1e9),
        "digest": model["digest"] or hashlib.sha256(name.encode()).hexdigest(),
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
        "model_info": {"general.architecture": "test", "test.context_length": model["trained_context"]},
        "capabilities": model["capabilities"],
    }
