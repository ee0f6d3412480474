"""Questions whose pictures did not come with their bank wait for them, and are asked all the same on demand."""

import json

from picture_files import picture
from processes import entries_of, run_main, write_bank
from provider_server import provider_server

SAID = "{} for pictures that did not come with the bank (--ask-without-images asks all the same)"


def test_they_wait_until_somebody_wants_them_or_the_pictures_come(tmp_path):
    path = write_bank(tmp_path, 4)
    document = json.loads(path.read_text("utf-8"))
    for item in document["items"][:2]:
        item["images_missing"] = True
    path.write_text(json.dumps(document), "utf-8")
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="A") as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re")

        def run(*more):
            done = run_main(*flags, *more, cwd=tmp_path)
            assert 0 == done.returncode, done.stderr
            return done.stderr

        def plan(*more):
            shown = json.loads(run_main("plan", *flags, "--json", *more, cwd=tmp_path).stdout)
            return shown["n_images_missing"], shown["totals"]["to_ask"], shown["totals"]["stale"]

        assert ((2, 2, 0), (0, 4, 0)) == (plan(), plan("--ask-without-images"))
        said = run()
        assert 1 == said.count(SAID.format("2 questions wait"))
        assert "0 of 2 done, 2 to ask" in said
        assert ["q002", "q003"] == sorted(question_id for question_id, _ in entries_of(tmp_path))

        run("--ask-without-images", "--limit", "1")
        assert ["q000", "q002", "q003"] == sorted(question_id for question_id, _ in entries_of(tmp_path))
        assert SAID.format("1 question waits") in run()

        for item in document["items"][:2]:
            del item["images_missing"]
            item["images"] = ["a.png"]
        path.with_name("a.png").write_bytes(picture())
        path.write_text(json.dumps(document), "utf-8")
        assert (0, 1, 1) == plan()
