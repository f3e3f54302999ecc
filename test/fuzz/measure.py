# ===- measure.py - Count what random kernels do on a GPU -------------------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# Runs on a machine with a GPU, nvcc and Nsight Compute, and needs nothing else of
# this repository. Sources are compiled side by side. Several become one program,
# since a program takes longer to start under the profiler than a kernel to run;
# where one fails, its sources run alone. What comes of it is a row for each line,
# operation and opcode of a kernel:
#
#   kernel    its name, which no other kernel has
#   block, grid
#   lines     the line of the source, and behind it those of the calls that it was
#             inlined at, joined by '<'; empty where it has none
#   opcode    with '@' in front where the instruction is predicated
#   requests, wavefronts, ideal    summed over the launch
#
# ===----------------------------------------------------------------------=== #

import collections
import concurrent.futures
import csv
import glob
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

METRICS = ("inst_executed", "memory_l1_wavefronts_shared",
           "memory_l1_wavefronts_shared_ideal")
COLUMNS = ("kernel", "block", "grid", "lines", "opcode", "requests", "wavefronts",
           "ideal")
# What accesses shared memory. LD, ST and ATOM name the address space at run time
# only: they count where shared memory answered.
SHARED = re.compile(r"(LDS|STS|ATOMS|LDSM|STSM|LDGSTS|LD|ST|ATOM)(\.|$)")
GENERIC = re.compile(r"(LD|ST|ATOM)(\.|$)")
# An instruction that the compiler moved or merged has no line. PTX says nothing of
# most of these, and they look as if they had the line of what stands before them.
# This option of LLVM's makes nvcc give them line 0, and ptxas leaves line 0 with the
# line of what stands before it. Under a number of its own they can be told.
SAY_UNKNOWN = ("-Xcicc", "--Xllc", "-Xcicc", "-use-unknown-locations=Enable")
NO_LINE = 65001
# Sources of one program.
TOGETHER = 6
# Rows of one file, which keeps it below 16 MiB.
ROWS = 120000


def find_tool(name):
    places = [shutil.which(name)]
    for pattern in ("/usr/local/cuda/bin", "/usr/local/cuda*/bin",
                    "/opt/nvidia/nsight-compute/*", "/opt/nvidia/*/bin",
                    "/usr/local/cuda*/nsight-compute*",
                    "/usr/local/NVIDIA-Nsight-Compute*"):
        places += [os.path.join(folder, name)
                   for folder in sorted(glob.glob(pattern), reverse=True)]
    for place in places:
        if place and os.access(place, os.X_OK) and not os.path.isdir(place):
            return place
    sys.exit(f"test/fuzz/run: cannot find '{name}', which measuring takes")


def reader_folders(ncu):
    """Where the module ncu_report may be: it ships with the profiler."""
    beside = os.path.dirname(os.path.realpath(ncu))
    found = [os.path.join(beside, "extras", "python"),
             os.path.join(os.path.dirname(beside), "extras", "python")]
    for pattern in ("/opt/nvidia/nsight-compute/*/extras/python",
                    "/usr/local/cuda*/nsight-compute*/extras/python",
                    "/opt/nvidia/**/extras/python",
                    "/usr/local/cuda*/**/extras/python"):
        found += sorted(glob.glob(pattern, recursive=True), reverse=True)
    found = [each for each in dict.fromkeys(found)
             if glob.glob(os.path.join(each, "*ncu_report*"))]
    if not found:
        # Installed where Python looks anyway, or not at all: importing says it.
        print("test/fuzz/run: no folder extras/python of Nsight Compute found",
              file=sys.stderr)
    return found


def execute(command, limit, **more):
    """What it prints; raises RuntimeError with its last lines."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True,
                              text=True, errors="replace", timeout=limit, **more)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{os.path.basename(str(command[0]))} takes longer than "
                           f"{limit} s") from None
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines()
        raise RuntimeError(f"{os.path.basename(str(command[0]))} ends with "
                           f"{done.returncode}: {' / '.join(lines[-3:])}")
    return done.stdout


# Compiling.


def disassembled(text, source):
    """The text and the lines of each instruction that may access shared memory, by
    the kernel's mangled name and the offset."""
    found, kernel, lines, is_fresh = {}, None, [], True
    for line in text.splitlines():
        section = re.match(r"\s*\.text\.([\w$.]+):", line)
        place = re.match(r'\s*//## File "([^"]*)", line (\d+)', line)
        code = re.match(r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;", line)
        if section:
            kernel, lines = section[1], []
        elif place:
            # The innermost line comes first, behind it those of the calls.
            if is_fresh:
                lines, is_fresh = [], False
            if os.path.basename(place[1]) == source:
                lines = lines + [place[2]]
        elif code:
            is_fresh = True
            words = code[2].split()
            predicate = words[0] if words[0].startswith("@") else ""
            opcode = words[1] if predicate else words[0]
            # Loads that no lane ever makes are the compiler's way to wait.
            if SHARED.match(opcode) and predicate != "@!PT":
                found[kernel, int(code[1], 16)] = (
                    ("@" if predicate else "") + opcode, "<".join(lines))
    return found


def compile_source(tools, source, folder):
    """The object file and its instructions."""
    stem = source.stem
    work = folder / stem
    work.mkdir()
    target = work / f"{stem}.o"
    execute([tools["nvcc"], "-O3", "-std=c++17", "-w", "-lineinfo", "-arch=sm_90",
             f"-Dmain=run_{stem}", "-c", "-o", target, source], 300)
    execute([tools["cuobjdump"], "-xelf", "all", target], 120, cwd=work)
    code = {}
    for cubin in sorted(work.glob("*.cubin")):
        text = execute([tools["nvdisasm"], "-c", "-gi", cubin], 120)
        code.update(disassembled(text, source.name))
    for place in instructions_without_line(tools, source, work, code):
        code[place] = (code[place][0], "")
    return target, code


def instructions_without_line(tools, source, work, code):
    """Compiles once more, with a line for all that has none. That changes line
    tables only: all instructions stand where they stood."""
    ptx, cubin = work / "lines.ptx", work / "lines"
    execute([tools["nvcc"], "-O3", "-std=c++17", "-w", "-lineinfo", "-arch=sm_90",
             *SAY_UNKNOWN, "-ptx", "-o", ptx, source], 300)
    ptx.write_text(re.sub(r"^(\s*\.loc\s+\d+) 0 ", rf"\1 {NO_LINE} ",
                          ptx.read_text(), flags=re.MULTILINE))
    execute([tools["ptxas"], "-arch=sm_90", "-O3", "--generate-line-info", "-o",
             cubin, ptx], 300)
    again = disassembled(execute([tools["nvdisasm"], "-c", "-gi", cubin], 120),
                         source.name)
    if ({place: opcode for place, (opcode, _) in code.items()}
            != {place: opcode for place, (opcode, _) in again.items()}):
        raise RuntimeError("compiled again, instructions are others")
    return [place for place, (_, lines) in again.items()
            if str(NO_LINE) in lines.split("<")]


def link(tools, group, objects, folder, name):
    """A program that runs the sources one after the other."""
    text = "".join(f"int run_{stem}(int, char **);\n" for stem in group)
    calls = "".join(f"  status |= run_{stem}(1, arguments);\n" for stem in group)
    text += f"int main(int, char **arguments) {{\n  int status = 0;\n{calls}"
    text += "  return status;\n}\n"
    driver = folder / f"{name}.cu"
    driver.write_text(text)
    program = folder / name
    execute([tools["nvcc"], "-arch=sm_90", "-o", program, driver,
             *[objects[stem] for stem in group]], 300)
    return program


# Profiling.


def read_report(path, code, folders):
    """Rows of all launches of a report."""
    sys.path += folders
    import ncu_report

    def by_address(action, name):
        metric = action.metric_by_name(name)
        # A kernel without an instruction of the kind has a total, which is 0.
        if metric is not None and not metric.num_instances() and not metric.as_double():
            return {}
        if metric is None or not metric.has_correlation_ids():
            raise RuntimeError(f"'{name}' is not counted by instruction")
        addresses = metric.correlation_ids()
        return {addresses.as_uint64(i): metric.as_uint64(i)
                for i in range(metric.num_instances())}

    def launch(action, name):
        return action.metric_by_name(f"launch__{name}").as_uint64()

    rows, troubles = [], []
    report = ncu_report.load_report(str(path))
    for number in range(report.num_ranges()):
        launches = report.range_by_idx(number)
        for at in range(launches.num_actions()):
            action = launches.action_by_idx(at)
            mangled = action.name(action.NameBase_MANGLED)
            # A kernel k12 lies in a namespace n12: _ZN3n123k12E...
            size = re.match(r"_ZN(\d)n", mangled)
            name = "k" + mangled[5:4 + int(size[1])] if size else mangled
            try:
                counts = [by_address(action, metric) for metric in METRICS]
                block = "x".join(str(launch(action, f"block_dim_{axis}"))
                                 for axis in "xyz")
                grid = launch(action, "grid_size")
            except (RuntimeError, AttributeError) as why:
                troubles.append(f"{name}: {why}")
                continue
            begin = min(counts[0], default=0)
            sums = collections.defaultdict(lambda: [0, 0, 0])
            for address, requests in counts[0].items():
                known = code.get((mangled, address - begin))
                if not known or not requests:
                    continue
                opcode, lines = known
                wavefronts = counts[1].get(address, 0)
                if GENERIC.match(opcode.lstrip("@")) and not wavefronts:
                    continue
                row = sums[lines, opcode]
                row[0] += requests
                row[1] += wavefronts
                row[2] += counts[2].get(address, 0)
            if not sums:
                # The kernel ran: it may have no access that is left.
                sums["", "-"] = [0, 0, 0]
            rows += [[name, block, grid, *key, *row] for key, row in sums.items()]
    return rows, troubles


def profile(tools, program, limit):
    report = program.with_suffix(".ncu-rep")
    execute([tools["ncu"], "--clock-control", "none", "--cache-control", "none",
             "--force-overwrite", "--metrics", ",".join(METRICS), "--export",
             report, program], limit)
    return report


def measure(sources, output, jobs, seconds):
    """Writes output/measured-N.csv and output/measured.json."""
    tools = {name: find_tool(name)
             for name in ("nvcc", "ptxas", "cuobjdump", "nvdisasm", "ncu")}
    folders = reader_folders(tools["ncu"])
    started = time.monotonic()
    said = {"sources": len(sources), "troubles": []}

    def tell(what):
        print(f"{time.monotonic() - started:.0f} s: {what}", flush=True)

    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        folder = Path(name)
        objects, code = {}, {}
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            waiting = {pool.submit(compile_source, tools, source, folder): source
                       for source in sources}
            for done in concurrent.futures.as_completed(waiting):
                source = waiting[done]
                try:
                    objects[source.stem], code[source.stem] = done.result()
                except RuntimeError as why:
                    said["troubles"].append(f"{source.name}: {why}")
        tell(f"{len(objects)} of {len(sources)} sources compiled")
        rows = []

        def run(group, name, limit):
            program = link(tools, group, objects, folder, name)
            return profile(tools, program, limit)

        def all_of(groups, limit, is_last):
            """Profiles the groups; returns those that failed."""
            failed = []
            # Threads run here, which a process must not inherit.
            anew = multiprocessing.get_context("spawn")
            readers = max(2, jobs // 2)
            with concurrent.futures.ThreadPoolExecutor(3) as runs, \
                    concurrent.futures.ProcessPoolExecutor(readers, anew) as reads:
                running, reading = {}, []

                def start(group, name):
                    if time.monotonic() - started > seconds:
                        raise RuntimeError("there was no time left")
                    return run(group, name, limit)

                for group in groups:
                    name = "program_" + group[0] + ("_alone" if is_last else "")
                    running[runs.submit(start, group, name)] = group
                for done in concurrent.futures.as_completed(running):
                    group = running[done]
                    try:
                        report = done.result()
                    except RuntimeError as why:
                        failed.append((group, str(why)))
                        continue
                    known = {key: value for stem in group
                             for key, value in code[stem].items()}
                    reading.append((group, reads.submit(read_report, report, known,
                                                        folders)))
                for group, done in reading:
                    try:
                        found, troubles = done.result()
                    except Exception as why:  # whatever the profiler's module raises
                        failed.append((group, f"the report cannot be read: {why}"))
                        continue
                    rows.extend(found)
                    said["troubles"] += troubles
            return failed

        stems = sorted(objects)
        groups = [stems[at:at + TOGETHER] for at in range(0, len(stems), TOGETHER)]
        failed = all_of(groups, 300, False)
        tell(f"{len(groups) - len(failed)} of {len(groups)} programs measured")
        for group, why in failed:
            said["troubles"].append(f"{' '.join(group)}: {why}")
        alone = [[stem] for group, _ in failed for stem in group]
        if alone:
            for group, why in all_of(alone, 60, True):
                said["troubles"].append(f"{group[0]}: {why}")
        said["kernels"] = len({row[0] for row in rows})
        said["rows"] = len(rows)
        tell(f"{said['kernels']} kernels, {len(rows)} rows, "
             f"{len(said['troubles'])} troubles")
    output.mkdir(parents=True, exist_ok=True)
    rows.sort(key=str)
    for number, at in enumerate(range(0, max(1, len(rows)), ROWS)):
        with open(output / f"measured-{number}.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(COLUMNS)
            writer.writerows(rows[at:at + ROWS])
    said["troubles"] = [each[:300] for each in said["troubles"]][:2000]
    said["seconds"] = round(time.monotonic() - started)
    (output / "measured.json").write_text(json.dumps(said, indent=1))
    for each in said["troubles"][:10]:
        print(each[:300])
    return 0 if rows else 2
