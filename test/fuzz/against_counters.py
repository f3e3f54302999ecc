# ===- against_counters.py - Random kernels beside a GPU's counters ---------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# Holds banklint's report against what measure.py counted, by kernel, line and
# operation. The wavefronts of a line in one block are compared, since a wide access
# in the place of several is what the compiler model has to know. Where only their
# number differs, and not what each request costs, the row is counted apart: the
# compiler reads a word once that the source reads twice.
#
# ===----------------------------------------------------------------------=== #

import concurrent.futures
import csv
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import against_oracle

OPERATIONS = {"LDS": "load", "LD": "load", "STS": "store", "ST": "store",
              "ATOMS": "atomic", "ATOM": "atomic", "LDSM": "ldmatrix",
              "STSM": "stmatrix", "LDGSTS": "cp.async"}


@dataclass
class Row:
    """One line of a kernel, as it was measured."""

    opcodes: set = field(default_factory=set)
    requests: float = 0  # of one block, as the others
    wavefronts: float = 0
    ideal: float = 0

    @property
    def bytes(self):
        """Of one lane; None where the instructions are not of one width."""
        widths = set()
        for opcode in self.opcodes:
            wide = re.search(r"\.(U8|S8|U16|S16|64|128)\b", opcode)
            widths.add({"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}
                       .get(wide[1] if wide else "", 4))
        return widths.pop() if len(widths) == 1 else None


def read_measured(folder):
    """Rows of each kernel as lists of (lines, opcode, counts), and its block."""
    kernels = defaultdict(list)
    blocks = {}
    for path in sorted(folder.glob("measured-*.csv")):
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                blocks[row["kernel"]] = row["block"]
                if row["opcode"] == "-":
                    kernels[row["kernel"]] += []
                    continue
                grid = int(row["grid"])
                counts = [int(row[name]) / grid
                          for name in ("requests", "wavefronts", "ideal")]
                kernels[row["kernel"]].append((row["lines"], row["opcode"], counts))
    return kernels, blocks


def predicted(tools, source, limit):
    """banklint's accesses by kernel, line and operation."""
    command = [str(tools.banklint), "--cuda-path=none", "--format=json",
               "--all-accesses", "--exit-zero", str(source), "--", "-std=c++17"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
        accesses = json.loads(done.stdout)["accesses"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError) as why:
        print(f"{source.name}: no report: {type(why).__name__}", file=sys.stderr)
        return None
    found = defaultdict(lambda: defaultdict(list))
    for each in accesses:
        # What stands at a call is a second view of what stands in the function.
        if not each["at_call"]:
            kernel = against_oracle.key_of(each["kernel"])
            found[kernel][each["line"], each["operation"]].append(each)
    return found


def placed(measured, says):
    """Rows by line and operation. An instruction belongs to the innermost line of
    its chain of calls that the report names for this operation."""
    rows = defaultdict(Row)
    for lines, opcode, counts in measured:
        code = opcode.lstrip("@")
        operation = OPERATIONS[code.partition(".")[0]]
        chain = [int(line) for line in lines.split("<") if line]
        line = next((each for each in chain if (each, operation) in says),
                    chain[0] if chain else 0)
        row = rows[line, operation]
        row.opcodes.add(code)
        # The profiler counts both values of a compare-and-swap.
        half = 2 if code.startswith("ATOMS.CAS") or "CAST" in code else 1
        row.requests += counts[0]
        row.wavefronts += counts[1] / half
        row.ideal += counts[2] / half
    return rows


def is_near(left, right, share=0.005):
    return abs(left - right) <= share * max(abs(left), abs(right), 1e-9)


def judge(row, accesses):
    """What a row comes to, and why where that can be told."""
    unknown = [each for each in accesses if each["wavefronts"] is None]
    if unknown:
        return "unknown", re.sub(r"\d+|'[^']*'", "_", str(unknown[0]["reason"]))[:60]
    if any("CAST" in opcode for opcode in row.opcodes):
        return "loop of an atomic operation", ""
    is_exact = all(each["exact"] for each in accesses)
    weights = [each["requests"] or 1 for each in accesses]
    has_counts = all(each["requests"] is not None for each in accesses)
    says = sum(w * each["wavefronts"] for w, each in zip(weights, accesses))
    best = sum(w * each["ideal"] for w, each in zip(weights, accesses))
    count = sum(weights)
    if not row.wavefronts:
        return "no lane took part", ""
    widths = {each["bytes"] for each in accesses}
    is_same_width = widths == {row.bytes} or (
        widths <= {1, 2, 4} and row.bytes in (1, 2, 4))
    # Of wide accesses the profiler's ideal counts bytes, where ours counts phases.
    ideal = row.ideal
    if is_same_width and row.bytes and row.bytes >= 8:
        ideal = row.requests * best / count
    conflicts = row.wavefronts > 1.05 * max(ideal, 1e-9)
    flagged = any(each["verdict"] == "conflict" for each in accesses)
    possible = any(each["verdict"] == "possible" for each in accesses)
    if has_counts and is_near(says, row.wavefronts):
        return "agree", ""
    same_ratio = best and is_near(says / best, row.wavefronts / max(ideal, 1e-9), 0.02)
    same_cost = count and is_near(says / count, row.wavefronts / row.requests, 0.02)
    cause = ("other width" if not is_same_width
             else "fewer requests" if row.requests < 0.995 * count
             else "more requests" if row.requests > 1.005 * count
             else "other lanes or addresses")
    if same_cost or same_ratio:
        return ("agree in cost" if is_same_width else "agree in ratio"), cause
    if conflicts and not flagged and not possible:
        return ("missed conflict" if is_exact else "missed, not exact"), cause
    if flagged and not conflicts:
        return ("false alarm" if is_exact else "false alarm, not exact"), cause
    return ("differ though exact" if is_exact else "differ, not exact"), cause


GOOD = ("agree", "agree in cost", "agree in ratio", "no lane took part")
BAD = ("differ though exact", "missed conflict", "false alarm")


def hold(sources, measured_in, options):
    tools = against_oracle.tools_of(options.build)
    measured, _ = read_measured(measured_in)
    verdicts, causes, elsewhere = Counter(), Counter(), Counter()
    shown, kernels = [], 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        reports = list(pool.map(
            lambda source: predicted(tools, source, options.timeout), sources))
    for source, report in zip(sources, reports):
        text = source.read_text().splitlines()
        names = re.findall(r"^namespace n(\d+) \{", "\n".join(text), re.MULTILINE)
        for name in (f"k{number}" for number in names):
            if report is None or name not in measured:
                elsewhere["kernel without a report" if report is None
                          else "kernel not measured"] += 1
                continue
            kernels += 1
            says = report.get(name, {})
            rows = placed(measured[name], says)
            for key, row in sorted(rows.items()):
                accesses = says.get(key)
                if not accesses:
                    if row.wavefronts:
                        elsewhere[f"measured {key[1]}, not reported"] += 1
                        shown.append((source, name, key, "not reported", "", row, []))
                    continue
                verdict, cause = judge(row, accesses)
                verdicts[verdict] += 1
                if cause:
                    causes[verdict, cause] += 1
                if verdict not in GOOD:
                    shown.append((source, name, key, verdict, cause, row, accesses))
            for key, accesses in says.items():
                if key not in rows:
                    is_flagged = any(each["verdict"] == "conflict"
                                     for each in accesses)
                    elsewhere["reported, no such line in machine code"
                              + (", a conflict" if is_flagged else "")] += 1
    all_rows = sum(verdicts.values())
    formed = all_rows - verdicts["unknown"] - verdicts["loop of an atomic operation"]
    print(f"{kernels} kernels, {all_rows} rows, {formed} of them well-formed")
    for verdict, number in verdicts.most_common():
        print(f"{100 * number / max(all_rows, 1):6.2f} % {number:7} {verdict}")
    print("\nby cause:")
    for (verdict, cause), number in causes.most_common(30):
        print(f"{number:7} {verdict}: {cause}")
    print("\nnot compared:")
    for what, number in elsewhere.most_common():
        print(f"{number:7} {what}")
    if options.rows:
        print()
        for source, name, (line, operation), verdict, cause, row, accesses in shown:
            if verdict in ("unknown", "loop of an atomic operation"):
                continue
            code = source.read_text().splitlines()[line - 1].strip() if line else ""
            said = "; ".join(
                f"{each['requests']} x {each['wavefronts']}/{each['ideal']} of "
                f"{each['bytes']} bytes{'' if each['exact'] else ' (not exact)'}"
                for each in accesses)
            print(f"{source.name}:{line}: {name} {operation} {verdict} ({cause}): "
                  f"measured {row.requests:g} requests, {row.wavefronts:g} wavefronts, "
                  f"ideal {row.ideal:g}, {' '.join(sorted(row.opcodes))}; "
                  f"says {said or 'nothing'}: {code[:110]}")
    return 1 if any(verdicts[each] for each in BAD) else 0
