"""A model's name that has come to mean another model is said; what nobody tells is not guessed."""

import pytest
from builders import entry, model, question

from omnibench import __version__
from omnibench.app.origins import differing_pool, join_origins, moved_name, origins_by_server
from omnibench.app.survey import Place, Unit
from omnibench.records import Origin, Pair

DIGESTS = ("a" * 64, "b" * 64)


def places(*entries, is_to_ask=False):
    pair = Pair(document="general/x.json", question=question(), question_hash="q1:aa", model=model())
    return tuple(
        Place(
            pair=pair, entry=one, standing="done", changes=(), is_to_ask=is_to_ask, is_to_judge=False
        )
        for one in entries
    )  # fmt: skip


def unit(*entries, **changes):
    return Unit(source=None, model=model(), places=places(*entries, **changes))


def of(digest, **changes):
    return entry(origin={"digest": digest, "omnibench": "0.1.0"}, **changes)


def test_one_server_speaks_for_itself():
    origin = Origin(digest="d", quantization="Q4_0", server="ollama 0.30.0")

    assert Origin(
        digest="d", quantization="Q4_0", server="ollama 0.30.0", omnibench=__version__
    ) == join_origins([origin])


def test_nobody_who_tells_leaves_the_version_of_omnibench():
    assert Origin(omnibench=__version__) == join_origins([]) == join_origins([Origin(), Origin()])


def test_a_pool_lists_its_versions_and_keeps_only_what_all_have():
    servers = [
        Origin(digest="d", quantization="Q4_0", server="ollama 0.31.0"),
        Origin(digest="e", quantization="Q4_0", server="ollama 0.30.0"),
        Origin(digest="e", quantization="Q4_0", server="ollama 0.31.0"),
    ]

    assert Origin(
        quantization="Q4_0", server="ollama 0.30.0, ollama 0.31.0", omnibench=__version__
    ) == join_origins(servers)
    assert "m is not the same on every server: digests d, e" == differing_pool("m", servers)


@pytest.mark.parametrize("digests", [(), ("d",), ("d", "d"), ("d", None)])
def test_a_pool_that_tells_no_difference_is_not_accused(digests):
    assert differing_pool("m", [Origin(digest=digest) for digest in digests]) is None


def test_a_name_that_moved_is_said_with_how_many_answers_are_of_the_earlier_model():
    old, new = DIGESTS
    said = moved_name(model(), Origin(digest=new), [unit(of(old), of(old), of(new)), unit(of(old))])

    assert said
    assert f"qwen3:8b is another model now, digest {new[:12]}, than the one of earlier answers" in said
    assert f"{old[:12]} (3):" in said
    assert new not in said


@pytest.mark.parametrize(
    "stored",
    [
        unit(),
        unit(None, entry(), entry(origin=None), entry(origin={"omnibench": "0.1.0"}), entry(origin={"digest": 3})),
        unit(of(DIGESTS[1])),
        unit(of(DIGESTS[0], model="another:8b")),
        unit(of(DIGESTS[0]), is_to_ask=True),
    ],
)  # fmt: skip
def test_answers_of_the_same_model_or_of_unknown_ones_or_that_are_replaced_say_nothing(stored):
    assert moved_name(model(), Origin(digest=DIGESTS[1]), [stored]) is None


def test_a_provider_without_digests_accuses_nobody():
    assert moved_name(model(), Origin(), [unit(of(DIGESTS[0]))]) is None


def test_each_server_of_a_pool_has_an_origin_of_its_own():
    told = [Origin(digest="a", quantization="Q4"), Origin(digest="b")]
    found = origins_by_server(["http://h", "http://i"], told, "Q8")

    assert [("a", "Q4", __version__), ("b", "Q8", __version__)] == [
        (one.digest, one.quantization, one.omnibench) for one in found.values()
    ]
    assert [None] == [one.digest for one in origins_by_server(["http://h"], (), None).values()]
