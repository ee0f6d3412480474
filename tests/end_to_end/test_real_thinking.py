"""A real llama.cpp server with a template of a thinking model: the switches work, and thoughts are kept apart.

The small model knows nothing of its thoughts' tags; what is tested is what the server makes of the template, and what
is read of it.
"""

import json

import pytest
from processes import entries_of, run_main, write_bank

from omnibench.ask.embedded import DEFAULT_MODEL, find_weights

TEMPLATE = """\
{%- for message in messages -%}
<|im_start|>{{ message.role }}
{% if message.role == "assistant" and message.reasoning_content -%}
<think>
{{ message.reasoning_content }}
</think>

{% endif -%}
{{ message.content }}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}
<|im_start|>assistant
{% if enable_thinking is defined and enable_thinking is false -%}
<think>

</think>

{% else -%}
<think>
{% endif -%}
{%- endif -%}
"""
"""In the manner of Qwen's: thinking unless it is told not to, when an empty thought is written for it."""


@pytest.fixture(scope="module")
def address():
    xllamacpp = pytest.importorskip("xllamacpp")
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(find_weights(DEFAULT_MODEL))
    parameters.model_alias = {"thinker"}
    parameters.hostnames, parameters.port = ["127.0.0.1"], 0
    parameters.n_parallel, parameters.n_ctx, parameters.verbosity = 1, 2048, -1
    parameters.chat_template = TEMPLATE
    server = xllamacpp.Server(parameters)
    yield f"{server.listening_address}/v1"
    del server


def ask(address, folder, *more, **entry):
    """One run over two questions; returns what it printed and the entries."""
    write_bank(folder, 2)
    registry = [{"model_id": "thinker", "max_tokens": 200, **entry}]
    (folder / "registry.json").write_text(json.dumps(registry))
    flags = (
        "--provider",
        "llamacpp",
        "--base-url",
        address,
        "--registry",
        "registry.json",
        "--judge-model",
        "re",
    )
    done = run_main(*flags, "--concurrency", "1", *more, cwd=folder)
    assert 0 == done.returncode, done.stderr
    return done, list(entries_of(folder).values())


def test_thoughts_are_kept_apart_and_never_taken_for_an_answer(address, tmp_path):
    _, entries = ask(address, tmp_path, mode="think")

    for entry in entries:
        assert ("think", "think", "") == (entry["mode"], entry["mode_observed"], entry["raw_text"])
        assert entry["reasoning_text"].strip()
        assert entry["status"] in ("empty", "truncated")
        assert "flags" not in entry
        assert None is entry["judge"]


def test_thinking_that_is_switched_off_leaves_an_answer_and_no_thoughts(address, tmp_path):
    _, entries = ask(address, tmp_path, mode="non_think")

    for entry in entries:
        assert ("non_think", "non_think", "") == (
            entry["mode"],
            entry["mode_observed"],
            entry["reasoning_text"],
        )
        assert entry["raw_text"].strip()
        assert "flags" not in entry


def test_a_budget_that_thoughts_use_up_is_a_cut_answer(address, tmp_path):
    _, entries = ask(address, tmp_path, mode="think", max_tokens=3)

    assert {("truncated", "length", "")} == {
        (entry["status"], entry["finish_reason"], entry["raw_text"]) for entry in entries
    }


def test_a_registry_that_throws_the_switch_itself_is_found_out(address, tmp_path):
    extra = {"chat_template_kwargs": {"enable_thinking": True}}
    done, entries = ask(address, tmp_path, mode="non_think", extra_body=extra)

    assert [["mode_differs"]] * 2 == [entry["flags"] for entry in entries]
    assert 1 == done.stderr.count("non_think was asked, and it was seen to think")


def test_a_real_server_tells_how_likely_each_option_was(tmp_path):
    question = "Which of the following drugs is most likely to lower a man's blood pressure within minutes?"
    drugs = {"A": "Nitroglycerin", "B": "Aspirin", "C": "Vitamin C", "D": "Insulin"}
    write_bank(tmp_path, 1, question_text=f"He has chest pain. {question}", options=drugs)
    done = run_main("--provider", "embedded", "--max-tokens", "16", "--logprobs", cwd=tmp_path)
    ((_, entry),) = entries_of(tmp_path).items()
    probabilities = entry["option_probabilities"]

    assert 0 == done.returncode, done.stderr
    assert probabilities[entry["normalized_answer"]] == max(probabilities.values())  # at temperature 0
    assert [*drugs] == [*probabilities]
    assert 0.2 < sum(probabilities.values()) <= 1.0
