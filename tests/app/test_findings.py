"""What is known of a model is held against what the questions need, and said with what to do."""

from pathlib import Path

import pytest
from ask_builders import failure, reply
from builders import model, question

from omnibench.app.findings import Examined, Hello, Need, findings_of, need_of
from omnibench.app.provider import Seen
from omnibench.ask.catalogue import Offer
from omnibench.ask.vitals import Vitals
from omnibench.records import Origin
from omnibench.settings import Flags, Settings, resolve

NEED = Need(n_questions=3, longest_tokens=800, longest_at="general/x.json q3")


def settings(provider="ollama", **flags) -> Settings:
    given = Flags(provider=provider, base_url=None if provider == "ollama" else "http://h/v1", **flags)
    return resolve(given, {}, Path("nowhere"))


def of(check, *, need=NEED, at=None, hello=None, vitals=None, context=None, origin=None, named=None, **offer):
    """The finding of one check, for a model of which these things are known."""
    named = named or model()
    seen = Seen(
        is_listed=offer.pop("is_listed", True),
        offer=Offer(model_id=named.model_id, **offer),
        origin=origin or Origin(),
    )
    examined = Examined(
        model=named, seen=seen, vitals=vitals or Vitals(), context_length=context, hello=hello
    )
    found = [one for one in findings_of(examined, need, at or settings()) if one.check == check]
    return found[0] if found else None


# --- the need ----------------------------------------------------------------------------------------


def test_a_need_counts_what_is_asked_and_names_the_longest():
    plain, long = question(), question(question_id="q2", text="long " * 200)
    seen = question(question_id="q3", images=("a.png",))
    void = question(question_id="q4", text="longer " * 900, images=("b.png",), is_voided=True)
    need = need_of([("d.json", plain), ("d.json", long), ("e.json", void), ("e.json", seen)], "direct")

    assert (3, 1, "e.json q3") == (need.n_questions, need.n_with_pictures, need.first_with_pictures)
    assert "e.json q3" == need.longest_at  # a picture takes more than two hundred words
    assert need.longest_tokens > 1500


def test_nothing_selected_needs_nothing():
    assert Need() == need_of([], "direct")


# --- the model ---------------------------------------------------------------------------------------


def test_a_model_that_is_not_there_is_bad_with_the_line_that_gets_it_and_nothing_else_is_said():
    seen = Seen(is_listed=False, offer=Offer(model_id="qwen3:8b"), origin=Origin())
    examined = Examined(model=model(), seen=seen, vitals=Vitals(), context_length=None)
    (only,) = findings_of(examined, NEED, settings())

    assert ("bad", 32, "ollama pull qwen3:8b") == (only.state, only.exit_code, only.hint)


def test_a_listed_model_shows_what_it_is():
    origin = Origin(digest="0123456789abcdef", quantization="Q4_K_M")

    assert "listed, digest 0123456789ab, Q4_K_M" == of("model", origin=origin).found
    assert "listed" == of("model").found


def test_where_nothing_is_listed_nobody_knows_whether_the_model_is_there():
    found = of("model", is_listed=None)

    assert ("unknown", "the server lists nothing") == (found.state, found.found)


@pytest.mark.parametrize(
    ("context", "state", "part"),
    [
        (None, "unknown", "not told; the longest question takes about 800 tokens"),
        (800, "bad", "800 tokens, and the longest question takes about 800 (general/x.json q3)"),
        (801, "note", "which leaves 1 of 4096 for the answer"),
        (4895, "note", "which leaves 4095 of 4096 for the answer"),
        (4896, "ok", "4896 tokens; the longest question takes about 800, an answer up to 4096"),
    ],
)
def test_the_context_must_hold_the_longest_question_and_should_hold_its_answer(context, state, part):
    found = of("context", context=context)

    assert (state, 2 if state == "bad" else 0) == (found.state, found.exit_code)
    assert not found.stops  # an estimate: a run says it and asks
    assert part in found.found


@pytest.mark.parametrize(
    ("provider", "hint"),
    [
        ("ollama", "Start the server with a larger OLLAMA_CONTEXT_LENGTH, at least 8192. Or leave"),
        ("vllm", "Start the server with a larger --max-model-len, at least 8192. Or leave"),
        ("custom", "Leave"),
    ],
)
def test_a_short_context_comes_with_what_to_do(provider, hint):
    found = of("context", context=10, at=settings(provider))

    assert found.hint.startswith(hint)
    assert found.hint.endswith("eave general/x.json out with --only.")


@pytest.mark.parametrize(
    ("longest", "trained", "part"),
    [
        (32_074, None, "at least 65536."),
        (28_672, None, "at least 32768."),  # with 4,096 for the answer it fits to the token
        (28_673, 131_072, "at least 65536."),
        (32_074, 40_000, "at least 40000. Or leave"),
        (32_074, 33_000, "at least 33000. It was trained for no more than 33000: 926 of 4096 are left"),
        (32_074, 32_000, "It was trained for 32000 tokens, so no server can give it enough. Leave"),
    ],
)
def test_the_context_that_is_advised_is_enough_or_said_not_to_be(longest, trained, part):
    need = Need(n_questions=1, longest_tokens=longest, longest_at="d.json q1")
    hint = of("context", context=4096, need=need, trained_context=trained).hint

    assert part in hint


def test_a_context_that_is_not_known_yet_says_what_the_model_was_trained_for():
    assert "not told, trained for 40960;" in of("context", trained_context=40960).found


@pytest.mark.parametrize(
    ("routing", "state"),
    [
        ({"order": ["deepinfra"], "allow_fallbacks": False}, "ok"),
        ({"only": ["deepinfra"]}, "ok"),
        ({"quantizations": ["bf16"]}, "ok"),
        ({"order": ["deepinfra"]}, "note"),  # the others come after it
        ({"only": ["deepinfra", "together"]}, "note"),
        ({"data_collection": "deny"}, "note"),
        ("deepinfra", "note"),
        (None, "note"),
    ],
)
def test_a_broker_that_may_choose_among_upstreams_is_worth_a_note(routing, state):
    named = model(extra_body={"provider": routing} if routing else {})
    at = resolve(Flags(provider="openrouter", api_key="k"), {}, Path("nowhere"))

    assert state == of("upstream", named=named, at=at).state
    assert of("upstream", named=named) is None  # Ollama itself answers


@pytest.mark.parametrize(
    ("can_see", "n_pictures", "on_error", "state"),
    [
        (True, 2, "stop", "ok"),
        (True, 0, "stop", "ok"),
        (False, 0, "stop", "ok"),
        (None, 0, "stop", "ok"),
        (None, 2, "stop", "unknown"),
        (False, 2, "stop", "bad"),
        (False, 2, "skip", "note"),
    ],
)
def test_pictures_need_a_model_that_takes_them(can_see, n_pictures, on_error, state):
    need = Need(n_questions=3, n_with_pictures=n_pictures, first_with_pictures="d.json q1")
    found = of("pictures", need=need, can_see=can_see, at=settings(on_error=on_error))

    assert (state, 2 if state == "bad" else 0) == (found.state, found.exit_code)
    assert (state == "bad") is found.stops
    assert ("no question has any" if not n_pictures else "2 questions have some") in found.found


@pytest.mark.parametrize(
    ("mode", "can_think", "is_mandatory", "state"),
    [
        ("think", True, False, "ok"),
        ("think", False, False, "note"),
        ("think", None, False, "unknown"),
        ("think", True, True, "ok"),
        ("non_think", True, False, "ok"),
        ("non_think", False, False, "ok"),
        ("non_think", None, False, "unknown"),
        ("non_think", True, True, "bad"),
    ],
)
def test_a_mode_is_held_against_what_the_model_can_do(mode, can_think, is_mandatory, state):
    found = of("thinking", named=model(mode=mode), can_think=can_think, reasoning_is_mandatory=is_mandatory)

    assert (state, 2 if state == "bad" else 0) == (found.state, found.exit_code)
    assert found.found.endswith(f"mode {mode}") or state == "bad"


THOUGHT, PLAIN = {"reasoning_text": "Hm"}, {}


@pytest.mark.parametrize(
    ("mode", "can_think", "shown", "state", "said"),
    [
        ("think", None, THOUGHT, "ok", "was seen to think; mode think"),
        ("think", None, PLAIN, "note", "was seen to answer without thinking; mode think"),
        ("non_think", None, PLAIN, "ok", "was seen to answer without thinking; mode non_think"),
        ("non_think", None, THOUGHT, "note", "was seen to think; mode non_think"),
        ("think", True, THOUGHT, "ok", "can think; mode think"),
        ("think", True, PLAIN, "note", "can think, was seen to answer without thinking; mode think"),
    ],
)
def test_what_a_hello_shows_of_thinking_is_said(mode, can_think, shown, state, said):
    found = of(
        "thinking", named=model(mode=mode), can_think=can_think, hello=hello(reply("A", **shown)), at=settings("vllm")
    )  # fmt: skip

    assert (state, said, state == "note") == (found.state, found.found, bool(found.hint))


def test_a_hello_tells_nothing_of_thinking_where_it_failed_or_the_provider_hides_it():
    for at, attempt in ((settings("vllm"), failure("timeout")), (settings("custom"), reply("A"))):
        assert "nobody says whether it can think" in of("thinking", hello=hello(attempt), at=at).found


@pytest.mark.parametrize(
    ("vitals", "state", "found"),
    [
        (Vitals(is_loaded=False), "ok", "not loaded"),
        (Vitals(is_loaded=True), "ok", "loaded"),
        (Vitals(is_loaded=True, gpu_share=1.0), "ok", "loaded, all of it on the GPU"),
        (Vitals(is_loaded=True, gpu_share=0.4), "note", "loaded, 40% of it on the GPU"),
        (Vitals(n_slots=4, n_free_slots=3), "ok", "3 of 4 slots free"),
        (Vitals(n_slots=4, n_free_slots=0), "note", "0 of 4 slots free"),
    ],
)
def test_memory_is_told(vitals, state, found):
    finding = of("memory", vitals=vitals)

    assert (state, found) == (finding.state, finding.found)


def test_a_server_that_says_nothing_of_memory_has_no_such_line():
    assert of("memory") is None


# --- hello -------------------------------------------------------------------------------------------


def hello(attempt, **changes):
    return Hello(attempt=attempt, load_s=2.0, answer_s=0.25, **changes)


@pytest.mark.parametrize(
    ("attempt", "state", "said"),
    [
        (reply("A", served_model="qwen3:8b"), "ok", "'A'"),
        (reply("A\n" * 40, served_model="qwen3:8b"), "ok", "'A A A A A A A A A A A A '"),
        (reply("", reasoning_text="Hm", served_model=None), "ok", "no answer yet, only thoughts"),
        (reply("", served_model=None), "note", "nothing"),
        (reply("A", served_model="tiny"), "note", "'A', as tiny"),
    ],
)
def test_a_hello_is_shown_with_its_times(attempt, state, said):
    found = of("hello", hello=hello(attempt))

    assert (state, f"ready in 2.0 s, answered in 0.2 s: {said}") == (found.state, found.found)


def test_an_alias_is_no_other_model_and_a_server_with_one_model_loads_nothing():
    found = of(
        "hello", hello=hello(reply("A", served_model="alias"), aliases=frozenset({"alias"})), at=settings("vllm")
    )  # fmt: skip

    assert ("ok", "answered in 0.2 s: 'A'") == (found.state, found.found)


@pytest.mark.parametrize(
    ("kind", "code"), [("connection", 30), ("auth", 31), ("not_found", 32), ("quota", 33), ("server", 30)]
)
def test_a_hello_that_failed_is_bad_with_the_code_that_a_run_would_end_with(kind, code):
    found = of("hello", hello=hello(failure(kind)))

    assert ("bad", code, True) == (found.state, found.exit_code, found.stops)
    assert "busy" in found.found
    assert ("localhost" in found.hint) is (kind == "connection")
