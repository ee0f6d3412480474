"""What a person can do about a failure whose cause is known. Data and one look-up, without heavy imports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.ask.presets import Preset
    from omnibench.records import Failure, FailureCause

AGAIN: Final = "Then start the same command again: it goes on."
"""What mends a run, once the rest is done."""
_SKIP: Final = "Or leave such questions out with --on-error skip: it records the error and goes on."
HINTS: Final[Mapping[FailureCause, str]] = {
    "context": f"The question and --max-tokens together must fit the model's context. {{give_context}} {_SKIP}",
    "memory": "The server has no room for this model. Ask a smaller one or a smaller quantisation, give it a "
    "smaller context, or free the memory that other programs and loaded models take. {again}",
    "image": f"The model is not served with image input. Ask one that sees, with images in PNG or JPEG. {_SKIP}",
    "mode": "This model does not take the reasoning that was asked of it. Change its mode in the registry: think, "
    "non_think, or think: with an effort that it knows.",
    "temperature": 'Give this model "temperature": null in a registry of yours (--registry): then none is sent.',
    "moderation": "The provider's moderation refused one question after the other. Look at your account's guardrails, or "
    "ask at a provider without them; refused questions are asked again with --retry filtered.",
    "routing": "No upstream fits. Check the model's id, `provider` in its extra_body, and what your account's "
    "privacy settings allow.",
    "address": "Is the base URL right? Most servers' ends in /v1.",
    "logprobs": "The server does not tell so many probabilities, or none. Leave --logprobs out, or ask for fewer: "
    "top_logprobs in the model's extra_body in a registry of yours.",
    "redirect": "Redirects are not followed: questions go only where you send them. If you trust the address that it "
    "names, give that one as the base URL (often it is https in place of http).",
    "page": "That is a web page, not an API. Check the base URL, a proxy on the way (NO_PROXY names what needs none), "
    "and whether this network wants a login first. {again}",
    "proxy": "The proxy on the way asks for a password. HTTP_PROXY and HTTPS_PROXY take one, "
    "http://user:password@proxy:port, and NO_PROXY names servers that need no proxy.",
    "silent": "The server takes requests and does not answer. Look at its log: it may be busy, loading or stuck. {again}",
    "loading": "The server is still loading the model. Wait until it is ready. {again}",
    "queue": "The server's queue is full. Lower --concurrency. {again}",
}


def hint_of(failure: Failure, preset: Preset, again: str = AGAIN) -> str:
    """Return what to do about a failure at a provider; empty where its cause is not known.

    Args:
        failure: of a request.
        preset: of the provider.
        again: empty where nothing has begun that could go on.
    """
    if failure.cause is None:
        return ""
    hint = HINTS[failure.cause].format(give_context=preset.give_context(), again=again)
    return " ".join(hint.split())
