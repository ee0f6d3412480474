"""How often the rule reader agrees with labelled answers. `make bench-reader DATA="a.jsonl.gz b.jsonl"`.

Each line of a file is an object with `raw_text`, `options` (object, absent: the text answers nothing), `question` and
`kind` (optional), and the reference: `extracted`, an option key, or null for "there is no answer". With `--gold` the
reference is `gold`, and only rows that somebody marked as `correct` are compared. Rows whose reference is no option of
theirs are counted apart. Prints, for each file: agreement, wrong letters, letters that are there and were not read,
and letters that were read where there is none.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from omnibench import read_answer

if TYPE_CHECKING:
    from collections.abc import Iterator


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a JSON Lines file, compressed or not."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8")
    for line in text.split("\n"):
        if line.strip():
            yield json.loads(line)


def outcome(row: dict[str, Any], *, is_gold: bool) -> str:
    """Compare one row with its reference."""
    options = row.get("options")
    reference = row.get("gold" if is_gold else "extracted") if options else None
    options = options or dict.fromkeys("ABCD", "")
    if is_gold and row.get("correct") is not True:
        return "not marked as correct"
    if reference is not None and reference not in options:
        return "no such option"
    reading = read_answer(
        row.get("raw_text") or "",
        options,
        kind=row.get("kind", "single_choice"),
        question=row.get("question") or "",
    )
    read = ",".join(reading.answer) if reading.outcome == "answered" else None
    if reference is None:
        return "abstained" if read is None else "invented"
    if read is None:
        return "missed"
    return "agrees" if read == reference else "wrong"


def main() -> int:
    """Measure each file that is named."""
    parser = argparse.ArgumentParser(description="Measure the rule reader on labelled answers.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--gold", action="store_true", help="rows marked as correct, against `gold`")
    args = parser.parse_args()
    print(
        f"{'file':<24}{'rows':>6}{'compared':>10}{'agrees':>9}{'wrong':>7}{'missed':>8}{'none':>6}{'invented':>10}{'s':>6}"
    )
    for path in args.files:
        started = time.perf_counter()
        n = Counter(outcome(row, is_gold=args.gold) for row in rows(path))
        n_answers = n["agrees"] + n["wrong"] + n["missed"]
        agreement = f"{100 * n['agrees'] / n_answers:.2f} %" if n_answers else "n/a"
        print(
            f"{path.name.split('.')[0]:<24}{n.total():>6}{n_answers:>10}{agreement:>9}{n['wrong']:>7}{n['missed']:>8}"
            f"{n['abstained'] + n['invented']:>6}{n['invented']:>10}{time.perf_counter() - started:>6.1f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
