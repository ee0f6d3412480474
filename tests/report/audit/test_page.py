"""The page holds texts of models as data, runs its own script alone and asks nobody for anything."""

import base64
import hashlib
import html
import re
from html.parser import HTMLParser

import pytest
from builders import question

from omnibench.errors import ReportUnavailable
from omnibench.report.audit import render_page, show

NASTY = "</div><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}{% raw %}&amp;\"'"


class Elements(HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))


def page_of(*rows):
    page = render_page(rows or [show("a1", question(), "B")], "a1:xyz")
    parser = Elements()
    parser.feed(page)
    return page, parser.seen


def test_texts_of_models_and_banks_are_never_markup():
    asked = question(question_id="q", text=NASTY, options={"A": NASTY, "B": NASTY})
    _plain, elements = page_of(show("a1", question(), "B"))
    page, nasty = page_of(show("a1", asked, NASTY))

    assert [tag for tag, _ in elements] == [tag for tag, _ in nasty]
    assert 5 == page.count(html.escape(NASTY).replace("&quot;", "&#34;").replace("&#x27;", "&#39;"))
    assert not {name for _, facts in nasty for name in facts if name.startswith("on")}


def test_the_policy_names_the_one_script_and_the_one_style_and_nothing_else_may_load():
    page, elements = page_of()
    [policy] = [facts["content"] for _, facts in elements if facts.get("http-equiv")]
    for tag in ("script", "style"):
        [text] = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_nothing_is_loaded_from_anywhere():
    page, elements = page_of(show("a1", question(), "B", [("x.png", "data:image/png;base64,AA==")]))

    assert ["data:image/png;base64,AA=="] == [facts["src"] for _, facts in elements if "src" in facts]
    assert not [facts for _, facts in elements if "href" in facts]
    assert not re.search(r"https?://|@import|url\(", page)


def test_each_answer_has_three_words_a_note_and_a_name():
    rows = [show(f"a{i}", question(), "B") for i in (1, 2)]
    page, elements = page_of(*rows)
    radios = [(f["name"], f["value"]) for tag, f in elements if f.get("type") == "radio"]

    assert [(name, word) for name in ("a1", "a2") for word in ("right", "wrong", "unsure")] == radios
    assert ["a1", "a2"] == [f["id"] for tag, f in elements if tag == "article"]
    assert ["a1-name", "a2-name"] == [f["aria-labelledby"] for tag, f in elements if tag == "article"]
    assert "0 of 2 done" in page
    assert 'data-audit="a1:xyz"' in page


def test_every_part_that_the_script_looks_for_is_there():
    page, elements = page_of()
    [script] = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    named = set(re.findall(r'find\("(\w+)"\)', script))

    assert {"count", "bar", "next", "save", "clear", "draft"} == named
    assert named <= {facts.get("id") for _, facts in elements}


def test_without_jinja2_the_one_command_is_said(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    with pytest.raises(ReportUnavailable) as raised:
        page_of()
    assert 'pip install "clinicallm-omnibench[report]"' == raised.value.hint
