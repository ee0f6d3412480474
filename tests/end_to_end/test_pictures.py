"""Questions with pictures: sent as the provider takes them, or refused before the first question is asked."""

import base64
import json

import pytest
from picture_files import frames, picture, pixels, png_that_claims
from processes import entries_of, run_main, start_main, wait_until, write_bank
from provider_server import provider_server

SEES = ["completion", "vision"]


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


def write_pictures(folder, n_plain=0, **files):
    """A bank of one question a picture, and some without."""
    path = write_bank(folder, len(files) + n_plain)
    document = json.loads(path.read_text("utf-8"))
    for item, (name, content) in zip(document["items"], files.items(), strict=False):
        (path.parent / name).write_bytes(content)
        item["images"] = [name]
    path.write_text(json.dumps(document), "utf-8")


def run(server, folder, provider, *more, models="m"):
    flags = ("--provider", provider, "--base-url", server.base_url, "--judge-model", "re", "--models", models)
    return run_main(*flags, *more, cwd=folder)


def chats(server):
    return [
        json.loads(r["body"]) for r in server.stats()["recent"] if r["path"].endswith("/chat/completions")
    ]


def sent(server):
    """Media type and content of each picture, in the order in which they were sent."""
    parts = [part for body in chats(server) for part in body["messages"][0]["content"]]
    assert ["text", "image_url"] * (len(parts) // 2) == [part["type"] for part in parts]
    urls = [part["image_url"]["url"] for part in parts[1::2]]
    found = (url.removeprefix("data:").split(";base64,") for url in urls)
    return [(media_type, base64.b64decode(content)) for media_type, content in found]


FILES = {name: picture(name.upper()) for name in ("png", "jpeg", "webp", "gif", "bmp", "tiff")}


@pytest.mark.parametrize(
    ("provider", "flavour", "as_they_are"),
    [
        ("ollama", "ollama", ["png", "jpeg", "webp"]),
        ("vllm", "vllm", ["png", "jpeg", "webp"]),
        ("openrouter", "openrouter", ["png", "jpeg", "webp"]),
        ("llamacpp", "llamacpp", ["png", "jpeg"]),
        ("lmstudio", "lmstudio", ["png", "jpeg"]),
    ],
)
def test_pictures_go_as_they_are_or_as_png_of_the_same_pixels(
    running, tmp_path, provider, flavour, as_they_are
):
    write_pictures(tmp_path, **FILES)
    running.reset(flavour=flavour, models=[{"id": "m", "capabilities": SEES}])
    done = run(running, tmp_path, provider, "--concurrency", "1", "--api-key", "k")

    assert (0, "") == (done.returncode, done.stderr if done.returncode else "")
    for (name, content), (media_type, received) in zip(FILES.items(), sent(running), strict=True):
        if name in as_they_are:
            assert (f"image/{name}", content) == (media_type, received)
        else:
            assert ("image/png", pixels(content)) == (media_type, pixels(received))
            assert 1 == done.stderr.count(f"{name.upper()} pictures are sent as PNG")
    assert [] == [name for name in as_they_are if f"{name.upper()} pictures" in done.stderr]


def test_a_rerun_knows_the_pictures_by_what_they_are_and_not_by_how_they_were_sent(running, tmp_path):
    write_pictures(tmp_path, gif=FILES["gif"])
    running.reset(flavour="vllm", models=[{"id": "m", "capabilities": SEES}])
    run(running, tmp_path, "vllm")
    done = run(running, tmp_path, "vllm")

    assert 1 == len(chats(running))
    assert "nothing left to ask" in done.stdout


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (FILES["png"][:-30], "is broken"),
        (png_that_claims(50_000, 50_000), "million pixels"),
        (frames(), "has 3 frames"),
        (picture() + bytes(21_000_000), "has 21.0 MB, and vLLM takes pictures of up to 20 MB"),
    ],
)
def test_a_picture_that_cannot_be_sent_is_named_before_the_first_question(running, tmp_path, content, why):
    write_pictures(tmp_path, 2, good=FILES["png"], bad=content)
    running.reset(flavour="vllm", models=[{"id": "m", "capabilities": SEES}])
    done = run(running, tmp_path, "vllm", "--on-error", "skip")

    assert (20, []) == (done.returncode, chats(running))
    assert "1 fault in 1 dataset file" in done.stderr
    for part in ("general/bank.json", "q001", "images", "'bad'", why, "--only"):
        assert part in done.stderr


def test_validate_looks_at_pictures_too(tmp_path):
    write_pictures(tmp_path, good=FILES["gif"], bad=FILES["jpeg"][:-40], moving=frames())
    done = run_main("validate", cwd=tmp_path)

    assert 20 == done.returncode
    assert "'bad' is broken" in done.stdout + done.stderr
    assert "'moving' has 3 frames" in done.stdout + done.stderr
    assert "'good'" not in done.stdout + done.stderr


def test_answered_pictures_are_not_looked_at_again(running, tmp_path):
    write_pictures(tmp_path, a=FILES["png"])
    running.reset(flavour="vllm", models=[{"id": "m", "capabilities": SEES}])
    run(running, tmp_path, "vllm")
    running.reset(flavour="vllm", models=[{"id": "m"}])
    done = run(running, tmp_path, "vllm")

    assert (0, []) == (done.returncode, chats(running))


def while_asking(server, folder, *more):
    """A run of which the third picture vanishes while the first question is on its way and the second is ready."""
    write_pictures(folder, 1, a=FILES["png"], b=FILES["png"], c=FILES["png"])
    fault = {"match": {"contains": "Case 0"}, "delay_s": 0.5}
    running_at = {"flavour": "vllm", "models": [{"id": "m", "capabilities": SEES}]}
    server.reset(**running_at, faults=[fault])
    flags = ("--provider", "vllm", "--base-url", server.base_url, "--judge-model", "re", "--models", "m")
    process = start_main(*flags, "--concurrency", "1", *more, cwd=folder)
    wait_until(lambda: server.stats()["in_flight"], "a question is on its way")
    (folder / "dataset/general/c").unlink()
    _, stderr = process.communicate()
    return process.returncode, stderr


def test_a_picture_that_vanishes_meanwhile_stops_a_run_that_has_asked(running, tmp_path):
    code, stderr = while_asking(running, tmp_path)

    assert (20, {("q000", "m"), ("q001", "m")}) == (code, entries_of(tmp_path).keys())
    assert "'c' does not exist beside the document" in stderr
    assert "everything received is kept" in stderr
    assert "Nothing was asked" not in stderr


def test_a_picture_that_vanishes_meanwhile_is_an_error_where_errors_are_skipped(running, tmp_path):
    code, _ = while_asking(running, tmp_path, "--on-error", "skip")
    entries = entries_of(tmp_path)

    assert (1, ["ok", "ok", "error", "ok"]) == (
        code,
        [entry["status"] for _, entry in sorted(entries.items())],
    )
    assert (
        "'c' does not exist beside the document; it was not asked" == entries["q002", "m"]["error"]["detail"]
    )


# --- who can see --------------------------------------------------------------------------------------


def lists_lmstudio(vision):
    body = {"models": [{"key": "m", "capabilities": {"vision": vision}}]}
    return [{"match": {"path": "/api/v1/models"}, "do": "error_200", "body": body}]


BLIND = [
    ("ollama", {"flavour": "ollama"}),
    ("openrouter", {"flavour": "openrouter"}),
    ("llamacpp", {"flavour": "llamacpp"}),
    ("lmstudio", {"flavour": "lmstudio", "faults": lists_lmstudio(False)}),
]  # fmt: skip


@pytest.mark.parametrize(("provider", "config"), BLIND)
def test_a_model_without_vision_is_refused_before_the_first_question(running, tmp_path, provider, config):
    write_pictures(tmp_path, 1, a=FILES["png"], b=FILES["png"])
    running.reset(models=[{"id": "m"}], **config)
    done = run(running, tmp_path, provider, "--api-key", "k")

    assert (2, [], []) == (done.returncode, chats(running), running.stats()["loads"])
    assert "m cannot take pictures, and 2 questions have some, first general/bank.json q000" in done.stderr
    for flag in ("--only", "--models", "--on-error skip"):
        assert flag in done.stderr


@pytest.mark.parametrize(("provider", "config"), BLIND)
def test_with_skip_its_pictures_are_errors_and_the_rest_is_asked(running, tmp_path, provider, config):
    write_pictures(tmp_path, 3, **{f"p{n}": FILES["png"] for n in range(12)})
    running.reset(models=[{"id": "m"}], **config)
    done = run(running, tmp_path, provider, "--api-key", "k", "--on-error", "skip")
    statuses = [entry["status"] for _, entry in sorted(entries_of(tmp_path).items())]
    first = entries_of(tmp_path)["q000", "m"]

    assert (1, 3) == (done.returncode, len(chats(running)))
    assert ["error"] * 12 + ["ok"] * 3 == statuses
    assert ("bad_request", None) == (first["error"]["kind"], first["error"]["status"])
    assert "takes no pictures" in first["error"]["detail"]


def test_a_model_that_is_only_asked_pictures_which_it_cannot_see_is_never_loaded(running, tmp_path):
    write_pictures(tmp_path, a=FILES["png"])
    models = [{"id": "m"}, {"id": "n", "capabilities": SEES}]
    running.reset(flavour="ollama", models=models)
    done = run(running, tmp_path, "ollama", "--on-error", "skip", models="m,n")

    assert (1, ["n"]) == (done.returncode, running.stats()["loads"])
    assert {("q000", "m"): "error", ("q000", "n"): "ok"} == {
        key: entry["status"] for key, entry in entries_of(tmp_path).items()
    }
    running.reset(flavour="ollama", models=[{"id": "m", "capabilities": SEES}])
    assert 0 == run(running, tmp_path, "ollama").returncode
    assert "ok" == entries_of(tmp_path)["q000", "m"]["status"]


@pytest.mark.parametrize(
    ("provider", "config"),
    [
        ("vllm", {"flavour": "vllm"}),
        ("custom", {"flavour": "openai"}),
        ("lmstudio", {"flavour": "lmstudio"}),
        ("lmstudio", {"flavour": "lmstudio", "faults": lists_lmstudio(None)}),
        (
            "ollama",
            {
                "flavour": "ollama",
                "faults": [{"match": {"path": "/api/show"}, "do": "status", "status": 500}],
            },
        ),
    ],
)
def test_where_nobody_tells_who_can_see_the_question_is_asked(running, tmp_path, provider, config):
    write_pictures(tmp_path, a=FILES["png"])
    running.reset(models=[{"id": "m", "capabilities": SEES}], **config)

    assert 0 == run(running, tmp_path, provider).returncode
    assert 1 == len(chats(running))


def test_the_embedded_model_sees_nothing(tmp_path):
    write_pictures(tmp_path, a=FILES["png"])
    done = run_main("--provider", "embedded", cwd=tmp_path)

    assert 2 == done.returncode
    assert "smollm2:135m cannot take pictures" in done.stderr
