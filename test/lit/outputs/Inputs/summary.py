"""Holds the text of --summary against the JSON report, and prints a line a kernel."""

import json, re, sys

with open(sys.argv[1]) as file:
    kernels = json.load(file)["kernels"]
with open(sys.argv[2]) as file:
    lines = file.read().splitlines()
assert max(map(len, lines)) <= 80, max(lines, key=len)
# Lines that go on are indented further.
text = re.sub(r"\n {8,}(?=\S)", " ", "\n".join(lines[lines.index("predicted counters of each kernel, summed over its instructions") :]))
sections = text.split("\n\n")[1:]
assert len(sections) == len(kernels), (len(sections), len(kernels))


def words(count):
    least, most = count["least"]["text"], count["most"] and count["most"]["text"]
    if count["exact"]:
        return least
    if most is None:
        return "unknown" if least == "0" else "at least " + least
    return "at most " + most if least == "0" else f"at least {least}, at most {most}"


for kernel, section in zip(kernels, sections):
    name = kernel["kernel"].split("(")[0]
    assert section.startswith(name), section
    for counters in [kernel["a_block"], *filter(None, [kernel["launch"]]), *kernel["operations"].values()]:
        for count in counters.values():
            assert words(count) in section, (words(count), section)
    for access in kernel["accesses"]:
        if words(access["excess"]) != "0":
            assert f"{access['text']}: {words(access['excess'])}" in section, section
    wavefronts = kernel["a_block"]["memory_l1_wavefronts_shared"]
    where = "".join("; for " + w["text"] for w in wavefronts["where"])
    reason = "; " + wavefronts["reason"] if wavefronts["reason"] else ""
    print(f"{name}: {words(wavefronts)}{where}{reason}")
