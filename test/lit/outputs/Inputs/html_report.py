"""Holds a page of `--format=html` against the JSON report of the same run.

    html_report.py PAGE JSON

JSON has to be written with --all-accesses and --summary. Every number of the page is worked out
again from it; elements are balanced, names of anchors are there once, and nothing is
loaded from elsewhere.
"""

import base64
import collections
import hashlib
import html.parser
import json
import re
import sys

VOID = {"meta", "link", "input", "br", "hr", "img"}
# Elements whose end HTML lets one leave out, and which we do.
OPEN = {"td", "th", "option"}
VERDICTS = ["conflict", "possible", "unknown", "by-hardware", "conflict-free"]


class Node:
    def __init__(self, name, attributes, parent):
        self.name, self.attributes, self.parent = name, dict(attributes), parent
        self.children = []

    def get(self, name):
        return self.attributes.get(name)

    def has_class(self, name):
        return name in (self.get("class") or "").split()

    def all(self, name=None, **wanted):
        """Those below of this element name, class and attributes."""
        kind = wanted.pop("kind", None)
        for child in self.children:
            if isinstance(child, str):
                continue
            if (
                (name is None or child.name == name)
                and (kind is None or child.has_class(kind))
                and all(child.get(key) == value for key, value in wanted.items())
            ):
                yield child
            yield from child.all(name, kind=kind, **wanted)

    def first(self, name=None, **wanted):
        return next(self.all(name, **wanted))

    @property
    def text(self):
        return "".join(c if isinstance(c, str) else c.text for c in self.children)


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.root = self.at = Node("", [], None)
        self.feed(text)
        self.close()
        assert self.at is self.root, f"<{self.at.name}> is not closed"

    def handle_starttag(self, name, attributes):
        if self.at.name in OPEN and name in OPEN | {"tr"}:
            self.at = self.at.parent
        node = Node(name, attributes, self.at)
        self.at.children.append(node)
        if name not in VOID:
            self.at = node

    def handle_startendtag(self, name, attributes):
        self.at.children.append(Node(name, attributes, self.at))

    def handle_endtag(self, name):
        if self.at.name in OPEN and name != self.at.name:
            self.at = self.at.parent
        assert self.at.name == name, f"</{name}> ends <{self.at.name}>"
        self.at = self.at.parent

    def handle_data(self, text):
        self.at.children.append(text)


def number(text):
    """A number as the page has it; None where it is not known."""
    text = text.strip("≥ ").replace(",", "")
    return None if text in ("–", "?") else float(text)


def is_near(left, right):
    if left is None or right is None:
        return left is right
    return abs(left - right) <= 0.0006 + 1e-3 * abs(right)


def check(what, shown, wanted):
    same = is_near(shown, wanted) if isinstance(shown, float) else shown == wanted
    assert same, f"{what}: the page has {shown!r}, the JSON report {wanted!r}"


def rows(table):
    names = [th for tr in table.all("thead") for th in tr.all("th")]
    for row in table.first("tbody").all("tr"):
        cells = [cell for cell in row.children if not isinstance(cell, str)]
        check("cells of a row", len(cells), len(names))
        yield row, cells


def check_links(page):
    names = [node.get("id") for node in page.all() if node.get("id")]
    twice = [name for name, count in collections.Counter(names).items() if count > 1]
    assert not twice, f"names that stand twice: {twice}"
    for node in page.all():
        for key in ("href", "src", "action", "srcset", "data"):
            value = node.get(key)
            assert value is None or value.startswith(("#", "data:")), value
        for key in ("href", "aria-labelledby"):
            value = node.get(key)
            if value and not value.startswith("data:"):
                assert value.lstrip("#") in names, f"a link to nowhere: {value}"
    hidden = [node.get("id") for node in page.all() if "hidden" in node.attributes]
    check("what waits for a script", hidden, ["filters"])
    for style in page.all("style"):
        assert "url(http" not in style.text and "@import" not in style.text


def place(of):
    return f"{of['file']}:{of['line']}" + (f":{of['column']}" if of["column"] else "")


def excess(finding):
    """Of all that it stands for; None where some of it is not known."""
    return finding.get("excess")


def check_findings(page, report):
    articles = list(page.all("article", kind="finding"))
    check("findings", len(articles), len(report["findings"]))
    by_place = {(place(f), f["message"]): f for f in report["findings"]}
    last = float("inf")
    for article, (_, cells) in zip(articles, rows(page.first("table", id="ranking"))):
        where = next(article.first(kind="facts").all(kind="at")).text
        message = article.first("h3").text.split(" ", 1)[1]
        finding = by_place.pop((where, message))
        check("message", cells[3].text, message)
        check("kernel", cells[5].text, (finding.get("kernels") or [""])[0])
        check("ways", number(cells[2].text), finding.get("ways"))
        if excess(finding) is not None:
            check("excess", number(cells[1].text), float(excess(finding)))
            assert "≥" not in cells[1].text
        elif "rule" in finding and finding.get("ways"):
            assert cells[1].text.startswith(("≥", "?")), cells[1].text
        cost = number(cells[1].text) or 0
        assert cost <= last, "the costliest does not come first"
        last = cost
        if "severity" in finding:
            check("severity", article.get("data-s"), finding["severity"])
        headings = [fix.first("h4").text for fix in article.all(kind="fix")]
        wanted = [
            ("Fix: " if fix["safe"] else "Unsafe fix: ") + fix["description"]
            for fix in finding["fixes"]
        ]
        check("fixes", headings, wanted)
        check("a diff", len(list(article.all(kind="diff"))), int(bool(wanted)))
        notes = article.text
        for note in finding["notes"]:
            if not note["message"].startswith("likewise "):
                assert note["message"] in notes, note
        check_maps(page, article, finding, report)
        check_runs(article, finding, report)


def accesses_of(finding, report):
    return [
        access
        for access in report["accesses"]
        if not access["at_call"]
        and place(access) == place(finding)
        and access["array"] == finding.get("array")
        and f" {access['operation']} " in finding["message"]
    ]


def check_runs(article, finding, report):
    shown = [
        [cells[0].text, cells[1].text] + [number(c.text) for c in cells[3:6]]
        for _, cells in rows(article.first(kind="runs"))
    ]
    wanted = [
        [a["kernel_short"], block(a), a["requests"], a["wavefronts"], a["ideal"]]
        for a in accesses_of(finding, report)
    ]
    check("runs", len(shown), min(len(wanted), 8))
    for left, right in zip(shown, wanted):
        check("a run", left[:2], right[:2])
        for one, other in zip(left[2:], right[2:]):
            check("a number of a run", one, other)


def check_maps(page, article, finding, report):
    """Each map has as many rows as its request takes wavefronts."""
    for figure in article.all("figure", kind="map"):
        caption = figure.first("figcaption").text
        same = next(figure.all("use", kind="same"), None)
        held = page.first(id=same.get("href")[1:]) if same else figure
        lines = [g.first("use").get("href") for g in held.all("g", kind="w")]
        count = len(lines)
        check("rows of a map", lines, [f"#r{row + 1}" for row in range(count)])
        check("wavefronts of a map", f" {count} wavefront" in caption, True)
    worst = [a["worst"] for a in accesses_of(finding, report) if a["worst"]]
    if worst and "cp.async" not in finding["message"]:
        now = article.first("figcaption").text.split()
        ideal = int(now[-1]) if "ideal" in now else int(now[1])
        check("ways of the map", int(now[1]) / ideal, max(worst))


def block(access):
    extents = list(access["block"])
    while len(extents) > 1 and extents[-1] == 1:
        extents.pop()
    return "x".join(map(str, extents))


def joined(verdicts):
    return next(verdict for verdict in VERDICTS if verdict in verdicts)


def key(access):
    return place(access), access["operation"], access["array"]


def words(count):
    """A predicted counter as the page has it: numbers with thousands apart."""
    exact, least, most = count["exact"], count["least"], count["most"]

    def of(bound):
        return f"{bound['tree']:,}" if isinstance(bound["tree"], int) else bound["text"]

    if exact:
        return of(least)
    if most is None:
        return "unknown" if least["tree"] == 0 else "at least " + of(least)
    if least["tree"] == 0:
        return "at most " + of(most)
    return f"at least {of(least)}, at most {of(most)}"


COUNTERS = ("memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal", "excess")


def reasons(kernel):
    """What stands below a kernel's name, but for the lines that doubts are shown at."""
    counts = [access[COUNTERS[0]] for access in kernel["accesses"]]
    where = ", ".join(w["text"] for w in kernel["a_block"][COUNTERS[0]]["where"])
    found = {count["reason"] for count in counts if not count["exact"]}
    if not kernel["complete"]:
        found.add("some code of the kernel was not analysed")
    return found | ({"for " + where} if where else set())


def check_kernel(cells, verdicts, kernel):
    name = kernel["kernel_short"], block(kernel)
    check("a kernel", (cells[0].first("code").text, cells[1].text), name)
    for verdict, cell in zip(VERDICTS, cells[2:7]):
        check(f"{verdict} of {name}", int(cell.text), verdicts[verdict])
    terms = [term.text for term in cells[0].all("div", kind="term")]
    shown = {t.split(": ", 1)[1] if t.startswith("not exact") else t for t in terms}
    check(f"why {name} is not exact", shown, reasons(kernel))


def check_counters(cells, of):
    for cell, name in zip(cells, COUNTERS, strict=True):
        check(name, cell.text, words(of[name]))


def verdicts_of(report):
    """By kernel and block, how many accesses are judged so."""
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for access in report["accesses"]:
        if not access["at_call"]:
            name = access["kernel"], block(access)
            found[name][key(access)].add(access["verdict"])
    return {
        name: collections.Counter(map(joined, by_key.values()))
        for name, by_key in found.items()
    }


def check_kernels(page, report):
    verdicts = verdicts_of(report)
    body = page.first("table", id="totals").first("tbody")
    shown = iter([[c for c in row.children if not isinstance(c, str)] for row in body.all("tr")])
    for kernel in report["kernels"]:
        cells = next(shown)
        counts = verdicts[kernel["kernel"], block(kernel)]
        check_kernel(cells, counts, kernel)
        check_counters(cells[7:], kernel["a_block"])
        if kernel["launch"] not in (None, kernel["a_block"]):
            cells = next(shown)
            check("columns of a launch", cells[0].get("colspan"), "7")
            grid = "the launch, grid of " + block({"block": kernel["grid"]})
            check("a launch", cells[0].text, grid)
            check_counters(cells[1:], kernel["launch"])
    counted = {(kernel["kernel"], block(kernel)) for kernel in report["kernels"]}
    for name in verdicts.keys() - counted:
        cells = next(shown)
        check(f"not counted: {name}", [cell.text for cell in cells[7:]], ["–"] * 3)
        check("its verdicts", [int(c.text) for c in cells[2:7]], [verdicts[name][v] for v in VERDICTS])
    check("further rows", next(shown, None), None)


def check_policy(page):
    """It allows the style and the script of the page, and nothing beside them."""
    policy = page.first("meta", **{"http-equiv": "Content-Security-Policy"}).get("content")
    for name in "style", "script":
        (element,) = page.all(name)
        digest = base64.b64encode(hashlib.sha256(element.text.encode()).digest()).decode()
        allowed = re.search(f"{name}-src ([^;]*);", policy)[1]
        check(f"what {name}s may be", allowed, f"'sha256-{digest}'")
    for node in page.all():
        code = [name for name in node.attributes if re.match("on|style$", name)]
        check("attributes that are code", code, [])


def check_totals(page, report):
    tiles = [int(b.text.replace(",", "")) for b in page.first(kind="totals").all("b")]
    summary = report["summary"]
    names = ("conflicts", "possible", "unknown", "by_hardware")
    wanted = [len(report["findings"])] + [summary[name] for name in names]
    check("totals", tiles[:-1], wanted)


def check_sources(page, report):
    accesses = [a for a in report["accesses"] if not a["at_call"]]
    files = {a["file"] for a in accesses} | {f["file"] for f in report["findings"]}
    sections = {s.first("h3").text: s for s in page.all("section", kind="file")}
    check("files", set(sections), files)
    shown = collections.Counter()
    for name, section in sections.items():
        for table in section.all("table"):
            for _, cells in rows(table):
                same = 1
                kernel = cells[3].text
                if " and " in kernel and kernel.endswith(" more"):
                    kernel, _, more = kernel.rpartition(" and ")
                    same += int(more.split()[0])
                line = f"{name}:{cells[0].text}"
                verdict = cells[5].text
                shown[line, cells[1].text, cells[4].text, verdict] += same
        keys = {key(a) for a in accesses if a["file"] == name}
        labels = list(section.first("div", kind="code").all(kind="k"))
        check("labels", len(labels), len(keys))
    wanted = collections.Counter(
        (place(a), a["operation"], block(a), a["verdict"]) for a in accesses
    )
    check("accesses", shown, wanted)


with open(sys.argv[1], encoding="utf-8") as file:
    whole = Page(file.read()).root
with open(sys.argv[2], encoding="utf-8") as file:
    known = json.load(file)
check_links(whole)
check_policy(whole)
check_totals(whole, known)
if known["findings"]:
    check_findings(whole, known)
check_kernels(whole, known)
check_sources(whole, known)
maps = len(list(whole.all("figure", kind="map")))
print(f"{len(known['findings'])} findings, {maps} maps, {len(known['accesses'])} accesses")
