"""The sheet as one HTML page that needs nothing else: no network, no server, no spreadsheet.

Texts of models are escaped by jinja2, and the page's own policy lets nothing run but its one script, named by hash.
"""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from omnibench.errors import ReportUnavailable
from omnibench.report.audit.sheet import join_expected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omnibench.report.audit.sheet import Shown


def render_page(rows: Sequence[Shown], audit_hash: str) -> str:
    """Return the page.

    Args:
        rows: answers, in order.
        audit_hash: names this audit, so that a browser keeps drafts of several apart.

    Raises:
        ReportUnavailable: jinja2 is not installed.
    """
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - rarely needed
    except ImportError as error:
        raise ReportUnavailable(f"the page of an audit cannot be written ({error})") from None
    environment = Environment(
        loader=PackageLoader("omnibench.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = environment.get_template("audit_sheet.js").render()
    style = environment.get_template("audit_sheet.css").render()
    return environment.get_template("audit_sheet.html.j2").render(
        rows=[(row, join_expected(row)) for row in rows],
        audit_hash=audit_hash,
        script_hash=_policy_hash(script),
        style_hash=_policy_hash(style),
    )


def _policy_hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
