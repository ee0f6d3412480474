"""Counts.

Accuracy over everything asked and over what could be graded stand side by side: errors, cut and empty answers are
never called wrong and never hidden.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from omnibench.entries import answerer_of, digest_of
from omnibench.records import Flag
from omnibench.report.interval import wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FLAGS: tuple[Flag, ...] = get_args(Flag)
COUNTED = ("ok", "truncated", "empty", "filtered", "error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One stored entry, as a report sees it."""

    document: str
    question_id: str
    model_key: str
    entry: Mapping[str, Any]
    kind: str = ""
    """Of the question; empty where it is not known."""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """Of the question, by which reports tell parts apart."""
    is_stale: bool = False
    """The question was edited after it was answered."""
    has_outdated_verdict: bool = False
    """The expected answer changed after the verdict, which says nothing any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The verdicts on one endpoint's part of a model's answers."""

    n_graded: int
    n_correct: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Which of a model's answers a tally counts: those to questions of one value of a field, or all."""

    field: str
    value: str
    is_whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The numbers of one model, or of a part of its answers."""

    model_key: str
    model: str
    n_asked: int
    n_by_status: Mapping[str, int]
    n_graded: int
    """Answers with a verdict of true or false."""
    n_correct: int
    n_unjudged: int
    """`ok` answers without such a verdict."""
    n_no_answer: int
    n_stale: int
    n_fallback: int
    """Verdicts by rules in place of the judge model."""
    fallback_causes: Mapping[str, int]
    n_disputed: int
    """Verdicts of a judge model that sure rules contradict."""
    n_split: int
    """Verdicts of a panel whose judges did not all say the same."""
    n_blind: int
    """A judge's own answers that could be compared with the expected one."""
    n_blind_expected: int
    """Of these, the ones that equal it."""
    n_blind_against: int
    """Opinions that the comparison with the judge's own answer contradicts."""
    n_by_flag: Mapping[str, int]
    """Answers of which something is odd: `mode_differs`, `other_model`, `prompt_cut`."""
    n_thought_unasked: int
    """Of `mode_differs`, those that thought without being told to; the others did not though they were told to."""
    judge_methods: Mapping[str, int]
    settings: tuple[str, ...]
    """The different settings under which the answers were asked; more than one deserves a warning."""
    digests: Mapping[str, int]
    """Answers by the digest of the model that gave them; more than one is more than one model under this name."""
    answerers: Mapping[str, Share]
    """Verdicts by who answered; empty where it was the run's own provider alone."""
    prompt_tokens: int
    completion_tokens: int
    reasoning_tokens: int
    cost_usd: float | None
    latency_s: float
    """Sum of request durations."""
    part: Part | None = None
    """None in a leaderboard, which tells no parts apart."""

    @property
    def accuracy_graded(self) -> float | None:
        """Correct over graded, 0..1, or None when nothing was graded."""
        return self.n_correct / self.n_graded if self.n_graded else None

    @property
    def accuracy_asked(self) -> float | None:
        """Correct over everything asked, 0..1, cut, empty, filtered and failed answers included.

        Answers that wait for a verdict are neither right nor wrong and stand in neither number; None when nothing
        is left.
        """
        n = self.n_asked - self.n_unjudged
        return self.n_correct / n if n else None

    @property
    def interval_graded(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of `accuracy_graded`."""
        return wilson(self.n_correct, self.n_graded)


def _shares_of(graded: Mapping[str, Sequence[bool]]) -> dict[str, Share]:
    shares = {who: Share(n_graded=len(found), n_correct=sum(found)) for who, found in sorted(graded.items())}
    return shares if len(shares) > 1 or any("(" in who for who in shares) else {}


def tally_models(rows: Iterable[Row]) -> tuple[Tally, ...]:
    """Count each model; the most accurate over graded answers first, then by key."""
    by_model: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_model[row.model_key].append(row)
    tallies = [_tally(model_key, of_model) for model_key, of_model in by_model.items()]
    return tuple(sorted(tallies, key=lambda t: (-(t.accuracy_graded or 0.0), -t.n_graded, t.model_key)))


def _tally(model_key: str, rows: list[Row]) -> Tally:
    entries = [row.entry for row in rows]
    by_status: dict[str, int] = dict.fromkeys(COUNTED, 0)
    methods: dict[str, int] = defaultdict(int)
    causes: dict[str, int] = defaultdict(int)
    panel: Counter[str] = Counter()
    by_answerer: dict[str, list[bool]] = defaultdict(list)
    n_graded = n_correct = n_fallback = n_disputed = 0
    for row in rows:
        entry, status = row.entry, str(row.entry.get("status"))
        by_status[status] = by_status.get(status, 0) + 1
        judge = entry.get("judge")
        judge = judge if isinstance(judge, dict) and status == "ok" and not row.has_outdated_verdict else {}
        if method := judge.get("judge_method"):
            methods[str(method)] += 1
        if cause := judge.get("fallback_cause"):
            n_fallback += 1
            causes[str(cause)] += 1
        if isinstance(judge.get("is_correct"), bool):
            n_graded += 1
            n_correct += judge["is_correct"]
            n_disputed += judge.get("rule_is_correct") not in (None, judge["is_correct"])
            by_answerer[answerer_of(entry)].append(judge["is_correct"])
            panel.update(_of_panel(judge.get("opinions") or ()))
    costs = [cost for entry in entries if (cost := _usage(entry, "cost_usd")) is not None]
    return Tally(
        model_key=model_key,
        model=str(entries[-1].get("model", model_key)),
        n_asked=len(entries),
        n_by_status=by_status,
        n_graded=n_graded,
        n_correct=n_correct,
        n_unjudged=by_status["ok"] - n_graded,
        n_no_answer=sum(entry.get("outcome") in ("no_answer", "refused", "several") for entry in entries),
        n_stale=sum(row.is_stale for row in rows),
        n_fallback=n_fallback,
        fallback_causes=dict(sorted(causes.items())),
        n_disputed=n_disputed,
        n_split=panel["split"],
        n_blind=panel["blind"],
        n_blind_expected=panel["blind_expected"],
        n_blind_against=panel["blind_against"],
        n_by_flag={flag: sum(flag in _flags(entry) for entry in entries) for flag in FLAGS},
        n_thought_unasked=sum(
            "mode_differs" in _flags(entry) and entry.get("mode_observed") == "think" for entry in entries
        ),
        judge_methods=dict(sorted(methods.items())),
        settings=tuple(sorted({_settings(entry) for entry in entries})),
        digests=dict(sorted(Counter(filter(None, map(digest_of, entries))).items())),
        answerers=_shares_of(by_answerer),
        prompt_tokens=int(sum(_usage(entry, "prompt_tokens") or 0 for entry in entries)),
        completion_tokens=int(sum(_usage(entry, "completion_tokens") or 0 for entry in entries)),
        reasoning_tokens=int(sum(_usage(entry, "reasoning_tokens") or 0 for entry in entries)),
        cost_usd=sum(costs) if costs else None,
        latency_s=round(sum(_number(entry.get("latency_s")) or 0.0 for entry in entries), 3),
    )


def _of_panel(opinions: Sequence[Mapping[str, Any]]) -> Counter[str]:
    """Count what the opinions behind one verdict say beyond it."""
    found = Counter(split={True, False} <= {opinion.get("is_correct") for opinion in opinions})
    for opinion in opinions:
        blind = opinion.get("blind")
        blind = blind if isinstance(blind, dict) else {}
        found["blind"] += blind.get("is_expected") is not None
        found["blind_expected"] += blind.get("is_expected") is True
        found["blind_against"] += blind.get("is_same") not in (None, opinion.get("is_correct"))
    return found


def _flags(entry: Mapping[str, Any]) -> Sequence[Any]:
    flags = entry.get("flags")
    return flags if isinstance(flags, list) else ()


def _settings(entry: Mapping[str, Any]) -> str:
    """Name an entry's settings in one line, without the kind, which differs between questions rightly."""
    request = entry.get("request")
    request = request if isinstance(request, dict) else {}
    prompt = str(request.get("prompt_version", "")).rsplit("/", 2)[0]  # its name may hold a `/`
    parts = {
        "provider": entry.get("provider"),
        "mode": entry.get("mode"),
        "prompt": prompt or None,
        "temperature": request.get("temperature"),
        "max_tokens": request.get("max_tokens_wanted"),
        "seed": request.get("seed"),
        "extra_body": request.get("extra_body"),
    }
    return ", ".join(f"{name} {value}" for name, value in parts.items() if value is not None)


def _usage(entry: Mapping[str, Any], name: str) -> float | None:
    usage = entry.get("usage")
    return _number(usage.get(name)) if isinstance(usage, dict) else None


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
