"""Shows what became of every row of an import, on a screen or for a script."""

from __future__ import annotations

import shlex
from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from omnibench.cli.console import build_table, counted, inert, open_console, shortened
from omnibench.cli.import_ import SHOWN_DRY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import Console

    from omnibench.app.importing import ImportOrder, Written
    from omnibench.sources.keys import Digits

_SHOWN: Final = 6
"""Places that are named of one thing; the others are counted."""
_SHOWN_COLUMNS: Final = 20
_SHOWN_LINES: Final = 30
"""Of what is odd, and of what is refused."""
_WIDTH: Final = 160
_ID_WIDTH: Final = 32
_MEANINGS: Final[Mapping[Digits, str]] = {
    "from_0": "places, counted from 0",
    "from_1": "places, counted from 1",
    "mask": "a mask over the options",
    "keys": "the options' own numbers",
}
_NOTED: Final = (
    "accepted_answers",
    "voided",
    "images",
    "images_missing",
    "points",
    "section",
    "forbidden_options",
)


def print_account(written: Sequence[Written], order: ImportOrder) -> None:
    """Print how the files were read, what is odd, what was refused, and where the rest went."""
    console = open_console()
    if order.is_dry:
        for item in [item for one in written for item in one.items][:SHOWN_DRY]:
            _print_item(console, item)
    for roles, names in _grouped(_columns_in(written)).items():
        console.print(inert(f"columns of {_some(names)}:"))
        for role in roles.split("\n"):
            console.print(inert(role))
    for meaning, columns in _grouped(_digits_in(written)).items():
        console.print(inert(f"digits in {_some(columns)} are read as {meaning}"))
    _print_grouped(console, "odd", _grouped(_oddities_in(written)))
    _print_grouped(console, "refused", _grouped(_refusals_in(written)))
    console.print(_table(written))
    console.print(inert(_what_is_kept(written)))
    for one in written:
        if one.pictures:
            console.print(inert(f"pictures: {one.pictures}"))
    _print_way_on(console, written, order)


def _print_grouped(console: Console, word: str, found: Mapping[str, Sequence[str]]) -> None:
    for what, places in list(found.items())[:_SHOWN_LINES]:
        console.print(inert(f"{word} ({len(places)}): {shortened(what)}: {_some(places)}"))
    if len(found) > _SHOWN_LINES:
        console.print(f"{word}: {len(found) - _SHOWN_LINES} more kinds; --json lists them")


def record_of(one: Written, *, is_dry: bool) -> dict[str, Any]:
    """Return all of it for a script; a dry run shows the first items too."""
    return {
        "document": str(one.path),
        "is_written": one.is_new and not is_dry,
        "n_read": one.imported.n_read,
        "n_kept": len(one.items),
        "refused": [
            {"file": fault.path, "place": fault.item, "field": fault.field, "reason": fault.reason}
            for fault, _ in one.refused
        ],
        "counts": dict(one.counts()),
        "odd": {what: list(places) for what, places in one.oddities.items()},
        "columns": {name: columns.names() for name, columns in one.imported.columns.items()},
        "digits": dict(one.imported.digits),
        "pictures": one.pictures or None,
        **({"items": list(one.items[:SHOWN_DRY])} if is_dry else {}),
    }


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for what, where in pairs:
        found.setdefault(what, []).append(where)
    return found


def _some(places: Sequence[str], n: int = _SHOWN) -> str:
    more = f" and {len(places) - n} more" if len(places) > n else ""
    return ", ".join(map(shortened, places[:n])) + more


def _columns_in(written: Sequence[Written]) -> Iterable[tuple[str, str]]:
    """Yield a line a role, and one of what stays in `metadata`, with the file."""
    for one in written:
        for name, columns in one.imported.columns.items():
            held = {
                role: [columns] if isinstance(columns, str) else columns
                for role, columns in columns.names().items()
            }
            if unused := one.imported.unused.get(name):
                held["kept in metadata"] = unused
            yield "\n".join(f"  {role}: {_some(names, _SHOWN_COLUMNS)}" for role, names in held.items()), name


def _digits_in(written: Sequence[Written]) -> Iterable[tuple[str, str]]:
    found = (
        (_MEANINGS[meaning], column)
        for one in written
        for column, meaning in one.imported.digits.items()
        if meaning in _MEANINGS
    )
    return dict.fromkeys(found)


def _oddities_in(written: Sequence[Written]) -> Iterable[tuple[str, str]]:
    return ((what, place) for one in written for what, places in one.oddities.items() for place in places)


def _refusals_in(written: Sequence[Written]) -> Iterable[tuple[str, str]]:
    return (
        (f"{fault.field}: {fault.reason}" if fault.field else fault.reason, f"{fault.path} {fault.item}")
        for one in written
        for fault, _ in one.refused
    )


def _table(written: Sequence[Written]) -> Any:
    numbers = ("read", "kept", "refused")
    table = build_table("document", *numbers, right=numbers)
    for one in written:
        table.add_row(inert(one.path), str(one.imported.n_read), str(len(one.items)), str(len(one.refused)))
    return table


def _what_is_kept(written: Sequence[Written]) -> str:
    total: Counter[str] = Counter()
    for one in written:
        total.update(one.counts())
    return "kept: " + ", ".join(f"{n} {what}" for what, n in total.items() if n)


def _print_way_on(console: Console, written: Sequence[Written], order: ImportOrder) -> None:
    if order.is_dry:
        console.print("a dry run: nothing was written")
        return
    n_new = sum(one.is_new for one in written)
    same = f", {len(written) - n_new} unchanged" if n_new < len(written) else ""
    console.print(f"{counted(n_new, 'document')} written{same}")
    prompt = f" --prompt {order.importer.prompt}" if order.importer.prompt else ""
    console.print(inert(f"next: python main.py plan{prompt} --only {shlex.quote(_selection(written))}"))


def _selection(written: Sequence[Written]) -> str:
    """Write what `--only` takes for the documents: a few names, else what all of them begin with."""
    stems = [one.path.stem for one in written]
    if len(stems) <= _SHOWN:
        return ",".join(stems)
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*stems, strict=False))
    return f"{''.join(letters[0] for letters in same)}*"


def _print_item(console: Console, item: Mapping[str, Any]) -> None:
    right = {part for part in str(item.get("answer", "")).split(",") if part}
    console.print(inert(f"{_start(item['question_id'], _ID_WIDTH)}  {_start(item['question_text'])}"))
    for key, text in item.get("options", {}).items():
        console.print(inert(f"  {'*' if key in right else ' '} {key}. {_start(text)}"))
    notes = [f"answer: {_start(str(item['answer']))}"] if "answer" in item and "options" not in item else []
    notes += [f"{name}: {_start(str(item[name]))}" for name in _NOTED if name in item]
    for note in notes:
        console.print(inert(f"    {note}"))
    console.print()


def _start(text: str, width: int = _WIDTH) -> str:
    """Return a text in one line, and of a long one its start and its end: there a question asks."""
    return shortened(" ".join(text.split()), width)
