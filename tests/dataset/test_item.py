"""Claims about items: kinds, options, voided questions and images."""

import pytest
from builders import item

from omnibench.dataset.document import DEFAULT_LABELS
from omnibench.dataset.item import ItemReader, Labels


def read(*items, labels=DEFAULT_LABELS):
    reader = ItemReader("general/x.json", Labels(labels, {}), items)
    return [reader.read(index, one) for index, one in enumerate(items)], reader.faults


def question_of(**changes):
    (question,), faults = read({**item("q1"), **changes})
    assert [] == faults
    return question


def faults_of(**changes):
    (question,), faults = read({**item("q1"), **changes})
    assert question is None
    return [(fault.field, fault.reason) for fault in faults]


def bare(question_id, answer, **changes):
    return {"question_id": question_id, "question_text": "?", "answer": answer, **changes}


def test_an_item_becomes_a_question():
    raw = item("q1", answer="b", extra={"kept": 1})
    (question,), _ = read(raw)

    assert ("q1", "What about q1?", "single_choice") == (question.question_id, question.text, question.kind)
    assert (("B",), (), (), False) == (
        question.expected,
        question.labels,
        question.images,
        question.is_voided,
    )
    assert {"A": "this", "B": "that", "C": "those"} == question.options
    assert raw is question.raw


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"A": "x", "B": "y"}, {"A": "x", "B": "y"}),
        ({"b": "x", "a": "y"}, {"B": "x", "A": "y"}),
        ({"Ａ": "x", "Ｂ": "y"}, {"A": "x", "B": "y"}),
        ({"(A)": "x", "B.": "y", "C、": "z", " d ": "w"}, {"A": "x", "B": "y", "C": "z", "D": "w"}),
        ({"1": "x", "2": "y", "3": "A"}, {"1": "x", "2": "y", "3": "A"}),
        ({"A": 5, "B": 2.5}, {"A": "5", "B": "2.5"}),
        ({"A": "", "B": "y"}, {"A": "", "B": "y"}),
        ({"A": " x ", "B": "肾\u2028"}, {"A": " x ", "B": "肾\u2028"}),
    ],
)
def test_option_keys_are_read_and_their_texts_and_order_stay(options, expected):
    question = question_of(options=options, answer=next(iter(expected)))

    assert list(expected.items()) == list(question.options.items())


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        (["x", "y"], ["options"]),
        ("A. x B. y", ["options"]),
        ({"A": "x"}, ["options"]),
        ({"A": "x", "a": "y"}, ["options.a"]),
        ({"A": "x", "Ａ": "y"}, ["options.Ａ"]),
        ({"A": "x", "B": None}, ["options.B"]),
        ({"A": "x", "B": True}, ["options.B"]),
        ({"A": "x", "B": ["y"]}, ["options.B"]),
        ({"A": "x", "": "y"}, ["options."]),
        ({"A": "x", "first!": "y"}, ["options.first!"]),
        ({"A": "x", "B": {}, "?": "z"}, ["options.B", "options.?"]),
    ],
)
def test_other_options_are_refused_by_name(options, fields):
    named = [field for field, _ in faults_of(options=options, answer="A")]

    assert fields == [field for field in named if field.startswith("options")]


@pytest.mark.parametrize("options", [None, {}])
def test_without_options_there_is_no_choice(options):
    assert ("free_text", {}) == (
        question_of(options=options, answer="a stone").kind,
        question_of(options=options, answer="a stone").options,
    )


@pytest.mark.parametrize(
    ("changes", "kind", "expected"),
    [
        ({"answer": "A"}, "single_choice", ("A",)),
        ({"answer": ["A"]}, "single_choice", ("A",)),
        ({"answer": "A,C"}, "multiple_choice", ("A", "C")),
        ({"answer": "CA"}, "multiple_choice", ("A", "C")),
        ({"answer": "A", "kind": "multiple_choice"}, "multiple_choice", ("A",)),
        ({"answer": "A", "kind": None}, "single_choice", ("A",)),
        ({"answer": "positive", "options": None}, "label", ("POSITIVE",)),
        ({"answer": "positive", "options": None, "kind": "label"}, "label", ("POSITIVE",)),
        ({"answer": "nephritis", "options": None}, "free_text", ("nephritis",)),
        ({"answer": 7.35, "options": None}, "free_text", ("7.35",)),
        ({"answer": "A", "kind": "free_text"}, "free_text", ("A",)),
    ],
)
def test_the_kind_follows_from_options_and_answer_unless_it_is_named(changes, kind, expected):
    question = question_of(**changes)

    assert (kind, expected) == (question.kind, question.expected)
    assert (DEFAULT_LABELS if kind == "label" else ()) == question.labels


def test_answers_are_labels_only_where_every_answer_of_the_file_is_one():
    labels, no_faults = read(bare("1", "positive"), bare("2", "NEGATIVE"), bare("3", None, voided=True))
    mixed, none_either = read(bare("1", "positive"), bare("2", "nephritis"))

    assert ["label"] * 3 == [question.kind for question in labels]
    assert ["free_text"] * 2 == [question.kind for question in mixed]
    assert [] == no_faults == none_either


def test_choices_in_the_file_do_not_make_its_labels_free_text():
    questions, _ = read(item("1"), bare("2", "NEGATIVE"))

    assert ["single_choice", "label"] == [question.kind for question in questions]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": "essay"}, "kind"),
        ({"kind": ["label"]}, "kind"),
        ({"kind": {}}, "kind"),
        ({"kind": 3}, "kind"),
        ({"kind": "single_choice", "answer": "A,B"}, "answer"),
        ({"kind": "single_choice", "options": None, "answer": "x"}, "options"),
        ({"kind": "multiple_choice", "options": {}, "answer": "x"}, "options"),
        ({"kind": "label", "options": None, "answer": "maybe"}, "answer"),
    ],
)
def test_a_kind_that_does_not_fit_is_refused(changes, field):
    assert [field] == [name for name, _ in faults_of(**changes)]


@pytest.mark.parametrize("answer", [None, "", []])
@pytest.mark.parametrize("options", [None, {"A": "x", "B": "y"}])
def test_a_missing_answer_says_how_to_leave_the_item_out(answer, options):
    ((field, reason),) = faults_of(answer=answer, options=options)

    assert "answer" == field
    assert '"voided": true' in reason


def test_an_item_without_the_field_is_missing_its_answer_too():
    raw = item("q1")
    del raw["answer"]
    _, (fault,) = read(raw)

    assert ("answer", "items[0] (q1)") == (fault.field, fault.item)


@pytest.mark.parametrize("answer", [" ", True, {"A": 1}, ["x"]])
def test_a_bare_answer_is_a_text(answer):
    assert [("answer", "must be a text or a number")] == faults_of(answer=answer, options=None)


@pytest.mark.parametrize(
    "changes",
    [
        {"voided": True},
        {"deleted": True},
        {"metadata": {"voided": True}},
        {"metadata": {"deleted": True}},
        {"answer": "deleted"},
        {"answer": " Voided "},
        {"answer": "WITHDRAWN", "options": None},
        {"voided": True, "answer": None},
        {"voided": True, "answer": "Z"},
    ],
)
def test_a_withdrawn_question_is_kept_without_an_answer(changes):
    question = question_of(**changes)

    assert (True, ()) == (question.is_voided, question.expected)


@pytest.mark.parametrize("changes", [{"voided": False}, {"deleted": None}, {"metadata": [True]}])
def test_only_true_withdraws_a_question(changes):
    assert not question_of(**changes).is_voided


@pytest.mark.parametrize(
    ("changes", "is_without"),
    [({}, False), ({"images_missing": True}, True), ({"images_missing": False}, False), ({"images_missing": None}, False), ({"images_missing": True, "images": ["a.png"]}, True)],
)  # fmt: skip
def test_a_bank_may_lack_pictures_of_a_question_all_or_some(changes, is_without):
    assert is_without is question_of(**changes).is_without_images


@pytest.mark.parametrize(
    "changes", [{"voided": "yes"}, {"voided": 1}, {"deleted": "false"}, {"images_missing": ["a.png"]}]
)
def test_a_mark_that_is_neither_true_nor_false_is_refused(changes):
    assert [(next(iter(changes)), "must be true or false")] == faults_of(**changes)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [("option", "options"), ("image", "images"), ("accepted_answer", "accepted_answers"), ("model_result", "model_results"), ("Kind", "kind"), ("image_missing", "images_missing"), ("void ed", "voided")],
)  # fmt: skip
def test_a_slip_in_a_fields_name_is_refused(slip, meant):
    raw = {"question_id": "q1", "question_text": "?", "answer": "A", slip: {}}
    _, faults = read(raw)

    assert [(slip, f"is not a field; is {meant} meant? Notes belong into metadata")] == [
        (fault.field, fault.reason) for fault in faults
    ]


def test_a_slip_in_the_name_of_the_answer_is_named_beside_the_missing_answer():
    _, faults = read({"question_id": "q1", "question_text": "?", "anwser": "A"})

    assert ["anwser", "answer"] == [fault.field for fault in faults]


@pytest.mark.parametrize(
    ("changes", "kind", "accepted", "rights"),
    [
        ({"accepted_answers": ["c"]}, "single_choice", ("C",), (("A",), ("C",))),
        ({"accepted_answers": ["those", ["B"]]}, "single_choice", ("C", "B"), (("A",), ("C",), ("B",))),
        ({"answer": "A,B", "accepted_answers": ["CA", ["B", "C"]]}, "multiple_choice", ("A,C", "B,C"), (("A", "B"), ("A", "C"), ("B", "C"))),
        ({"accepted_answers": ["A,C"]}, "multiple_choice", ("A,C",), (("A",), ("A", "C"))),
        ({"options": {"1": "x", "2": "y"}, "answer": 1, "accepted_answers": [2]}, "single_choice", ("2",), (("1",), ("2",))),
        ({"options": None, "answer": "positive", "accepted_answers": ["negative"]}, "label", ("NEGATIVE",), (("POSITIVE",), ("NEGATIVE",))),
        ({"options": None, "answer": "low", "accepted_answers": ["A, B", "low"]}, "free_text", ("A, B", "low"), (("low",), ("A, B",), ("low",))),
        ({"kind": "free_text", "accepted_answers": ["x, y"]}, "free_text", ("x, y",), (("A",), ("x, y",))),
        ({"accepted_answers": None}, "single_choice", (), (("A",),)),
        ({"accepted_answers": []}, "single_choice", (), (("A",),)),
        ({"voided": True, "accepted_answers": ["Z"]}, "single_choice", (), ((),)),
    ],
)  # fmt: skip
def test_other_right_answers_are_read_as_the_answer_is(changes, kind, accepted, rights):
    question = question_of(**changes)

    assert (kind, accepted, rights) == (question.kind, question.accepted, question.right_answers)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"accepted_answers": "C"}, "must be a list of answers that are as right as `answer`"),
        ({"accepted_answers": ["D"]}, "'D' names no option; the options are A, B, C"),
        ({"accepted_answers": [["C", "C"]]}, "names an option twice: ['C', 'C']"),
        ({"accepted_answers": [None]}, "must be a text or a list of option keys, not NoneType"),
        ({"accepted_answers": [[]]}, "holds [], which names nothing"),
        ({"accepted_answers": ["a"]}, "holds 'a', which is `answer` already; leave it out"),
        ({"answer": "A,C", "accepted_answers": ["C,A"]}, "holds 'C,A', which is `answer` already; leave it out"),
        ({"accepted_answers": ["C", "those"]}, "holds 'those', which stands there already; leave it out"),
        ({"kind": "single_choice", "accepted_answers": ["B,C"]}, "names several options, but the kind is single_choice"),
        ({"kind": "label", "options": None, "answer": "POSITIVE", "accepted_answers": ["maybe"]}, "holds 'maybe', which is none of POSITIVE, NEGATIVE"),
        ({"kind": "label", "options": None, "answer": "POSITIVE", "accepted_answers": ["positive"]}, "holds 'positive', which is `answer` already; leave it out"),
        ({"options": None, "answer": "low", "accepted_answers": "hypo"}, "must be a list of texts"),
        ({"options": None, "answer": "low", "accepted_answers": [" "]}, "must be a list of texts"),
    ],
)  # fmt: skip
def test_an_alternative_that_is_none_is_refused(changes, reason):
    assert [("accepted_answers", reason)] == faults_of(**changes)


@pytest.mark.parametrize(
    "name", ["answer_idx", "options_zh", "question_type", "rationale", "label", "answers", "question", "id"]
)
def test_other_fields_are_free(name):
    assert question_of().expected == question_of(**{name: {}}).expected


@pytest.mark.parametrize(("written", "expected"), [("q 1", "q 1"), ("７", "７"), (7, "7"), (0, "0")])
def test_an_id_is_a_text_or_a_whole_number(written, expected):
    assert expected == question_of(question_id=written).question_id


@pytest.mark.parametrize("written", ["", "  ", True, 1.5, ["q"], {}])
def test_other_ids_are_refused(written):
    assert [("question_id", "must be a text that is unique in the file")] == faults_of(question_id=written)


@pytest.mark.parametrize("field", ["question_id", "question_text"])
def test_what_every_item_has_is_said_to_be_missing(field):
    assert [(field, "is missing")] == faults_of(**{field: None})


def test_the_same_id_twice_is_refused_at_the_second():
    _, (fault,) = read(item("7"), item(7))

    assert ("items[1] (7)", "question_id", "stands at items[0] already") == (
        fault.item,
        fault.field,
        fault.reason,
    )


@pytest.mark.parametrize("text", ["", " \n", 5, ["x"]])
def test_a_question_has_a_text(text):
    assert [("question_text", "must be a text that is not blank")] == faults_of(question_text=text)


def test_images_are_paths_below_the_document():
    names = ["a.png", "figures/b c.jpg", "..dots../c.gif"]

    assert tuple(names) == question_of(images=names).images
    assert () == question_of().images


@pytest.mark.parametrize(
    "name",
    [
        "../x.png",
        "a/../../x.png",
        "/etc/passwd",
        "\\\\host\\x.png",
        "..\\x.png",
        "C:\\x.png",
        "http://host/x.png",
        "..",
    ],
)
def test_an_image_never_leaves_the_folder(name):
    ((field, reason),) = faults_of(images=[name])

    assert "images" == field
    assert "leaves the document's folder" in reason


@pytest.mark.parametrize("images", ["a.png", [""], [None], {"a": 1}, None])
def test_images_are_a_list_of_names(images):
    assert ["images"] == [field for field, _ in faults_of(images=images)]


@pytest.mark.parametrize("results", [None, [], "x"])
def test_model_results_are_an_object(results):
    assert ["model_results"] == [field for field, _ in faults_of(model_results=results)]


@pytest.mark.parametrize("one", [None, 3, "q1", ["q1"]])
def test_an_item_is_an_object(one):
    questions, (fault,) = read(one)

    assert [None] == questions
    assert ("items[0]", "must be an object") == (fault.item, fault.reason)


@pytest.mark.parametrize(
    "name", ["https://h/a.png", "file:///a.png", "data:image/png;base64," + "A" * 10_000]
)
def test_an_address_is_no_picture_and_is_not_printed_at_length(name):
    ((field, reason),) = faults_of(images=[name])

    assert ("images", True) == (field, "is an address, which leaves the document's folder: save" in reason)
    assert len(reason) < 150
