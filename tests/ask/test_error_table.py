"""What each provider's own words mean: the rows of its error table, one by one."""

from typing import get_args

import pytest

from omnibench.ask.error_table import (
    BY_ERROR_TYPE,
    BY_LIMIT,
    BY_PAGE,
    BY_STATUS,
    BY_WORDING,
    REDIRECT,
    SILENT,
    case_of,
    is_page,
)
from omnibench.records import FailureCause

TRANSIENT, FATAL, THIS_ONE = (True, False), (False, True), (False, False)
ROWS = [
    # Ollama
    ("ollama", 404, "model 'x' not found", "not_found", FATAL, None),
    ("ollama", 404, 'model "x" not found, try pulling it first', "not_found", FATAL, None),
    ("ollama", 503, "server busy, please try again.  maximum pending requests exceeded", "server", TRANSIENT, "queue"),
    ("ollama", 500, "model runner has unexpectedly stopped, this may be due to resource limitations or an internal error", "server", TRANSIENT, None),
    ("ollama", 500, "llama runner process has terminated: cudaMalloc failed: out of memory", "server", TRANSIENT, "memory"),
    ("ollama", 500, "failed to allocate compute buffers", "server", TRANSIENT, "memory"),
    ("ollama", 500, "insufficient memory", "server", TRANSIENT, "memory"),
    ("ollama", 500, "model requires more system memory (5.6 GiB) than is available (3.1 GiB)", "server", TRANSIENT, "memory"),
    ("ollama", 499, "client closed the request", "bad_request", THIS_ONE, None),
    ("ollama", 502, "ollama.com cannot be reached", "server", TRANSIENT, None),
    ("ollama", 403, "cloud models are disabled", "auth", FATAL, None),
    ("ollama", 400, "the prompt is longer than the context length currently available to the model; shorten it", "bad_request", THIS_ONE, "context"),
    ("ollama", 400, '{"error":{"code":400,"message":"request (9 tokens) exceeds the available context size (8 tokens)","type":"exceed_context_size_error"}}', "bad_request", THIS_ONE, "context"),
    ("ollama", 400, '"llama3.2" does not support thinking', "bad_request", FATAL, "mode"),
    ("ollama", 500, 'think value "medium" is not supported for this model', "bad_request", FATAL, "mode"),
    ("ollama", 400, "invalid reasoning value: 'very'", "bad_request", FATAL, "mode"),
    ("ollama", 400, "image URLs are not currently supported, please use base64 encoded data instead", "bad_request", THIS_ONE, "image"),
    ("ollama", 400, "invalid image input", "bad_request", THIS_ONE, "image"),
    ("ollama", 400, "registry.ollama.ai/library/x does not support tools", "bad_request", FATAL, None),
    ("ollama", 400, "[] is too short - 'messages'", "bad_request", THIS_ONE, None),
    # vLLM
    ("vllm", 404, "The model `x` does not exist. Valid aliases: y", "not_found", FATAL, None),
    ("vllm", 400, "This model's maximum context length is 8 tokens. However, your prompt contains 9 input tokens.", "bad_request", THIS_ONE, "context"),
    ("vllm", 400, "The decoder prompt (length 9) is longer than the maximum model length of 8.", "bad_request", THIS_ONE, "context"),
    ("vllm", 400, "max_tokens (9) cannot be greater than max_model_len (8)", "bad_request", THIS_ONE, "context"),
    ("vllm", 400, "thinking_token_budget is set but reasoning_config is not configured", "bad_request", FATAL, "mode"),
    ("vllm", 400, "1 validation error: {'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'input': 'very'}", "bad_request", FATAL, "mode"),
    ("vllm", 400, "At most 0 image(s) may be provided in one prompt.", "bad_request", THIS_ONE, "image"),
    ("vllm", 503, "The request queue is full", "server", TRANSIENT, "queue"),
    ("vllm", 500, "The server had an error while processing your request.", "server", TRANSIENT, None),
    ("vllm", 500, "Internal server error", "server", TRANSIENT, None),
    # SGLang
    ("sglang", 400, "The input (9 tokens) is longer than the model's context length (8 tokens).", "bad_request", THIS_ONE, "context"),
    ("sglang", 400, "Requested token count exceeds the model's maximum context length of 8 tokens.", "bad_request", THIS_ONE, "context"),
    ("sglang", 503, "The request queue is full.", "server", TRANSIENT, "queue"),
    # llama.cpp
    ("llamacpp", 503, "Loading model [unavailable_error]", "server", TRANSIENT, "loading"),
    ("llamacpp", 400, "request (1531 tokens) exceeds the available context size (512 tokens), try increasing it", "bad_request", THIS_ONE, "context"),
    ("llamacpp", 400, "model 'x' not found", "not_found", FATAL, None),
    ("llamacpp", 500, "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", "bad_request", THIS_ONE, "image"),
    ("llamacpp", 500, "Unknown reasoning format: zzz", "bad_request", FATAL, "mode"),
    ("llamacpp", 500, "Compute error.", "server", TRANSIENT, None),
    ("llamacpp", 501, "This server does not support embeddings.", "bad_request", THIS_ONE, None),
    ("vllm", 400, "Requested sample logprobs of 20, which is greater than max allowed: 5", "bad_request", FATAL, "logprobs"),
    ("openai", 403, "You are not allowed to request logprobs from this model", "bad_request", FATAL, "logprobs"),
    # LM Studio
    ("lmstudio", 400, "'response_format.type' must be 'json_schema' or 'text'", "bad_request", THIS_ONE, None),
    ("lmstudio", 404, "No models loaded. Please load a model in the developer page", "not_found", FATAL, None),
    ("lmstudio", 400, "'url' field must be a base64 encoded image.", "bad_request", THIS_ONE, "image"),
    ("lmstudio", 400, "Trying to keep the first 9 tokens when context the overflows. However, the model is loaded with context length of only 8 tokens", "bad_request", THIS_ONE, "context"),
    ("lmstudio", 400, "Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)", "bad_request", THIS_ONE, "context"),
    ("lmstudio", 400, "Failed to load model. Model loading was stopped due to insufficient system resources.", "server", TRANSIENT, "memory"),
    ("lmstudio", 200, "Unexpected endpoint or method. (POST /chat/completions)", "protocol", FATAL, "address"),
    # OpenRouter
    ("openrouter", 400, "x is not a valid model ID", "not_found", FATAL, None),
    ("openrouter", 400, "Reasoning is mandatory for this endpoint and cannot be disabled.", "bad_request", FATAL, "mode"),
    ("openrouter", 401, "User not found.", "auth", FATAL, None),
    ("openrouter", 402, "Insufficient credits", "quota", FATAL, None),
    ("openrouter", 403, "Your chosen model requires moderation and your input was flagged", "bad_request", THIS_ONE, "moderation"),
    ("openrouter", 403, "Blocked by a guardrail", "bad_request", THIS_ONE, "moderation"),
    ("openai", 400, "The response was filtered: content management policy [content_filter]", "bad_request", THIS_ONE, "moderation"),
    ("openai", 400, "Your request was rejected as a result of our safety system.", "bad_request", THIS_ONE, "moderation"),
    ("openai", 400, "Unknown parameter: 'safety_identifier'", "bad_request", THIS_ONE, None),
    ("openrouter", 403, "Key limit exceeded (total limit)", "quota", FATAL, None),
    ("openrouter", 404, "No endpoints found matching your data policy", "not_found", FATAL, "routing"),
    ("openrouter", 404, "No endpoints found that can handle the requested parameters.", "not_found", FATAL, "routing"),
    ("openrouter", 404, "No allowed providers are available for the selected model.", "not_found", FATAL, "routing"),
    ("openrouter", 404, "No endpoints found that support image input", "bad_request", THIS_ONE, "image"),
    ("openrouter", 408, "Request Timeout", "timeout", TRANSIENT, None),
    ("openrouter", 413, "Payload Too Large", "bad_request", THIS_ONE, None),
    ("openrouter", 429, "Rate limit exceeded: free-models-per-min.", "rate_limit", TRANSIENT, None),
    ("openrouter", 429, "Rate limit exceeded: free-models-per-day. Add 10 credits", "quota", FATAL, None),
    ("openrouter", 502, "Provider returned error", "server", TRANSIENT, None),
    ("openrouter", 503, "No instances available", "server", TRANSIENT, None),
    ("openrouter", 504, "Gateway Timeout", "server", TRANSIENT, None),
    # OpenAI
    ("openai", 429, "You exceeded your current quota, please check your plan [insufficient_quota]", "quota", FATAL, None),
    ("openai", 429, "Rate limit reached for requests", "rate_limit", TRANSIENT, None),
    ("openai", 400, "Unsupported value: 'temperature' does not support 0 with this model.", "bad_request", FATAL, "temperature"),
    ("openai", 400, "Unrecognized request argument supplied: reasoning_effort", "bad_request", FATAL, "mode"),
    ("openai", 400, "Invalid content type. image_url is only supported by certain models.", "bad_request", THIS_ONE, "image"),
    # proxies
    ("any", 520, "<html>Cloudflare</html>", "server", TRANSIENT, None),
    ("any", 524, "<html>Cloudflare</html>", "server", TRANSIENT, None),
    ("any", 451, "", "bad_request", THIS_ONE, None),
    ("any", 407, "<html>Proxy authentication required</html>", "auth", FATAL, "proxy"),
    ("any", 403, "\n<!DOCTYPE html><title>Blocked by the content filter</title>", "auth", FATAL, "page"),
    ("any", 400, "<html>The plain HTTP request was sent to HTTPS port</html>", "bad_request", THIS_ONE, "page"),
    ("any", 404, "<html>nginx</html>", "not_found", FATAL, None),
]  # fmt: skip


@pytest.mark.parametrize(("provider", "status", "message", "kind", "sort", "cause"), ROWS)
def test_an_error_means_what_its_provider_means_by_it(provider, status, message, kind, sort, cause):
    case = case_of(status, message, None, None)
    assert (kind, sort, cause) == (case.kind, (case.is_transient, case.is_fatal), case.cause)


def test_every_wording_is_that_of_a_row():
    """A wording that no row uses is either dead or untested."""
    said = [message for _, _, message, *_ in ROWS]
    assert [] == [pattern.pattern for pattern, _ in BY_WORDING if not any(map(pattern.search, said))]


@pytest.mark.parametrize(("error_type", "case"), BY_ERROR_TYPE.items())
def test_the_error_type_of_openrouter_says_more_than_its_status(error_type, case):
    assert case == case_of(200, "Provider returned error", error_type, None)
    assert case == case_of(500, f"Provider returned error ({error_type})", error_type, None)


@pytest.mark.parametrize("error_type", [None, "", "unmapped", "something new"])
def test_an_error_type_that_says_nothing_leaves_it_to_the_status(error_type):
    assert BY_STATUS[429] == case_of(429, "Provider returned error", error_type, None)


@pytest.mark.parametrize(("limit", "case"), BY_LIMIT.items())
@pytest.mark.parametrize("status", [402, 403, 429])
def test_the_limit_that_was_reached_says_more_than_the_status(limit, case, status):
    assert case == case_of(status, "Insufficient credits", "payment_required", limit)


def test_money_in_flight_is_waited_for_and_money_that_is_gone_is_not():
    in_flight = case_of(402, "Too much in flight", None, "openrouter_in_flight_budget")
    gone = case_of(402, "Insufficient credits", None, "openrouter_credits")
    assert [("rate_limit", True), ("quota", False)] == [(c.kind, c.is_transient) for c in (in_flight, gone)]


@pytest.mark.parametrize("status", [401, 402])
def test_a_status_that_says_it_all_is_not_argued_with(status):
    assert BY_STATUS[status] == case_of(status, "model 'x' not found: out of memory", "server", None)


def test_nothing_is_both_worth_a_retry_and_fatal_and_every_cause_is_used():
    by_one = [case for table in (BY_STATUS, BY_LIMIT, BY_ERROR_TYPE, BY_PAGE) for case in table.values()]
    cases = [*by_one, *(case for _, case in BY_WORDING), SILENT, REDIRECT]
    assert not any(case.is_transient and case.is_fatal for case in cases)
    assert set(get_args(FailureCause)) == {case.cause for case in cases} - {None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<html>", True),
        ("\ufeff \n<!-- made by hand --><html>", True),
        ("<HEAD>", True),
        ("<|im_start|> is not allowed", False),
        ("see <html>", False),
        ("", False),
    ],
)
def test_a_page_is_known_by_how_it_begins(text, expected):
    assert expected is is_page(text)
