"""Pure: the audit of a judge by a person: draw answers, show them blinded, read the words back, measure."""

from omnibench.report.audit.accuracy import Accuracy
from omnibench.report.audit.key import key_text, parse_key
from omnibench.report.audit.measures import Audit, Disagreement, Estimate, measure
from omnibench.report.audit.page import render_page
from omnibench.report.audit.reading import Mark, Sheet, parse_sheet
from omnibench.report.audit.record import record_of_audit, record_of_draw
from omnibench.report.audit.sample import Candidate, Case, Draw, Key, Layer, Stratum, draw
from omnibench.report.audit.sheet import Shown, render_csv, show

__all__ = [
    "Accuracy",
    "Audit",
    "Candidate",
    "Case",
    "Disagreement",
    "Draw",
    "Estimate",
    "Key",
    "Layer",
    "Mark",
    "Sheet",
    "Shown",
    "Stratum",
    "draw",
    "key_text",
    "measure",
    "parse_key",
    "parse_sheet",
    "record_of_audit",
    "record_of_draw",
    "render_csv",
    "render_page",
    "show",
]
