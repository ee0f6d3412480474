"""Writes the pages that are printed from the code: errors, commands, settings and grading.

`python docs/generate.py` writes them; `python docs/generate.py --check` changes nothing, names the pages that are
stale and exits with 1 when there is one.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench import errors
from omnibench.ask.error_table import BY_ERROR_TYPE, BY_PAGE, BY_STATUS, BY_WORDING, REDIRECT, SILENT
from omnibench.ask.hints import AGAIN, HINTS
from omnibench.ask.presets import PRESETS
from omnibench.cli.exit_codes import MEANINGS
from omnibench.cli.main import COMMANDS, DEFAULT_COMMAND, build_parser, load_command
from omnibench.kinds.examples import GRADED, QUESTIONS
from omnibench.kinds.rules import EXAMPLE_OPTIONS, RULES
from omnibench.plan.prompts import PROMPTS
from omnibench.report.audit.sample import DISPUTED_COUNTS, MINIMUM
from omnibench.settings import DEFAULT_PROVIDER, MAX_TOKENS, TIMEOUT_S, VARIABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from omnibench.ask.presets import Preset
    from omnibench.plan.prompts.prompt import Prompt
    from omnibench.records import FailureCause

FOLDER: Final = Path(__file__).resolve().parent
HELP_COLUMNS: Final = 90
_NOTE: Final = "<!-- Written by docs/generate.py from the code. Do not edit; run `make docs`. -->"


def errors_page() -> str:
    """Return docs/errors.md."""
    tree = "\n".join(_tree(errors.OmnibenchError))
    ends = "\n".join(f"| {code} | {_cell(meaning)} |" for code, meaning in sorted(MEANINGS.items()))
    rows = "\n".join(
        f"| {one.exit_code} | `{one.__name__}` | {_cell(_first_line(one))} | {_cell(one.remedy)} |"
        for one in sorted(_descendants(errors.OmnibenchError), key=lambda one: one.exit_code)
    )
    failures = "\n".join(_failure_row(cause, hint) for cause, hint in HINTS.items())
    return f"""{_NOTE}

# Exit codes and errors

A command that fails prints `error:` with what went wrong and, where there is something to do, `hint:`, both on stderr.
It then exits with the code of the error.
A flag that cannot be read shows the usage instead of a hint, and exits with 2.
`--debug` shows the traceback too.

## Exit codes that are no errors

| code | meaning |
|---:|---|
{ends}

## Errors

| code | class | meaning | remedy |
|---:|---|---|---|
{rows}

Where more is known, a hint that fits the case stands in place of the remedy.

## Failures of a provider

By default a failure that its tries do not mend stops the run with one of the errors 30 to 33.
With `--on-error skip` a failure of one question is recorded and the run goes on; what no other question would survive stops it all the same: a wrong key, no money, an unknown model, and what says so here.
Busy servers (429, 5xx, cut or empty bodies, lost connections) are asked again, up to five times within about a minute, or after as long as they ask for, up to five minutes; a server that has not answered anything yet and refuses the connection, once.
A question that the provider's moderation refuses is a result, status `filtered`, whatever `--on-error` says; ten in a row stop the run.

| cause | asked again | stops `--on-error skip` too | hint |
|---|---|---|---|
{failures}

## The tree

The classes are in `omnibench.errors`; catching one catches those below it.

```text
{tree}
```
"""


def _failure_row(cause: FailureCause, hint: str) -> str:
    worded = [case for _, case in BY_WORDING]
    cases = (*worded, *BY_ERROR_TYPE.values(), *BY_STATUS.values(), *BY_PAGE.values(), SILENT, REDIRECT)
    case = next(case for case in cases if case.cause == cause)
    is_once = cause == "memory"  # `ask.retry` ends it after the second in a row
    tries = ("once" if is_once else "yes") if case.is_transient else "no"
    ends = "yes" if case.is_fatal or is_once else "no"
    said = " ".join(hint.format(give_context="", again=AGAIN).split())
    return f"| {cause} | {tries} | {ends} | {_cell(said)} |"


def commands_page() -> str:
    """Return docs/commands.md."""
    os.environ["COLUMNS"] = str(HELP_COLUMNS)
    os.environ["NO_COLOR"] = "1"
    os.environ["PYTHON_COLORS"] = "0"  # argparse of Python 3.14 and newer, before NO_COLOR
    listing = "\n".join(
        f"| [`{name}`](#{name}) | {_cell(_plain_sentence(meaning))} |" for name, meaning in COMMANDS.items()
    )
    sections = "\n\n".join(
        f"## {name}\n\n```text\n{build_parser(name, load_command(name)).format_help().rstrip()}\n```"
        for name in COMMANDS
    )
    return f"""{_NOTE}

# Commands

`python main.py COMMAND --help` prints what stands here.
Without a command `python main.py` means `python main.py {DEFAULT_COMMAND}`, with the same flags.
The installed script `omnibench` is the same program as `main.py`, and `pull_models.py` is `main.py pull`.
[errors.md](errors.md) lists the exit codes.

| command | what it does |
|---|---|
{listing}

{sections}
"""


def settings_page() -> str:
    """Return docs/settings.md."""
    variables = "\n".join(f"| `{name}` | {_cell(what)} |" for name, what in VARIABLES.items())
    providers = "\n".join(_provider_row(preset) for preset in PRESETS.values())
    pictures = "\n".join(_picture_row(preset) for preset in PRESETS.values() if not preset.is_embedded)
    modes = "\n".join(
        f"| `{mode}` | {MAX_TOKENS[mode]} | {TIMEOUT_S[mode]:.0f} |" for mode in sorted(MAX_TOKENS)
    )
    prompts = "\n".join(_prompt_row(prompt) for prompt in PROMPTS.values())
    return f"""{_NOTE}

# Settings

A flag wins over the environment, the environment over `.env`, and `.env` over the registry and the defaults.
`.env` lies in the folder from which the program is started; copy [`.env.example`](../.env.example), which explains every line.
Of the rest of the environment only proxies and certificates count (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`, `SSL_CERT_FILE`); `OPENAI_*` is ignored unless it is named below.

## Variables

| variable | meaning |
|---|---|
{variables}

## Which provider, which address, which key

1. The provider is `--provider`, else `BENCHMARK_PROVIDER`, else `{DEFAULT_PROVIDER}`.
   With neither, and with `OPENAI_BASE_URL` set and no variable of {PRESETS[DEFAULT_PROVIDER].title}, it is `openai`.
2. The address is `--base-url`, else the provider's base URL variable, else its host variable, else its default.
   A host may be a host, host:port or a URL; the default port is added where none is given, and 0.0.0.0 means this machine.
3. The key is `--api-key`, else the provider's key variable, else its default.
   `OPENAI_API_KEY` is sent to `OPENAI_BASE_URL` (or OpenAI itself) alone.
   Keys, and passwords in an address, are never written to a file, a screen or a traceback, not even where a server repeats them; a key shorter than eight letters that could be a word is taken out only where a header shows it. What stands in `extra_body` is written into results: no place for a secret.
4. The judge uses the same address and key unless `--judge-provider`, `--judge-base-url` or `--judge-api-key` say otherwise.

## How much at once

`--concurrency auto`, the default, finds out how many requests each address takes.
The first question goes alone, then two are in flight; the limit doubles up to what such a server usually takes (the table below), then grows by a quarter, as long as more in flight get more tokens a second; where they only wait for each other it goes back.
429 and 503 halve it.
A limit is not tried if answers would then be expected to take more than 70 % of `--timeout`, whose clock starts when a question is sent.
The embedded server has four slots, and no more is sent.
`--concurrency N` fixes the limit, `--rpm` and `--tpm` keep to a provider's requests and tokens a minute.

Several addresses share one queue, and each question goes to the address with the most room.
One that is gone or sick drops out, is probed every 5 to 60 seconds, and takes part again when it answers; its questions go to the others. One that refuses the key, has no money left or lacks the model is left out. [providers.md](providers.md#several-servers-several-providers) has more.
Redirects are not followed: questions go only where you send them.

## When a server is gone

A request that finds nobody is tried again for about a minute; before the server has answered anything, once.
After that `--on-error stop` and `skip` end the run with the third such request in a row.
`--on-error wait` waits for the server instead, from the start of a run on, whether it refuses connections, lets questions hang or asks for more than five minutes, `--max-wait` long (2 h), and goes on; `skip,wait` does both.

## Addresses

Addresses of this machine are never reached through a proxy; `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` count for all others.

| provider | default address | default key | usually takes | default judge |
|---|---|---|---:|---|
{providers}

## Pictures

| provider | sent as they are | largest picture, MB |
|---|---|---:|
{pictures}

Other formats are sent as PNG; [providers.md](providers.md#pictures) says how.
The size is that of the file, or of the PNG that is made of it.

## Defaults of a mode

A registry entry's `max_tokens` and `temperature` come before these; `--max-tokens`, `--temperature` and `--timeout` before both.
The length is lowered to what the endpoint declares; wanted and sent are stored with each answer.

| mode | max_tokens | seconds a question |
|---|---:|---:|
{modes}

## Prompts

`--prompt` says in which words questions are asked; its name stands in `prompt_version` of each answer.

| prompt | asks questions of kind | what it asks for | who judges by default |
|---|---|---|---|
| `direct` | every | the answer alone (the default) | the provider's default judge |
| `cot` | every | reasoning, then a last line `ANSWER: X` | the provider's default judge |
{prompts}

A benchmark's prompt is sent word for word, its system message included, with pictures behind the text of its last message.
A selection that holds questions of another kind is refused before anything is sent; `--only` leaves such documents out.
Answers to another prompt stay; `plan` counts them, and `--refresh settings` asks again.
Where rules alone are the default, any flag that speaks of a judge brings one in: `--judge-model`, `--judge-policy llm` or `rule-first`, `--judge-blind`, `--judge-provider`, `--judge-base-url`, or `BENCHMARK_JUDGE_MODEL`.

[commands.md](commands.md#run) lists the flags.
"""


def _provider_row(preset: Preset) -> str:
    elsewhere = "in this process" if preset.is_embedded else "none: an address must be given"
    address = f"`{preset.default_base_url}`" if preset.default_base_url else elsewhere
    key = f"`{preset.default_api_key}`" if preset.default_api_key else "none: a key must be given"
    default = preset.model_aliases.get(preset.default_judge, preset.default_judge)
    judge = f"`{default}`" if preset.default_judge != "re" else "rules alone"
    return f"| `{preset.name}` | {address} | {key} | {preset.concurrency} | {judge} |"


def _prompt_row(prompt: Prompt) -> str:
    kinds = ", ".join(f"`{kind}`" for kind in sorted(prompt.kinds))
    judge = (
        "rules alone, as the benchmark scores" if prompt.judges_by_rules else "the provider's default judge"
    )
    return f"| `{prompt.name}` | {kinds} | what the benchmark was published with | {judge} |"


def _picture_row(preset: Preset) -> str:
    names = ", ".join(
        name for name in ("PNG", "JPEG", "WebP") if f"image/{name.lower()}" in preset.image_types
    )
    return f"| `{preset.name}` | {names} | {preset.max_image_bytes / 1e6:g} |"


_RIGHT: Final = {True: "yes", False: "no", None: "asks the judge model"}


def grading_page() -> str:
    """Return docs/grading.md."""
    options = ", ".join(f"{key} {text}" for key, text in EXAMPLE_OPTIONS.items())
    rules = "\n".join(
        f"| `{rule.name}` | {_cell(rule.reason)} | {_texts(rule.examples)} | {_texts(rule.counter_examples)} |"
        for rule in RULES
    )
    graded = "\n".join(
        f"| `{kind}` | {_cell(', '.join(QUESTIONS[kind].expected))} | `{_cell(one.text)}` "
        f"| {_RIGHT[one.is_correct]} | {one.why} |"
        for kind, several in GRADED.items()
        for one in several
    )
    return f"""{_NOTE}

# Grading

How an answer becomes right or wrong, what is stored of it, and how to check it.

## Who judges

A judge model first, rules as the fallback; `--judge-model re` or `--judge-policy rule` wants rules alone, and `--judge-policy rule-first` asks the judge model only where the rules are not sure.
The screen says how many calls of a judge model that saved.
With the prompt of a benchmark that scores by rules, such as `--prompt medxpertqa`, rules alone judge unless a judge is named ([settings.md](settings.md#prompts)): the letter of the `ANSWER:` line counts, and a letter in prose is no answer.

- **The judge model** sees the question, its options, the expected answer and the model's answer without its reasoning, between marks that the answer cannot contain. It must say TRUE or FALSE and nothing else. Anything else is no verdict: rules judge then, and the reason stands in the verdict.
- **Where the provider can hold a reply to given words** (a choice on vLLM, a JSON schema elsewhere), the judge can say nothing else. A server that refuses such a request is asked in plain words.
- **Equal answers** to one question are judged once, in one run or in two: a verdict is remembered by judge, brief, question, expected answer and answer (`judge_hash`).
- **Several judges**, `--judge-model a,b,c`: more than half of them must say the same. Each opinion is stored; without a majority rules stand in. A run that is killed asks only the judges that have not spoken.
- **`--judge-blind`**: each judge first answers the question itself, without seeing the expected answer. What its own answer matches, the expected answer and the model's answer, is stored apart (`blind`) and changes no verdict. Many misses say that the judge does not know the field, or that the key is wrong. Questions with images are left out: a judge is shown no images.
- **Beside its verdict** stands `rule_is_correct`, what the rules say where they are sure. `report` counts how often the two disagree, and `rejudge --show-disagreements` lists those answers.
- **Rules in a judge's place** have the method `rule_based_fallback_v1` and their `fallback_cause`. A judge that was away is asked again by the next plain run; one that is not installed, or that answered something else, by `rejudge`.

```
python main.py rejudge --show-disagreements
python main.py rejudge --provider ollama --what fallback
python main.py rejudge --provider ollama --judge-model qwen3:8b --dry-run
```

`rejudge` asks no model for answers. Older verdicts stay in `judge_history`.

## Audit a judge

How far a judge can be trusted, a person says who grades some of its answers without seeing its verdicts:

```
python main.py judge-audit --n 200 --seed 1 --out audit
python main.py judge-audit --read audit/sheet.csv
```

1. The first command draws stored answers that have a verdict and writes `sheet.html`, `sheet.csv` and `key.json`. It writes nothing in `result/` or `dataset/`, and never over an earlier audit.
2. The person opens `sheet.html` in a browser and saves `sheet_filled.csv`, or fills the column `human` of `sheet.csv` in a spreadsheet: `right`, `wrong` or `unsure`. Both show question, options, expected answer and the answer without its reasoning, in an order that tells nothing. Models and verdicts stand in `key.json` alone; keep it from the person.
3. The second command reads the sheet back, as whatever spreadsheet saved it. `--key` names the key where it does not lie beside the sheet. Everything that is wrong with the sheet is said at once.

Answers are drawn from each group of one model, one verdict, and disputed or not (judge model against sure rules): in proportion to its size, but at least {MINIMUM}, and disputed answers count {DISPUTED_COUNTS} times over, because judges err there. Each drawn answer stands for as many as its group has for each that was graded, so all numbers speak of all answers. The same seed draws the same answers.

| number | meaning |
|---|---|
| agreement | share of answers on which judge and person say the same |
| kappa | Cohen's: agreement beyond chance; 0 is chance, 1 is full |
| sensitivity | of the answers that are right for the person, the share that is called right |
| specificity | of the answers that are wrong for the person, the share that is called wrong |
| sure rules | the same of the rules, on the answers where they are sure |
| accuracy as judged | share of all answers that the judge calls right |
| accuracy corrected | that, plus the weighted mean of person minus judge over the graded answers: prediction-powered inference ([Angelopoulos et al. 2023](https://doi.org/10.1126/science.adi6000)), stratified |

- **Intervals** are 95 %. Each group of answers has the exact binomial one of Clopper and Pearson at its effective size, and sums and ratios join these (MOVER, Zou and Donner 2008). Those of agreement, sensitivity and specificity count two doubts: that only some answers were graded, and that these answers were judged and no others. They stay wide where few answers were graded, also when the person agrees throughout. In simulated audits of 30 to 200 answers they held the truth 93 to 100 times in 100. Kappa's held it 92 to 100 times; it is the usual large-sample one, and rests on that of the agreement where there is no disagreement.
- **The interval of the corrected accuracy** counts two doubts: that only some answers were graded, and that these questions were asked and no others. With every answer graded it is the leaderboard's. Over several models each question counts once.
- **Unsure and blank** answers count in nothing, and the others of their group stand for them; the screen says how many there are. Where nothing in a group was graded, its answers keep the judge's verdicts, the interval allows for all of these being wrong, and no other number speaks of them.
- The person is taken to be right. Two people who fill a sheet each show how far that holds.

## How each kind is graded

| kind | right when |
|---|---|
| `single_choice` | exactly the expected option was read, or one of `accepted_answers` |
| `multiple_choice` | exactly the expected set was read, or one of `accepted_answers`; `overlap` says how much of the nearest otherwise |
| `label` | the expected label, one of `accepted_answers`, or a synonym that the bank lists, was read |
| `free_text` | it equals the reference or one of `accepted_answers` (case, articles, units, thousands and dates aside), or the judge model says so; without one anything else stays unjudged and counts for nobody |

An answer in which nothing can be read is `no_answer` and wrong; one that names several options where one is asked for is `several` and wrong; a refusal is `refused` and wrong.
A letter is never invented: what the rules cannot read for sure stays unread.
An answer that was cut, empty or withheld is not graded at all, unless a final answer stands in it that nothing can take back.

What rules say of some answers, where A Rest, B Surgery, C Aspirin, D Heparin are the options; these are tests too:

| kind | expected | answer | right | why |
|---|---|---|---|---|
{graded}

## The rules of the reader

Reasoning is taken off first, whatever tag it comes in.
Then each place of the text that calls an option the answer is a claim; the strongest form of claim wins, and of equal ones the last, since models correct themselves.
Letters that are words or parts of names ("A man", "vitamin D", "hepatitis B") are claims only where their surroundings say so, in some thirty languages.

All examples answer a question with the options {options}.
They are the tests of this table.

| rule | reason | reads | leaves alone |
|---|---|---|---|
{rules}

## In a notebook

```python
from omnibench import read_answer

reading = read_answer("The answer is B.", {{"A": "Rest", "B": "Surgery"}})
assert reading.answer == ("B",) and reading.outcome == "answered"
```

`how` names the rule, `is_sure` says whether the text states it as final, `span` where.
`finish_reason="length"` says that the text was cut; then only an answer that nothing can take back is read, and the outcome is `truncated` otherwise.

## How good the rules are

`make bench-reader DATA="answers.jsonl"` compares them with labelled answers of yours.
"""


def _texts(examples: tuple[tuple[str, str], ...]) -> str:
    shown = (
        f"`{text.replace(chr(10), ' ⏎ ').replace('`', chr(39))}` {answer or '(none)'}"
        for text, answer in examples
    )
    return "<br>".join(_cell(one) for one in shown)


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "errors.md": errors_page,
    "commands.md": commands_page,
    "settings.md": settings_page,
    "grading.md": grading_page,
}


def stale_pages(folder: Path) -> list[str]:
    """Name the pages of a folder that differ from what the code says."""
    return [name for name, page in PAGES.items() if _text_of(folder / name) != page()]


def main() -> int:
    """Write the pages, or check them."""
    if "--check" in sys.argv[1:]:
        stale = stale_pages(FOLDER)
        for name in stale:
            print(f"docs/{name} is stale: run `make docs`", file=sys.stderr)
        return 1 if stale else 0
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), "utf-8", newline="\n")
    return 0


def _text_of(path: Path) -> str | None:
    return path.read_text("utf-8") if path.is_file() else None


def _descendants(error: type[errors.OmnibenchError]) -> Iterator[type[errors.OmnibenchError]]:
    yield error
    for below in _below(error):
        yield from _descendants(below)


def _below(error: type[errors.OmnibenchError]) -> list[type[errors.OmnibenchError]]:
    # Only what errors.py defines: another module's subclass, loaded or not, must not change the page.
    return [below for below in error.__subclasses__() if below.__module__ == errors.__name__]


def _tree(error: type[errors.OmnibenchError], lead: str = "", follow: str = "") -> Iterator[str]:
    yield f"{lead + error.__name__:<32}{error.exit_code}"
    below = _below(error)
    for one in below:
        is_last = one is below[-1]
        yield from _tree(
            one, follow + ("└── " if is_last else "├── "), follow + ("    " if is_last else "│   ")
        )


def _first_line(error: type[errors.OmnibenchError]) -> str:
    return (error.__doc__ or "").strip().splitlines()[0]


def _plain_sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
