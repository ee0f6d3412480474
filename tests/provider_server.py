r"""A local HTTP server that plays language model providers, for tests and for the bench.

In a test (the server is a process of its own, and ends with the test):

    with provider_server(flavour="ollama", models=[{"id": "qwen3:8b"}], answer="hash") as server:
        run("--provider", "ollama", "--base-url", server.base_url)
        assert server.stats()["answered"] == 5
        server.configure(faults=[{"match": {"first": 2}, "do": "status", "status": 503}])
        server.reset()           # statistics, fault counters and loaded models; the configuration stays
        server.reset(answer="B") # also back to the defaults, with these changes

By hand: `python tests/provider_server.py --flavour vllm --port 8000 --config FILE.json --no-stdin`.
It prints its URL when it is ready. Without --no-stdin it exits when its standard input closes.
`GET /_control/stats`, `POST /_control/configure` and `POST /_control/reset` do what the methods do.

Configuration (all keys optional; an unknown key is refused):

    flavour        "openai" | "ollama" | "openrouter" | "vllm" | "sglang" | "llamacpp" | "lmstudio"
    models         [{"id": "qwen3:8b", "answer": "hash", "capabilities": ["completion", "thinking"]}]
                   llamacpp with one model answers to any name; with several it refuses unknown ones;
                   sglang answers to any name
    answers        {"substring of the prompt": "text of the answer"}, for "answer": "key"
    judge_patterns {"expected": REGEX, "answer": REGEX}, group 1 is compared, for "judge": "rule"
    require_key    "sk-secret"; other requests get 401
    key_left       3.5: dollars that OpenRouter's key may still spend (null = no limit)
    resident       1: models in memory at once (0 = all); another one waits, unloads and loads
    max_queue      512: more requests than this waiting for a load get 503
    slots          4: parallel answers of one model (0 = no limit); further requests wait
    faults         [{"match": {"model": "m", "nth": 3}, "do": "status", "status": 429, "retry_after": 1}]
    keep_requests  20000: entries of stats()["chats"]
    keep_bodies    50: entries of stats()["recent"]

Keys of a model, or at the top for all models:

    answer         "A" any fixed text | "key" looked up in `answers` | "hash" a stable letter of the options
    template       "Because.\nANSWER: {answer}", what stands around the answer
    role           "judge": answers by `judge` instead
    own            "B": what a judge says where no expected answer is told
    judge          "TRUE" | "FALSE" any fixed text | "rule" compares | "chatty" says no clear verdict
    holds_form     true: a judge's word comes in the form that the request asks for
    capabilities   ["completion", "thinking", "vision", "tools"]; thinking models think unless told not to
    reasoning      "reasoning" | "reasoning_content" | "reasoning_details" | "inline" | "bare_close" |
                   "unclosed" | "hidden"; null = the flavour's own field
    reasoning_text "Let me think."; it counts against max_tokens
    reasoning_mandatory     true: OpenRouter then refuses effort none, others think whatever they are told
    template_variable       "thinking": what the chat template of vLLM, SGLang and llama.cpp reads
    efforts        ["low", "high"]: Ollama refuses others, OpenRouter lists them
    overflow       "refuse": Ollama then refuses a prompt that is too long in place of cutting it
    certainty      0.7: how likely the letter of an answer is, where probabilities are asked for
    upstreams      ["DeepInfra"]: who answers for OpenRouter, the first unless `provider` names another
    digest         "abc": of the model's files (Ollama); default: a hash of its name
    size_gb        5.0: what Ollama's list says; null = it does not
    context_length 4096;  trained_context 32768 (Ollama);  max_completion_tokens 8192 (OpenRouter's list only)
    served         "gpt-5-2026-01-01": the name in the response
    latency_s      0.2;  jitter_s 0.1 (a share of it by stable hash);  load_s 2.0

A fault has `match`, `do`, and its details. The first rule that matches a request and is due acts.

    match   {} every chat request | "model": id | "contains": text of the prompt | "path": part of any path
            | "field": name in the request's body,
            and when: "first": n | "nth": n or [n, ...] | "every": k of the matching requests,
            "first_each": n of each model and prompt (each question fails n times, then succeeds)
    delay_s 1.5: wait before the rest; without `do` the answer is then a good one
    do      status         "status": 503, "retry_after": 2, "message": text, "body": JSON or text,
                           "headers": {}, "error": {} more fields of the error object
            quota          no money left, as the flavour says it
            error_200      HTTP 200 with an error body ("status" is the code inside, "error" as above)
            html           HTTP 200, text/html
            cut_json       "variant": "json" (a whole body of cut JSON) | "connection" (cut before its length)
            reset · close · hang   TCP reset · closed without an answer · never answered
            choices_null · choices_empty · finish_null · choice_error · empty · length · content_filter ·
            refusal        "content": what is left of the answer (null too)
            other_model    "served": name;  huge "size_bytes": n;  surrogate;  usage "usage": {} or null;
            finish "reason": "abort";  answer_in_reasoning

A prompt is the texts of all messages, joined by newlines; `prompt_sha` gives its name in the statistics.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import provider_errors as errors
import provider_shapes as shapes
from provider_errors import Refused
from provider_machine import Connection, Faults, HungUp, Memory, Request, Response, Stats, as_json
from provider_shapes import Chat, Json, prompt_sha

__all__ = ["ProviderServer", "prompt_sha", "provider_server"]

DEFAULTS: Final[Json] = {
    "flavour": "openai",
    "models": [{"id": "test-model"}],
    "answers": {},
    "judge_patterns": {
        "expected": r"(?i)(?:expected|reference|correct)(?:[ _]answer)?\s*[:>]\s*(.+?)\s*(?:\n|<|$)",
        "answer": r"(?is)(?:model|candidate|given|raw)(?:'s)?[ _](?:answer|response|output)\s*[:>]\s*"
        r"(.+?)\s*(?:</|\Z)",
    },
    "require_key": None,
    "resident": 0,
    "key_left": None,
    "max_queue": 512,
    "slots": 0,
    "faults": [],
    "keep_requests": 20_000,
    "keep_bodies": 50,
}
FAULTS: Final = {
    "status",
    "quota",
    "error_200",
    "html",
    "cut_json",
    "reset",
    "close",
    "hang",
    *shapes.SPOILERS,
}
MATCHES: Final = {"model", "contains", "field", "path", "first", "nth", "every", "first_each"}
PUBLIC: Final = {
    "openrouter": ("/models",),
    "llamacpp": ("/models", "/health"),
    "vllm": ("/health",),
    "sglang": ("/health",),
}


def checked(config: Mapping[str, Any]) -> Json:
    """The configuration with all defaults in place; a misspelt key is an error, not silence."""
    known = DEFAULTS | shapes.MODEL_DEFAULTS
    merged = known | dict(config)
    unknown = merged.keys() - known.keys()
    for model in merged["models"]:
        unknown |= model.keys() - shapes.MODEL_DEFAULTS.keys() - {"id"}
    for rule in merged["faults"]:
        unknown |= rule.get("match", {}).keys() - MATCHES
        unknown |= {rule["do"]} - FAULTS if "do" in rule else set()
    if unknown or merged["flavour"] not in shapes.FLAVOURS:
        raise ValueError(f"unknown in the configuration: {sorted(unknown) or merged['flavour']}")
    return merged


# --- the provider ------------------------------------------------------------------------------------


class Provider:
    """Answers requests in the flavour of its configuration."""

    def __init__(self, config: Json) -> None:
        self.stats = Stats(config)
        self.memory = Memory(config)
        self.apply(config)

    def apply(self, config: Json) -> None:
        """Take a new configuration; statistics and loaded models stay."""
        self.config, self.flavour = config, config["flavour"]
        shared = {key: config[key] for key in shapes.MODEL_DEFAULTS}
        self.models: dict[str, Json] = {model["id"]: shared | model for model in config["models"]}
        self.memory.apply(config)
        self.faults = Faults(config["faults"])
        self.root = shapes.ROOT.get(self.flavour, "/v1")
        self.chat_path = f"{self.root}/chat/completions"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer)
        try:
            while (request := await connection.read()) is not None:
                ending = await self.respond(request, connection)
                if ending != "keep" or request.headers.get("connection", "").lower() == "close":
                    break
        except (ConnectionError, HungUp, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def respond(self, request: Request, connection: Connection) -> str:
        """Answer one request; returns what becomes of the connection."""
        if request.path.startswith("/_control/"):
            response = self.control(request)
            await connection.write(response)
            return response.ending
        stats = self.stats
        stats.connections += not connection.is_counted
        connection.is_counted = True
        stats.saw(request)
        outcome = "hung_up"
        try:
            if request.method == "POST" and request.path == self.chat_path:
                response = await self.chat(request, connection)
            else:
                response = await connection.unless_hung_up(
                    self.attempt(self.other(request), self.voice(request))
                )
                await connection.write(response)
            outcome = response.outcome
            return response.ending
        finally:
            stats.by_status[outcome] += 1

    async def chat(self, request: Request, connection: Connection) -> Response:
        """A chat completion, from reading the request to the last byte of the answer."""
        try:
            chat = shapes.read_chat(json.loads(request.body))
        except (ValueError, Refused) as error:
            response = self.refuse(Refused(400, str(error)), self.flavour)
            await connection.write(response)
            return response
        stats, outcome = self.stats, "hung_up"
        entry = stats.began(chat)
        try:
            rule = self.faults.pick(request.path, chat)
            work = self.attempt(self.generate(request, chat, rule), self.flavour)
            response = await (connection.unless_hung_up(work) if self.may_wait(chat, rule) else work)
            await connection.write(response)
            outcome = response.outcome
            return response
        finally:
            stats.ended(entry, outcome)

    def may_wait(self, chat: Chat, rule: Json | None) -> bool:
        """Whether this answer can take time, so that the connection has to be watched meanwhile."""
        model = self.models.get(chat.requested, self.config)
        is_loaded = model.get("id") in self.memory.running and not self.memory.slots
        return bool(rule or not is_loaded or model["latency_s"] or model["jitter_s"])

    def voice(self, request: Request) -> str:
        """The shape of errors on this path: Ollama's own endpoints have another one than its /v1."""
        is_native = self.flavour == "ollama" and request.path.startswith("/api/")
        return "ollama_native" if is_native else self.flavour

    async def attempt(self, work: Coroutine[Any, Any, Response], voice: str) -> Response:
        try:
            return await work
        except Refused as refused:
            return self.refuse(refused, voice)

    @staticmethod
    def refuse(refused: Refused, voice: str) -> Response:
        body = errors.error_body(voice, refused.status, refused.message, **refused.extra)
        return as_json(body, refused.status)

    async def generate(self, request: Request, chat: Chat, rule: Json | None) -> Response:
        """The answer after all waiting, or what the fault makes of it."""
        self.check_key(request)
        model = shapes.find_model(self.flavour, self.models, chat.requested)
        if rule and (response := await self.fail(rule, self.flavour)):
            return response
        async with self.memory.use(model):
            if model["latency_s"] or model["jitter_s"]:
                await asyncio.sleep(model["latency_s"] + model["jitter_s"] * (chat.seed % 1000) / 1000)
            done = shapes.completion(self.config, model, chat, self.stats.requests)
        do, rule = (rule or {}).get("do", ""), rule or {}
        if do in shapes.SPOILERS:
            shapes.SPOILERS[do](done, rule)
        response = as_json(done)
        return self.cut(response, rule.get("variant", "json")) if do == "cut_json" else response

    async def fail(self, rule: Json, voice: str) -> Response | None:
        """The faults that come instead of an answer; None if there is to be one."""
        await asyncio.sleep(rule.get("delay_s", 0))
        match rule.get("do"):
            case "hang":
                await asyncio.Event().wait()
            case "reset" | "close" as ending:
                return Response(ending=ending, silent=True)
            case "html":
                return Response(body=b"<html>Sign in to this network</html>", content_type="text/html")
            case "quota":
                return self.refuse(errors.quota(voice), voice)
            case "error_200":
                body = errors.error_body(
                    voice, rule.get("status", 502), rule.get("message"), **rule.get("error", {})
                )
                return as_json(rule.get("body", body))
            case "status":
                return self.fail_with_status(rule, voice)
        return None

    @staticmethod
    def fail_with_status(rule: Json, voice: str) -> Response:
        status = rule["status"]
        headers = dict(rule.get("headers", {}))
        if "retry_after" in rule:
            headers["Retry-After"] = str(rule["retry_after"])
        body = rule.get(
            "body", errors.error_body(voice, status, rule.get("message"), **rule.get("error", {}))
        )
        if isinstance(body, str):
            kind = "text/html" if body.startswith("<") else "text/plain"
            return Response(status, body.encode(), kind, headers)
        return as_json(body, status, **headers)

    @staticmethod
    def cut(response: Response, variant: str) -> Response:
        """Half of the body: as a whole HTTP body that is no JSON, or cut off by the connection's end."""
        half = response.body[: len(response.body) // 2]
        if variant == "json":
            return Response(body=half)
        return Response(body=half, declared=len(response.body), ending="close")

    def check_key(self, request: Request) -> None:
        key = self.config["require_key"]
        if key and request.headers.get("authorization") != f"Bearer {key}":
            raise Refused(401)

    async def other(self, request: Request) -> Response:
        """Everything but chat, with the faults whose `path` names it."""
        rule = self.faults.pick(request.path) or {}
        if rule and (response := await self.fail(rule, self.voice(request))):
            return response
        if not request.path.endswith(PUBLIC.get(self.flavour, ("\0",))):
            self.check_key(request)
        response = await self.look_up(request)
        return self.cut(response, rule.get("variant", "json")) if rule.get("do") == "cut_json" else response

    async def look_up(self, request: Request) -> Response:
        """Lists of models, health, the state of a key, and Ollama's own endpoints."""
        called = (request.method, request.path)
        if called == ("GET", f"{self.root}/models"):
            return as_json(shapes.model_list(self.flavour, self.models))
        if self.flavour == "openrouter" and called == ("GET", "/api/v1/key"):
            told = {
                "label": "test",
                "limit": self.config["key_left"],
                "limit_remaining": self.config["key_left"],
            }
            return as_json({"data": {**told, "usage": 0}})
        if self.flavour in shapes.TEMPLATE_SERVERS and called == ("GET", "/health"):
            return as_json({"status": "ok"}) if self.flavour == "llamacpp" else Response()
        if self.flavour == "vllm" and called == ("GET", "/version"):
            return as_json({"version": "0.33.0"})
        if self.flavour == "llamacpp" and called == ("GET", "/props"):
            return as_json(shapes.llamacpp_props(self.models))
        if self.flavour == "llamacpp" and called == ("GET", "/slots"):
            return as_json([{"id": n, "is_processing": n == 0} for n in range(4)])
        if self.flavour == "ollama":
            return await self.ollama(request)
        return self.nowhere(request)

    async def ollama(self, request: Request) -> Response:
        """Ollama's own endpoints."""
        match request.method, request.path:
            case "GET", "/":
                return Response(body=b"Ollama is running", content_type="text/plain")
            case "GET", "/api/version":
                return as_json({"version": "0.30.0"})
            case "GET", "/api/tags":
                return as_json({"models": [shapes.ollama_tag(model) for model in self.models.values()]})
            case "GET", "/api/ps":
                loaded = [self.models[name] for name in self.memory.running if name in self.models]
                return as_json({"models": [shapes.ollama_running(model) for model in loaded]})
            case "POST", "/api/show" | "/api/generate":
                body = json.loads(request.body or b"{}")
                model = shapes.find_model("ollama", self.models, body.get("model") or body.get("name", ""))
                if request.path == "/api/show":
                    return as_json(shapes.ollama_show(model))
                return await self.preload(model, body)
        return self.nowhere(request)

    async def preload(self, model: Json, body: Json) -> Response:
        """POST /api/generate without a prompt loads the model, with keep_alive 0 it unloads it."""
        if body.get("prompt"):
            raise Refused(400, "the test server only loads and unloads here")
        is_unload = body.get("keep_alive") in (0, "0", "0s")
        if is_unload:
            self.memory.unload(model["id"])
        else:
            async with self.memory.use(model):
                pass
        done = {"model": body["model"], "created_at": "2026-01-01T00:00:00Z", "response": "", "done": True}
        return as_json(done | {"done_reason": "unload" if is_unload else "load"})

    def nowhere(self, request: Request) -> Response:
        """A path that the flavour does not know."""
        match self.flavour:
            case "ollama":
                return Response(404, b"404 page not found", "text/plain")
            case "vllm" | "sglang":
                return as_json({"detail": "Not Found"}, 404)
            case "lmstudio":  # with a 200 all the same
                return as_json({"error": f"Unexpected endpoint or method. ({request.method} {request.path})"})
        raise Refused(404, f"Invalid URL ({request.method} {request.path})", code=None)

    def control(self, request: Request) -> Response:
        """Statistics, and a new configuration."""
        try:
            body = json.loads(request.body or b"{}")
            match request.path:
                case "/_control/stats":
                    memory = {
                        "loads": self.memory.loads,
                        "resident": list(self.memory.running),
                        "idle_s": self.memory.idle_s,
                    }
                    return as_json(self.stats.as_dict() | memory)
                case "/_control/configure":
                    self.apply(checked(self.config | body))
                case "/_control/reset":
                    config = checked(body) if body else self.config
                    self.stats, self.memory = Stats(config), Memory(config)
                    self.apply(config)
                case _:
                    return as_json({"error": "no such control"}, 404)
        except (ValueError, TypeError, KeyError) as error:
            return as_json({"error": str(error)}, 400)
        return as_json({"root": self.root})


# --- as a process ------------------------------------------------------------------------------------


async def run(config: Json, port: int) -> None:
    server = await asyncio.start_server(Provider(config).serve, "127.0.0.1", port, limit=2**20, backlog=2048)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


def exit_with_stdin() -> None:
    """End the process when its standard input closes, so that it never outlives a killed test."""
    while os.read(0, 4096):
        pass
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a language model provider on loopback.")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--flavour", choices=shapes.FLAVOURS)
    parser.add_argument("--config", type=Path, help="a JSON file")
    parser.add_argument("--no-stdin", action="store_true", help="do not exit when standard input closes")
    options = parser.parse_args()
    config = json.loads(options.config.read_text(encoding="utf-8")) if options.config else {}
    if options.flavour:
        config["flavour"] = options.flavour
    if not options.no_stdin:
        threading.Thread(target=exit_with_stdin, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asyncio.run(run(checked(config), options.port))


# --- in a test ---------------------------------------------------------------------------------------


class ProviderServer:
    """A running server, as a test sees it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._address = urlsplit(url).netloc
        self._root = "/v1"

    @property
    def base_url(self) -> str:
        """What goes into --base-url."""
        return self.url + self._root

    def stats(self) -> Json:
        """All counters; see `Stats.as_dict`."""
        return self._control("GET", "stats")

    def configure(self, **changes: Any) -> None:
        """Change some keys of the configuration; fault counters begin anew."""
        self._root = self._control("POST", "configure", changes)["root"]

    def reset(self, config: Mapping[str, Any] | None = None, **changes: Any) -> None:
        """Forget statistics and loaded models; with arguments also go back to the defaults plus these."""
        self._root = self._control("POST", "reset", dict(config or {}) | changes)["root"]

    def _control(self, method: str, name: str, body: Json | None = None) -> Json:
        connection = http.client.HTTPConnection(self._address, timeout=30)
        try:
            connection.request(method, f"/_control/{name}", json.dumps(body or {}))
            response = connection.getresponse()
            answer: Json = json.loads(response.read())
        finally:
            connection.close()
        if response.status != 200:
            raise ValueError(answer["error"])
        return answer


@contextmanager
def provider_server(
    config: Mapping[str, Any] | None = None, *, port: int = 0, **changes: Any
) -> Iterator[ProviderServer]:
    """A server process for the time of the block; on a free port unless one is named."""
    command = [sys.executable, "-S", __file__, "--port", str(port)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            server = ProviderServer(process.stdout.readline().strip())
            server.reset(config, **changes)
            yield server
        finally:
            process.stdin.close()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


if __name__ == "__main__":
    main()
