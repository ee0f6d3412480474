"""Foreign banks come in, are asked, and stand in the leaderboard; what cannot be read is named, and nothing is written."""

import csv
import io
import json
import zipfile

import pytest
from hub_server import hub_server
from picture_files import picture
from processes import entries_of, load_result, run_main
from provider_server import provider_server

from omnibench.sources.importers import IMPORTERS

ROWS = [
    {
        "id": "v1",
        "Pregunta": "¿Qué vitamina previene el escorbuto?",
        "A": "Vitamina A",
        "B": "Vitamina C",
        "Clave": "B",
    },
    {
        "id": "v2",
        "Pregunta": "¿Qué vitamina previene el raquitismo?",
        "A": "Vitamina D",
        "B": "Vitamina K",
        "Clave": "A",
    },
    {
        "id": "v3",
        "Pregunta": "¿Qué vitamina falta en el beriberi?",
        "A": "Tiamina",
        "B": "Niacina",
        "Clave": "C",
    },
]


def as_csv(rows, delimiter=";"):
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, rows[0], delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def mapped(*more):
    return ("import", "table", "bank.csv", "--map", "answer=Clave", *more)


def document_in(folder, name="general/bank.json"):
    return json.loads((folder / "dataset" / name).read_bytes())


def test_a_table_is_imported_asked_and_counted(tmp_path):
    (tmp_path / "bank.csv").write_bytes(as_csv(ROWS))

    done = run_main(*mapped("--refused", "refused.jsonl"), cwd=tmp_path)

    assert 1 == done.returncode, done.stderr  # one row names no option
    assert "the answer 'C' names no option; the options are A, B: bank.csv line 4 (v3)" in done.stdout
    [refused] = map(json.loads, (tmp_path / "refused.jsonl").read_text("utf-8").splitlines())
    assert ROWS[2] == refused["row"]
    assert ["v1", "v2"] == [item["question_id"] for item in document_in(tmp_path)["items"]]
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="B") as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re")
        assert 0 == run_main(*flags, cwd=tmp_path).returncode
    report = json.loads(run_main("report", "--json", cwd=tmp_path).stdout)
    assert (2, 1) == (report["models"][0]["graded"], report["models"][0]["correct"])


def test_a_dry_run_shows_the_questions_and_writes_nothing(tmp_path):
    (tmp_path / "bank.csv").write_bytes(as_csv(ROWS[:2]))

    done = run_main(*mapped("--dry-run"), cwd=tmp_path)

    assert 0 == done.returncode
    assert "v1  ¿Qué vitamina previene el escorbuto?\n    A. Vitamina A\n  * B. Vitamina C\n" in done.stdout
    assert (
        "columns of bank.csv:\n  question: Pregunta\n  answer: Clave\n  options: A, B\n  id: id\n"
        in done.stdout
    )
    assert ["bank.csv"] == [path.name for path in tmp_path.iterdir()]


def test_the_same_bank_gives_the_same_bytes_and_another_is_not_written_over_it(tmp_path):
    (tmp_path / "bank.csv").write_bytes(as_csv(ROWS[:2]))
    place = tmp_path / "dataset/general/bank.json"
    run_main(*mapped(), cwd=tmp_path)
    first = place.read_bytes()

    again = run_main(*mapped(), cwd=tmp_path)
    (tmp_path / "bank.csv").write_bytes(as_csv(ROWS[:1]))
    other = run_main(*mapped(), cwd=tmp_path)

    assert (0, "0 documents written, 1 unchanged") == (again.returncode, again.stdout.splitlines()[-2])
    assert 2 == other.returncode
    assert "is there already, with other content" in other.stderr
    assert first == place.read_bytes()
    assert 0 == run_main(*mapped("--replace"), cwd=tmp_path).returncode
    assert 1 == len(document_in(tmp_path)["items"])


def test_names_of_files_tell_year_and_level(tmp_path):
    for name in ("Examen_19A.json", "Examen_21B.json"):
        rows = [
            {
                "numero": 1,
                "enunciado": f"¿Cuál es? {name}",
                "opciones": {"A": "una", "B": "otra"},
                "respuesta": "B",
            }
        ]
        (tmp_path / name).write_text(json.dumps(rows), "utf-8")
    pattern = ("--path-pattern", "Examen_{yy}{form}.json", "--level", "senior")

    done = run_main("import", "table", "Examen_19A.json", "Examen_21B.json", *pattern, cwd=tmp_path)

    assert 0 == done.returncode, done.stderr
    document = document_in(tmp_path, "2021/senior/examen_21b.json")
    assert (2021, "senior", "B") == (
        document["dataset_meta"]["year"],
        document["dataset_meta"]["title_level"],
        document["items"][0]["metadata"]["form"],
    )
    assert document_in(tmp_path, "2019/senior/examen_19a.json")["items"]
    assert 0 == run_main("validate", cwd=tmp_path).returncode


def medxpertqa_rows():
    options = {"A": "atrium", "B": "ventricle", "C": "valve", "D": "septum", "E": "apex"}
    inline = " ".join(f"({key}) {text}" for key, text in options.items())
    return [
        {
            "id": f"MM-{i}",
            "question": f"What does arrow {i} show?\nAnswer Choices: {inline}",
            "options": options,
            "label": "B",
            "images": [f"MM-{i}-a.png"],
            "medical_task": "Diagnosis" if i else "Basic Science",
            "body_system": "Cardiovascular",
            "question_type": "Understanding",
        }
        for i in range(2)
    ] + [
        {
            "id": "Text-0",
            "question": "Which is it?",
            "options": options,
            "label": "A",
            "medical_task": "Treatment",
        }
    ]


def test_medxpertqa_comes_in_two_parts_with_its_pictures_in_the_archive_and_is_asked_as_published(tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    (source / "test.jsonl").write_text("\n".join(map(json.dumps, medxpertqa_rows())), "utf-8")
    with zipfile.ZipFile(source / "images.zip", "w") as archive:
        for i in range(2):
            archive.writestr(f"images/MM-{i}-a.png", picture())

    done = run_main("import", "medxpertqa", "source/test.jsonl", cwd=tmp_path)

    assert 0 == done.returncode, done.stderr
    [first, second] = document_in(tmp_path, "general/medxpertqa_mm.json")["items"]
    assert ["medxpertqa_mm_images.zip/images/MM-0-a.png"] == first["images"]
    assert "What does arrow 1 show?" == second["question_text"]
    assert ["medxpertqa_mm.json", "medxpertqa_mm_images.zip", "medxpertqa_text.json"] == sorted(
        path.name for path in (tmp_path / "dataset/general").iterdir()
    )
    assert "plan --prompt medxpertqa --only medxpertqa_mm,medxpertqa_text" in done.stdout
    with provider_server(
        flavour="vllm",
        models=[{"id": "m", "capabilities": ["completion", "vision"]}],
        answer="Because of this.\nANSWER: B",
    ) as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--models", "m")
        ran = run_main(*flags, "--prompt", "medxpertqa", cwd=tmp_path)
        assert 0 == ran.returncode, ran.stderr
        recent = [one for one in server.stats()["recent"] if one["path"].endswith("/chat/completions")]
        asked = [json.loads(one["body"])["messages"] for one in recent]
    assert {"You are a helpful medical assistant."} == {messages[0]["content"] for messages in asked}
    assert 2 == sum(not isinstance(messages[1]["content"], str) for messages in asked)
    rows = json.loads(run_main("report", "--by", "document", "--json", cwd=tmp_path).stdout)["models"]
    assert [("general/medxpertqa_mm.json", 2, 2), ("general/medxpertqa_text.json", 1, 0)] == [
        (row["value"], row["graded"], row["correct"]) for row in rows if not row["is_whole"]
    ]
    assert [(3, 2)] == [(row["graded"], row["correct"]) for row in rows if row["is_whole"]]


def test_a_bank_comes_from_the_hub_at_its_revision_and_once(tmp_path):
    hub = IMPORTERS["medxpertqa"].hub
    rows = [json.dumps(row) for row in medxpertqa_rows()]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("images/MM-0-a.png", picture())
        archive.writestr("images/MM-1-a.png", picture())
    files = {
        (hub.repo, hub.revision, "Text/test.jsonl"): rows[2].encode(),
        (hub.repo, hub.revision, "MM/test.jsonl"): "\n".join(rows[:2]).encode(),
        (hub.repo, hub.revision, "images.zip"): packed.getvalue(),
    }
    with hub_server(files) as (environment, fetched):
        environment["HF_HOME"] = str(tmp_path / "cache")
        done = run_main("import", "medxpertqa", "--hub", cwd=tmp_path, **environment)
        again = run_main("import", "medxpertqa", "--hub", cwd=tmp_path, **environment)
        missing = run_main("import", "careqa", "--hub", cwd=tmp_path, **environment)

    assert (0, 0) == (done.returncode, again.returncode), done.stderr + again.stderr
    assert ["MM/test.jsonl", "Text/test.jsonl", "images.zip"] == sorted(fetched)
    [file] = document_in(tmp_path, "general/medxpertqa_mm.json")["dataset_meta"]["imported"]["files"]
    assert "MM/test.jsonl" == file["name"]
    assert 38 == missing.returncode
    assert "CareQA_en.json of HPAI-BSC/CareQA could not be fetched" in missing.stderr
    assert "Fetch it by hand from https://huggingface.co/datasets/HPAI-BSC/CareQA/resolve/" in missing.stderr


def test_without_a_network_the_hub_says_which_file_to_fetch(tmp_path):
    done = run_main(
        "import", "medqa", "--hub", cwd=tmp_path, HF_HUB_OFFLINE="1", HF_HOME=str(tmp_path / "cache")
    )

    assert 38 == done.returncode
    assert "resolve/0fb93dd23a7339b6dcd27e241cb9b5eca62d4d18/phrases_no_exclude_test.jsonl" in done.stderr


def bomb():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(3):
            archive.writestr(f"{i}.json", b"[" + b" " * 300_000_000)
    return packed.getvalue()


def leaving():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../../evil.json", "[]")
    return packed.getvalue()


HOSTILE = {
    "bomb.zip": (bomb, "bytes unpacked"),
    "leaving.zip": (leaving, "leads out of the zip"),
    "cell.csv": (lambda: b"question,A,B,answer\n" + b"x" * 100_000_000 + b",a,b,A\n", "1,000,000 characters"),
    "latin.csv": (lambda: "pregunta,A,B,respuesta\n¿Qué?,sí,no,A\n".encode("cp1252"), "--encoding"),
    "deep.json": (lambda: b"[" * 1_000_000, "nested too deeply"),
    "half.json": (lambda: b'[{"question": "Which?", "answer"', "JSON"),
    "page.csv": (lambda: b"<!doctype html><html><body>Log in</body></html>", "web page"),
    "empty.csv": (lambda: b"", "empty"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_ends_in_one_clear_error_and_leaves_nothing(tmp_path, name):
    content, said = HOSTILE[name]
    (tmp_path / name).write_bytes(content())

    done = run_main("import", "table", name, cwd=tmp_path)

    assert 23 == done.returncode, done.stderr
    assert said in done.stderr
    assert name in done.stderr
    assert "Traceback" not in done.stderr
    assert [name] == [path.name for path in tmp_path.rglob("*")]


def test_formulas_and_markup_of_a_bank_stay_text(tmp_path):
    rows = [
        {"question": "=1+1 [bold]what?[/]\x1b[31m", "A": "=HYPERLINK(1)", "B": "<b>no</b>", "answer": "A"}
    ]
    (tmp_path / "bank.csv").write_bytes(as_csv(rows, ","))

    done = run_main("import", "table", "bank.csv", "--dry-run", cwd=tmp_path)
    run_main("import", "table", "bank.csv", cwd=tmp_path)

    [item] = document_in(tmp_path)["items"]
    assert ("=1+1 [bold]what?[/]\x1b[31m", {"A": "=HYPERLINK(1)", "B": "<b>no</b>"}) == (
        item["question_text"],
        item["options"],
    )
    assert "=1+1 [bold]what?[/]\N{REPLACEMENT CHARACTER}[31m" in done.stdout


def test_voided_and_pictureless_questions_are_kept_and_not_asked(tmp_path):
    rows = [
        {"id": 1, "stem": "One?", "options": {"A": "a", "B": "b"}, "correct": "A", "annulled": True},
        {"id": 2, "stem": "Two?", "options": {"A": "a", "B": "b"}, "correct": "B", "hasImage": True},
        {"id": 3, "stem": "Three?", "options": {"A": "a", "B": "b"}, "correct": "A or B"},
    ]
    (tmp_path / "bank.json").write_text(json.dumps({"year": 2025, "questions": rows}), "utf-8")
    done = run_main("import", "table", "bank.json", cwd=tmp_path)
    assert 0 == done.returncode, done.stderr
    first, second, third = document_in(tmp_path)["items"]
    assert (True, "A") == (first["voided"], first["answer"])
    assert second["images_missing"] is True
    assert ("A", ["B"]) == (third["answer"], third["accepted_answers"])
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="B") as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re")
        assert 0 == run_main(*flags, cwd=tmp_path).returncode
    assert {("3", "m")} == set(entries_of(tmp_path))
    assert load_result(tmp_path)["items"][2]["model_results"]["m"]["judge"]["is_correct"] is True


def test_the_way_on_is_quoted_for_a_shell(tmp_path):
    (tmp_path / "bank.csv").write_bytes(as_csv(ROWS[:2]))

    done = run_main(*mapped("--out", "dataset/general/a;rm -rf x.json"), cwd=tmp_path)

    assert "next: python main.py plan --only 'a;rm -rf x'" in done.stdout


def test_the_screen_stays_short_whatever_a_bank_holds(tmp_path):
    more = {f"column {i} {'x' * 400}": "y" for i in range(50)}
    rows = [{**row, **more} for row in ROWS]
    rows += [{**ROWS[2], "id": f"w{i}", "Clave": f"{i} " + "Z" * 5000} for i in range(40)]
    (tmp_path / "bank.csv").write_bytes(as_csv(rows))

    done = run_main(*mapped(), cwd=tmp_path)
    (tmp_path / "bank.csv").write_bytes(as_csv(rows[-2:]))
    none = run_main(*mapped("--out", "none.json"), cwd=tmp_path)

    assert (1, 23) == (done.returncode, none.returncode), done.stderr
    [kept] = [line for line in done.stdout.splitlines() if "kept in metadata" in line]
    assert kept.endswith("and 30 more")
    assert max(map(len, done.stdout.splitlines())) < 20 * 302 + 50
    assert "refused: 11 more kinds; --json lists them" in done.stdout.splitlines()
    assert all(len(line) < 700 for line in done.stdout.splitlines() if line.startswith("refused"))
    assert all(len(line) < 700 for line in none.stderr.splitlines())


@pytest.mark.parametrize("flags", [("--year", "٢٠٢٤"), ("--year", "24"), ("--out", "bank.txt")])
def test_a_place_that_no_run_would_look_at_is_refused(tmp_path, flags):
    (tmp_path / "bank.csv").write_bytes(as_csv(ROWS[:2]))

    done = run_main(*mapped(*flags), cwd=tmp_path)

    assert 2 == done.returncode
    assert ["bank.csv"] == [path.name for path in tmp_path.iterdir()]
