"""The small banks of tests/sources/importers/fixtures, one folder a case: FORMAT/CASE/.

`given/` is what is imported, with the flags of `flags.txt`. `expected.json` is the document, byte by byte,
`refused.jsonl` what `--refused` writes, `fault.txt` what is said where nothing can be imported.
`python tests/importer_banks.py` writes the expected files anew; read the difference before you keep it.
"""

import contextlib
import io
import json
import re
import sys
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent / "sources/importers/fixtures"
CASES = sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in FIXTURES.glob("*/*/given"))
PICTURES = ("images", "images.zip")
NOT_YET: dict[str, str] = {}
"""What is expected of a case and not so yet; a test fails when it is."""


def given(case):
    """The files to be named on the command line; pictures are found beside them."""
    return sorted(path for path in (FIXTURES / case / "given").iterdir() if path.name not in PICTURES)


def expected(case, name):
    """One of the expected files, or nothing."""
    path = FIXTURES / case / name
    return path.read_bytes() if path.exists() else b""


def import_case(case, folder, *more):
    """Import a case into folder/dataset; returns exit code, document, refused rows and what was said of a fault."""
    from omnibench.cli import main

    path = document_of(case, folder)
    Path(folder).mkdir(exist_ok=True)
    refused = Path(folder) / "refused.jsonl"
    flags = expected(case, "flags.txt").decode().split()
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(
            ["import", case.split("/")[0], *map(str, given(case)), *flags, "--out", str(path),
             "--refused", str(refused), "--json", *more]
        )  # fmt: skip
    return {
        "code": code,
        "document": path.read_bytes() if path.exists() else b"",
        "refused": refused.read_bytes() if refused.exists() else b"",
        "fault": re.sub(r" +(?=\n)|(?<=  ) +", "", err.getvalue()).encode(),
        "record": json.loads(out.getvalue()) if out.getvalue() else [],
    }


def document_of(case, folder):
    """Where a case is imported to."""
    return Path(folder) / f"dataset/general/{case.replace('/', '_').replace('-', '_')}.json"


def renew():
    """Write every expected file anew, but for those that nothing fulfils yet."""
    import tempfile

    for case in (one for one in CASES if one not in NOT_YET):
        with tempfile.TemporaryDirectory() as folder:
            done = import_case(case, folder)
        for name, content in (
            ("expected.json", done["document"]),
            ("refused.jsonl", done["refused"]),
            ("fault.txt", done["fault"]),
        ):
            path = FIXTURES / case / name
            path.unlink(missing_ok=True)
            if content:
                path.write_bytes(content)


if __name__ == "__main__":
    sys.path.insert(0, str(FIXTURES.parents[3] / "src"))
    renew()
