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
# Three things that the counters show are not what a line costs:
#
# The per-instruction counter does not show what the hardware takes for loads of 8
# and 16 bytes whose lanes are paired: held against the counter of the whole unit, in
# 24 of 24 such kernels. It serves two phases at once only where their lanes are
# paired and no bank conflict is left, and decides that for 16-byte loads in each
# half of a warp; otherwise it adds the phases up. That explains 7,756 of 7,789 rows
# of 8-byte loads and 137 of 156 of 16-byte loads. Most others of 16 bytes have lanes
# that are not active: the counter shows fewer wavefronts than that, by a rule which
# is not known; never fewer than the degree of all lanes at once, or than one for 16
# lanes. In 18 masks that were measured beside the counter of the whole unit (H100),
# it was at most one fewer a request, and with 8 bytes none. Computed from the addresses of the trace, which the oracle verifies, a row
# that is this agrees "by phases".
#
# A line table gives an instruction without a line of its own that of the one
# before it: one that the compiler moved out of a loop, or to a place behind both
# arms of a branch. measure.py tells these apart. Where it merged two accesses, the
# instruction has the line of one. A row that is too large, or too small, agrees
# "with other lines" where what is too much is what banklint says of lines that
# machine code does not name, in requests and in wavefronts; or what is missing was
# counted where banklint has nothing; or another row misses just as much. What has no line is one sum for each width, so
# that it may hold what two other lines miss as well. A row that is what banklint says
# of the other arm of a `?:` is of lanes that took that arm, if only one has a line.
#
# An instruction with a predicate counts as a request where no lane has it set. The
# ideal of such a row is not in proportion to its requests.
#
# A line cannot make more requests than the source executes there, each split into
# instructions of the narrowest width that was counted. A row with more of them
# "holds other lines' instructions", or copies that the compiler made for lanes that
# part. It is not well-formed, if what banklint says of the line leaves a wavefront
# for each request that is too much; with fewer, banklint is wrong. Loops of an
# unknown count are left out of this.
#
# ===----------------------------------------------------------------------=== #

import concurrent.futures
import csv
import itertools
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
    # By opcode: requests, wavefronts, and the bytes of one lane.
    parts: list = field(default_factory=list)
    is_predicated: bool = False

    @property
    def widths(self):
        return {width_of(opcode) for opcode in self.opcodes}

    @property
    def bytes(self):
        """Of one lane; None where the instructions are not of one width."""
        widths = self.widths
        return widths.pop() if len(widths) == 1 else None


def width_of(opcode):
    """The bytes of one lane."""
    wide = re.search(r"\.(U8|S8|U16|S16|64|128)\b", opcode)
    return {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}.get(
        wide[1] if wide else "", 4)


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
        # Those without a line stand at line 0.
        line = next((each for each in chain if (each, operation) in says),
                    chain[0] if chain else 0)
        row = rows[line, operation]
        row.opcodes.add(code)
        # The profiler counts both values of a compare-and-swap.
        half = 2 if code.startswith("ATOMS.CAS") or "CAST" in code else 1
        row.requests += counts[0]
        row.wavefronts += counts[1] / half
        row.ideal += counts[2] / half
        row.parts.append((counts[0], counts[1] / half, width_of(code)))
        row.is_predicated |= opcode.startswith("@")
    return rows


def is_near(left, right, share=0.005):
    return abs(left - right) <= share * max(abs(left), abs(right), 1e-9)


def total(accesses):
    """Requests and wavefronts of a block; None where they are not known."""
    if any(each["requests"] is None or each["wavefronts"] is None
           for each in accesses):
        return None
    return (sum(each["requests"] for each in accesses),
            sum(each["requests"] * each["wavefronts"] for each in accesses))


def is_sum_of(wanted, parts, most=3):
    """Whether at most so many of the parts add up to these requests and wavefronts."""
    parts = list(parts)
    return any(
        is_near(wanted[0], sum(part[0] for part in chosen)) and
        is_near(wanted[1], sum(part[1] for part in chosen))
        for count in range(1, most + 1)
        for chosen in itertools.combinations(parts, count))


def missing(key, says, rows):
    """Requests and wavefronts that banklint says of a line and that machine code
    does not have there, by the bytes of one lane; None where they are not known."""
    found = {}
    for each in says[key]:
        if each["requests"] is None or each["wavefronts"] is None:
            return None
        requests, wavefronts = found.get(each["bytes"], (0, 0))
        found[each["bytes"]] = (requests + each["requests"], wavefronts +
                                each["requests"] * each["wavefronts"])
    for requests, wavefronts, width in rows[key].parts if key in rows else ():
        before = found.get(width, (0, 0))
        found[width] = (before[0] - requests, before[1] - wavefronts)
    return {width: counts for width, counts in found.items()
            if abs(counts[0]) > 0.01 or abs(counts[1]) > 0.01}


def is_without_line(key, says, rows):
    """Whether all that a row misses, and no more than two other lines do, is what
    was counted without a line: width by width, or, since a line of a function has
    one width in the report, with all widths added up."""
    unlined = rows.get((0, key[1]))
    mine = missing(key, says, rows)
    if not mine or not unlined:
        return False
    others = [found for other in says if other != key and other[1] == key[1]
              for found in [missing(other, says, rows)] if found]

    def is_left(counts, parts, elsewhere):
        if counts[0] < 0.01 or counts[1] < 0.01 or not parts:
            return False
        wanted = (sum(part[0] for part in parts) - counts[0],
                  sum(part[1] for part in parts) - counts[1])
        return max(map(abs, wanted)) < 0.01 or is_sum_of(
            wanted, [each for each in elsewhere if each[0] > 0], 2)

    def add_up(counts):
        return tuple(map(sum, zip(*counts.values())))

    return all(
        is_left(counts, [part for part in unlined.parts if part[2] == width],
                [found[width] for found in others if width in found])
        for width, counts in mine.items()) or (
            len(mine) > 1 and is_left(
                add_up(mine),
                [part for part in unlined.parts if part[2] <= max(mine)],
                map(add_up, others)))


def took_other_arm(row, key, says, rows):
    """Whether a row is what banklint says of the other arm of a `?:`, whose access
    the compiler made one with that of this line."""
    arrays = {each["array"] for each in says[key]}
    return any(
        (near, key[1]) in says and (near, key[1]) not in rows and
        {each["array"] for each in says[near, key[1]]} == arrays and
        {each["bytes"] for each in says[near, key[1]]} == {row.bytes} and
        is_sum_of((row.requests, row.wavefronts),
                  filter(None, [total(says[near, key[1]])]), 1)
        for near in (key[0] - 1, key[0] + 1))


def is_at_neighbour(row, key, says, rows):
    """Whether what a row has too much, in requests and wavefronts, is what another
    row of the same operation has too little, or the other way round: functions
    that both lines call were counted at one of them."""
    def surplus(row, accesses):
        mine = total(accesses)
        return mine and (row.requests - mine[0], row.wavefronts - mine[1])

    mine = surplus(row, says[key])
    return any(
        theirs and abs(mine[0]) > 0.01 and
        all(abs(a + b) < 0.01 for a, b in zip(mine, theirs))
        for other, accesses in says.items()
        if other != key and other[1] == key[1] and other in rows
        for theirs in [surplus(rows[other], accesses)])


def agrees_with_others(row, key, says, rows):
    """Whether what a row has too much or too little is at another line."""
    mine = total(says[key])
    if not mine:
        return False
    if (is_without_line(key, says, rows) or took_other_arm(row, key, says, rows)
            or is_at_neighbour(row, key, says, rows)):
        return True
    others = []
    if row.requests > mine[0]:
        others = [total(accesses) for other, accesses in says.items()
                  if other not in rows and other[1] == key[1]]
        wanted = (row.requests - mine[0], row.wavefronts - mine[1])
    else:
        others = [part for at, other in rows.items()
                  if at not in says and at[1] == key[1] for part in other.parts]
        wanted = (mine[0] - row.requests, mine[1] - row.wavefronts)
    return wanted[0] > 0.01 and wanted[1] > 0.01 and is_sum_of(
        wanted, [each for each in others if each and each[0]])


def _words(lanes, offsets, size):
    return {(offsets[lane] + at) // 4 for lane in lanes for at in range(0, size, 4)}


def _degree(lanes, offsets, size):
    return max(Counter(word % 32 for word in _words(lanes, offsets, size)).values(),
               default=0)


def _costs(mask, offsets, size):
    """Of a load of 8 or 16 bytes a lane: the wavefronts, and the fewest and the most
    that the profiler shows of them."""
    step = 128 // size
    active = [lane for lane in range(32) if mask >> lane & 1]

    def is_paired(lanes):
        return any(
            all(offsets[lane] == offsets[lane ^ distance] for lane in lanes
                if lane ^ distance in lanes) for distance in (1, 2))

    def degrees(lanes, step):
        return sum(_degree([lane for lane in lanes if lane // step == group],
                           offsets, size) for group in range(32 // step))

    most = 0
    for group in range(32 // (2 * step)):
        lanes = [lane for lane in active if lane // (2 * step) == group]
        together = _degree(lanes, offsets, size)
        most += (together if together < 2 and is_paired(lanes)
                 else degrees(lanes, step))
    least = most
    if size == 16 and len(active) < 32:
        least = min(most, max(_degree(active, offsets, size),
                              (len(active) + 15) // 16, most - 1))
    return degrees(active, 2 * step if is_paired(active) else step), least, most


class Traces:
    """What the walks of one source know of a line."""

    def __init__(self, tools, source, limit):
        self.tools, self.source, self.limit = tools, source, limit
        self.arguments = against_oracle.arguments_of(source.read_text())
        self.walks = {}

    def _walks_of(self, kernel, block):
        if kernel not in self.walks:
            try:
                self.walks[kernel], _ = against_oracle.walks_of(
                    self.tools, self.source, self.limit, kernel)
            except against_oracle.Failed:
                self.walks[kernel] = []
        return [walk for walk in self.walks[kernel]
                if "x".join(map(str, walk.block)) == block]

    def shown(self, kernel, block, line, size):
        """Of what the profiler shows, the fewest and the most, to what the loads
        take; None where that is not known."""
        sums = [0, 0, 0]
        for walk in self._walks_of(kernel, block):
            for group in walk.groups:
                for record in group.records:
                    if record.site.line != line or record.operation != "load":
                        continue
                    for numbers in self._numbers(kernel, walk, group, record):
                        if numbers is None:
                            return None
                        found = _costs(record.active(numbers),
                                       record.offsets(numbers), size)
                        sums = [a + b for a, b in zip(sums, found)]
        return (sums[1] / sums[0], sums[2] / sums[0]) if sums[0] else None

    def most_requests(self, kernel, block, key, width):
        """How many instructions of a width the accesses of a line can be, at most,
        with all launches of this block added up; None where that is not known."""
        walks = self._walks_of(kernel, block)
        count = 0
        for group in (group for walk in walks for group in walk.groups):
            records = [record for record in group.records
                       if (record.site.line, record.operation) == key]
            # A loop may stand for as many iterations as nobody knows.
            if records and (group.is_torn or any(
                    symbol.role == "visited" and not symbol.name.startswith("block")
                    for symbol in group.symbols.values())):
                return None
            for record in records:
                if record.repeated:
                    return None
                count += len(group.warps) * max(1, record.bytes // width)
        return count or None

    def _numbers(self, kernel, walk, group, record):
        """For each warp, and all that its loops go through; None where there is
        more that is not known."""
        if not record.array:
            yield None
            return
        known = {f"blockDim.{axis}": size for axis, size in zip("xyz", walk.block)}
        known["blockIdx.x"] = 0
        known.update(self.arguments.get(kernel, {}))
        for warp in group.warps:
            numbers = {**known, **warp}
            names, choices = [], []
            for name in sorted(record.names() - set(numbers)):
                symbol = group.symbols[name]
                if symbol.choices:
                    values = symbol.choices
                elif symbol.role == "visited" and symbol.high is not None:
                    values = range(symbol.low or 0, symbol.high + 1)
                else:
                    yield None
                    return
                names.append(name)
                choices.append(values)
            for each in itertools.islice(itertools.product(*choices), 256):
                yield {**numbers, **dict(zip(names, each))}


def agrees_by_phases(row, key, accesses, traces, kernel, block):
    """Whether a row is what the profiler shows of wide loads."""
    mine = total(accesses)
    widths = {each["bytes"] for each in accesses}
    if (key[1] != "load" or not mine or row.bytes not in (8, 16)
            or widths != {row.bytes}):
        return False
    shown = traces.shown(kernel, block, key[0], row.bytes)
    if not shown:
        return False
    least, most = (share * mine[1] / max(mine[0], 1) for share in shown)
    return 0.99 * least <= row.wavefronts / row.requests <= 1.01 * most


def holds_others(row, key, accesses, traces, kernel, block):
    """Whether a row has more requests than its line makes, and what banklint says
    of the line leaves at least a wavefront for each of the others."""
    mine = total(accesses)
    if not mine or not row.requests > mine[0]:
        return False
    most = traces.most_requests(kernel, block, key, min(row.widths))
    return (most is not None and row.requests > 1.001 * most and
            row.wavefronts - mine[1] >= 0.999 * (row.requests - mine[0]))


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
    # A row that reaches it has no conflict, whichever of its requests are left.
    ideal = row.ideal
    if (is_same_width and row.bytes and row.bytes >= 8
            and row.wavefronts > 1.001 * ideal):
        ideal = row.requests * best / count
    conflicts = row.wavefronts > 1.05 * max(ideal, 1e-9)
    # What banklint flags may be few of the requests.
    is_free = row.wavefronts <= 1.001 * max(
        row.ideal if row.is_predicated else ideal, 1e-9)
    # The profiler's ideal does not know of lanes that are paired: a load of theirs
    # that conflicts may reach it.
    is_free &= not any(
        each["verdict"] == "conflict" and each["operation"] == "load" and
        each["bytes"] == size >= 8 and wavefronts > 1.001 * requests * each["ideal"]
        for each in accesses for requests, wavefronts, size in row.parts)
    flagged = any(each["verdict"] == "conflict" for each in accesses)
    possible = any(each["verdict"] == "possible" for each in accesses)
    if has_counts and is_near(says, row.wavefronts):
        return "agree", ""
    ideals = {ideal, row.ideal} if row.is_predicated else {ideal}
    same_ratio = best and any(
        is_near(says / best, row.wavefronts / max(each, 1e-9), 0.02)
        for each in ideals)
    same_cost = count and is_near(says / count, row.wavefronts / row.requests, 0.02)
    cause = ("also depends on global addresses"
             if {each["operation"] for each in accesses} == {"cp.async"}
             else "other width" if not is_same_width
             else "fewer requests" if row.requests < 0.995 * count
             else "more requests" if row.requests > 1.005 * count
             else "other lanes or addresses")
    if same_cost or same_ratio:
        return ("agree in cost" if is_same_width else "agree in ratio"), cause
    if conflicts and not flagged and not possible:
        return ("missed conflict" if is_exact else "missed, not exact"), cause
    if flagged and is_free:
        return ("false alarm" if is_exact else "false alarm, not exact"), cause
    return ("differ though exact" if is_exact else "differ, not exact"), cause


GOOD = ("agree", "agree in cost", "agree in ratio", "agree by phases",
        "agree with other lines", "no lane took part")
HOLDS_OTHERS = "holds other lines' instructions"
NOT_WELL_FORMED = ("unknown", "loop of an atomic operation", HOLDS_OTHERS)
BAD = ("differ though exact", "missed conflict", "false alarm")
UNEXPLAINED = (*BAD, "differ, not exact", "missed, not exact",
               "false alarm, not exact")


class Judged:
    """What rows came to: those of a kernel, or of all."""

    def __init__(self):
        self.verdicts, self.causes, self.elsewhere = Counter(), Counter(), Counter()
        # What does not agree: (kernel, key, verdict, cause, row, accesses).
        self.shown = []

    def add(self, other):
        self.verdicts += other.verdicts
        self.causes += other.causes
        self.elsewhere += other.elsewhere

    @property
    def rows(self):
        return sum(self.verdicts.values())

    @property
    def formed(self):
        """How many rows are well-formed."""
        return self.rows - sum(self.verdicts[each] for each in NOT_WELL_FORMED)

    def count(self, names):
        return sum(self.verdicts[each] for each in names)


def kernels_of(source):
    """The names of a source's kernels."""
    return [f"k{number}" for number in
            re.findall(r"^namespace n(\d+) \{", source.read_text(), re.MULTILINE)]


def judge_kernel(name, says, measured, block, traces):
    """What is said of a kernel beside its rows."""
    judged = Judged()
    rows = placed(measured, says)
    for key, row in sorted(rows.items()):
        accesses = says.get(key)
        if not accesses:
            if row.wavefronts and not key[0]:
                judged.elsewhere[f"measured {key[1]}, without a line"] += 1
            elif row.wavefronts:
                judged.elsewhere[f"measured {key[1]}, not reported"] += 1
                judged.shown.append((name, key, "not reported", "", row, []))
            continue
        verdict, cause = judge(row, accesses)
        if verdict in UNEXPLAINED:
            if agrees_by_phases(row, key, accesses, traces, name, block):
                verdict = "agree by phases"
            elif agrees_with_others(row, key, says, rows):
                verdict = "agree with other lines"
            elif holds_others(row, key, accesses, traces, name, block):
                verdict = HOLDS_OTHERS
        judged.verdicts[verdict] += 1
        if cause:
            judged.causes[verdict, cause] += 1
        if verdict not in GOOD:
            judged.shown.append((name, key, verdict, cause, row, accesses))
    for key, accesses in says.items():
        if key not in rows:
            is_flagged = any(each["verdict"] == "conflict" for each in accesses)
            judged.elsewhere["reported, no such line in machine code"
                             + (", a conflict" if is_flagged else "")] += 1
    return judged


def print_rows(source, shown):
    for name, (line, operation), verdict, cause, row, accesses in shown:
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


def hold(sources, measured_in, options):
    tools = against_oracle.tools_of(options.build)
    measured, blocks = read_measured(measured_in)
    judged, kernels, shown = Judged(), 0, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        reports = list(pool.map(
            lambda source: predicted(tools, source, options.timeout), sources))
    for source, report in zip(sources, reports):
        traces = Traces(tools, source, options.timeout)
        for name in kernels_of(source):
            if report is None or name not in measured:
                judged.elsewhere["kernel without a report" if report is None
                                 else "kernel not measured"] += 1
                continue
            kernels += 1
            found = judge_kernel(name, report.get(name, {}), measured[name],
                                 blocks[name], traces)
            judged.add(found)
            shown.append((source, found.shown))
    print(f"{kernels} kernels, {judged.rows} rows, {judged.formed} of them well-formed")
    for verdict, number in judged.verdicts.most_common():
        print(f"{100 * number / max(judged.rows, 1):6.2f} % {number:7} {verdict}")
    print("\nby cause:")
    for (verdict, cause), number in judged.causes.most_common(30):
        print(f"{number:7} {verdict}: {cause}")
    print("\nnot compared:")
    for what, number in judged.elsewhere.most_common():
        print(f"{number:7} {what}")
    if options.rows:
        print()
        for source, rows in shown:
            print_rows(source, rows)
    return 1 if judged.count(BAD) else 0
