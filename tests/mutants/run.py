"""`make mutants`: change the engine in many places, one at a time, and list what no test noticed.

A sample of all changes, drawn by a seed in proportion to the modules' sizes, is run against the
tests of the engine (`tests/engine`), none of which uses the second implementation of Algorithm 1 in
`benchmarks/reference.py`. What is done is written down at once: a run that was stopped goes on
where it was, and one that is asked for more changes keeps those that it has.
"""

from __future__ import annotations

import argparse
import json
import queue
import random
import threading
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from tests.mutants.edits import Edit, edits
from tests.mutants.workshop import ENGINE, HOUSE, Workshop


@dataclass(frozen=True)
class Mutant:
    """One change of one module of the engine."""

    module: str
    edit: Edit

    @property
    def key(self) -> str:
        """What tells it from all others, whatever was added or removed above it."""
        lines = _source(self.module).splitlines()
        line = lines[self.edit.line - 1].strip()
        before, after = (" ".join(text.split()) for text in (self.edit.before, self.edit.after))
        place = self.edit.start - len("\n".join(lines[: self.edit.line - 1]).encode())
        return f"{self.module} | {line} | {place} | {before} → {after}"


@cache
def _source(module: str) -> str:
    """Return a module's source as it was at the start: it may be worked on meanwhile."""
    return (HOUSE / ENGINE / f"{module}.py").read_text()


def sample(count: int, seed: int, modules: list[str] | None = None) -> list[Mutant]:
    """Return `count` mutants, of every module a share; a larger sample contains a smaller one."""
    ranked: list[tuple[float, Mutant]] = []
    for path in sorted((HOUSE / ENGINE).glob("*.py")):
        if modules and path.stem not in modules:
            continue
        found = edits(path.read_text())
        random.Random(f"{seed} {path.stem}").shuffle(found)
        for place, edit in enumerate(found):
            ranked.append(((place + 0.5) / len(found), Mutant(path.stem, edit)))
    ranked.sort(key=lambda each: each[0])
    return [mutant for _, mutant in ranked[:count]]


def run(mutants: list[Mutant], folder: Path, processes: int, patience: int) -> None:
    """Run the mutants, several at a time, and write down each result as it comes."""
    workshops = [Workshop(folder / f"copy-{number}", patience) for number in range(processes)]
    workshops[0].prepare()  # for all of them
    record = folder / "results.jsonl"
    waiting: queue.Queue[Mutant] = queue.Queue()
    for mutant in mutants:
        waiting.put(mutant)
    lock = threading.Lock()

    def work(workshop: Workshop) -> None:
        while True:
            try:
                mutant = waiting.get_nowait()
            except queue.Empty:
                return workshop.close()
            changed = mutant.edit.applied(_source(mutant.module))
            noticed, told, seconds = workshop.notices(mutant.module, changed, mutant.edit.line)
            entry = {
                "key": mutant.key,
                "module": mutant.module,
                "noticed": noticed,
                "by": told,
                "seconds": seconds,
                **asdict(mutant.edit),
            }
            with lock, record.open("a") as file:
                file.write(json.dumps(entry, ensure_ascii=False) + "\n")
            left = waiting.qsize()
            word = "noticed" if noticed else "SURVIVES"
            print(f"{word:9} {mutant.key}   ({entry['seconds']} s, {left} left)", flush=True)

    threads = [threading.Thread(target=work, args=(each,), daemon=True) for each in workshops]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def results(folder: Path) -> dict[str, dict[str, object]]:
    """Return the last result of every mutant by its key."""
    record = folder / "results.jsonl"
    if not record.is_file():
        return {}
    entries = [json.loads(line) for line in record.read_text().splitlines()]
    return {entry["key"]: entry for entry in entries}


def table(mutants: list[Mutant], known: dict[str, dict[str, object]]) -> str:
    """Return the share that was noticed, and a table of the survivors."""
    done = [mutant for mutant in mutants if mutant.key in known]
    alive = [mutant for mutant in done if not known[mutant.key]["noticed"]]
    noticed = len(done) - len(alive)
    lines = [f"{noticed} of {len(done)} noticed ({noticed / max(len(done), 1):.1%}).", ""]
    lines += ["| file | line | before | after |", "|---|---|---|---|"]
    for mutant in sorted(alive, key=lambda each: (each.module, each.edit.start)):
        texts = (mutant.edit.before, mutant.edit.after)
        before, after = (" ".join(text.split()).replace("|", "\\|") for text in texts)
        lines.append(f"| {mutant.module}.py | {mutant.edit.line} | `{before}` | `{after}` |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run what is not known yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many mutants (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (%(default)s)")
    parser.add_argument("--modules", nargs="+", help="of these modules alone, such as exact")
    parser.add_argument("--processes", type=int, default=2, help="at a time (%(default)s)")
    parser.add_argument("--patience", type=int, default=300, help="CPU s for one (%(default)s)")
    parser.add_argument("--again", action="store_true", help="run survivors once more")
    parser.add_argument("--out", type=Path, default=HOUSE / "build" / "mutants")
    arguments = parser.parse_args()
    folder = arguments.out.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    mutants = sample(arguments.count, arguments.seed, arguments.modules)
    known = results(folder)
    if arguments.again:
        known = {key: entry for key, entry in known.items() if entry["noticed"]}
    left = [mutant for mutant in mutants if mutant.key not in known]
    if left:
        run(left, folder, min(arguments.processes, len(left)), arguments.patience)
    told = table(mutants, results(folder))
    (folder / "survivors.md").write_text(told)
    print(told)


if __name__ == "__main__":
    main()
