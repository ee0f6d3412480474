"""Measures the runner beside a bare loop over the same SDK, in one run on one machine: read the ratio.

Both ask the same questions of the same local server, which answers at once, with 64 requests in flight. The runner
also journals, reads and judges each answer by rules, and writes the mirror. Three sizes of document show that the
cost of an answer does not grow with the document.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "src")]
IN_FLIGHT = 64
MODEL = "bench"

LOOP = """
import asyncio, sys, json
from openai import AsyncOpenAI
async def main(url, path):
    texts = [i["question_text"] + "\\n\\n" + "\\n".join(f"{k}. {v}" for k, v in i["options"].items())
             + "\\n\\nAnswer with the letter only." for i in json.load(open(path))["items"]]
    client = AsyncOpenAI(base_url=url, api_key="EMPTY", max_retries=0)
    todo = iter(texts)
    async def work():
        for text in todo:
            reply = await client.chat.completions.create(model="%s", temperature=0, max_tokens=4096,
                messages=[{"role": "user", "content": text}])
            assert reply.choices[0].message.content
    await asyncio.gather(*(work() for _ in range(%d)))
asyncio.run(main(*sys.argv[1:]))
""" % (MODEL, IN_FLIGHT)  # noqa: UP031 - braces stand in the code


@dataclass(frozen=True)
class Cost:
    """What one process took."""

    wall_s: float
    cpu_s: float
    peak_mb: float


def measure(command: list[str]) -> Cost:
    """Run a command to its end and take its own share of time and memory."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=_environment()
    )
    _, pid_status, usage = os.wait4(process.pid, 0)
    wall_s = time.perf_counter() - started
    if pid_status:
        sys.exit(f"{command[:3]} failed: {process.stderr.read().decode()[-2000:] if process.stderr else ''}")
    return Cost(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _environment() -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OPENAI_", "VLLM_", "BENCHMARK_"))
    }
    return {**kept, "PYTHONPATH": str(ROOT / "src")}


def write_bank(folder: Path, n_questions: int) -> Path:
    """Write a document of the size of an exam question each, about 900 characters."""
    filler = "The patient reports fatigue and mild dyspnoea on exertion over several weeks. " * 8
    items = [
        {
            "question_id": f"q{i:06}",
            "question_text": f"Case {i}. {filler}Which of the following is the best next step?",
            "options": {key: f"Option {key} of case {i} with a few more words" for key in "ABCDE"},
            "answer": "ABCDE"[i % 5],
            "model_results": {},
        }
        for i in range(n_questions)
    ]
    path = folder / "general" / "bank.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"dataset_meta": {}, "items": items}), "utf-8")
    return path


def main() -> None:
    """Print a row a size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sizes", default="1273,4000,12000", help="questions a document (default: 1273,4000,12000)"
    )
    parser.add_argument("--rounds", type=int, default=3, help="pairs of runs a size (default: 3)")
    args = parser.parse_args()
    from provider_server import provider_server

    print(f"{IN_FLIGHT} in flight, no latency; medians of {args.rounds}; whole process, start to end\n")
    print("questions        q/s  CPU s/1,000  peak MB     SDK loop q/s  CPU s/1,000  peak MB     q/s ratio")
    with provider_server(flavour="vllm", models=[{"id": MODEL}], answer="hash") as server:
        for n in map(int, args.sizes.split(",")):
            row(server.base_url, n, args.rounds)


def row(base_url: str, n: int, n_rounds: int) -> None:
    """Measure one size in pairs, so that a machine that slows down slows both."""
    ours, loops = [], []
    for _ in range(n_rounds):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            bank = write_bank(folder / "dataset", n)
            loops.append(measure([sys.executable, "-c", LOOP, base_url, str(bank)]))
            ours.append(
                measure(
                    [sys.executable, "main.py", "--provider", "vllm", "--base-url", base_url, "--models", MODEL,
                     "--judge-model", "re", "--concurrency", str(IN_FLIGHT),
                     "--dataset-dir", str(folder / "dataset"), "--result-dir", str(folder / "result")]
                )
            )  # fmt: skip
    ratio = statistics.median(loop.wall_s / our.wall_s for our, loop in zip(ours, loops, strict=True))
    print(f"{n:9} {_figures(ours, n)}    {_figures(loops, n)}         {ratio:.2f}", flush=True)


def _figures(costs: list[Cost], n: int) -> str:
    rate = statistics.median(n / cost.wall_s for cost in costs)
    cpu_s = statistics.median(cost.cpu_s / n * 1000 for cost in costs)
    return f"{rate:10.0f} {cpu_s:12.2f} {statistics.median(cost.peak_mb for cost in costs):8.0f}"


if __name__ == "__main__":
    main()
