"""Opens pages of `--format=html` in headless Chromium.

    browse.py AXE FOLDER

AXE is axe.min.js. FOLDER holds transpose.html, swizzle.html, vectors.html and many.html,
whose sources stand in the test.
"""

import re
import shutil
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

BANKS = 32

RED = "rgba(255, 0, 0, 1)"
INJECTED = """<base href="https://example.org/">
<img src="data:," onerror="document.title = 'ran'">
<script>document.title = "ran"</script>
<script src="data:text/javascript,document.title='ran'"></script>
<style>#press { color: rgb(255, 0, 0) }</style>
<form action="/"><button id="press" style="color: rgb(255, 0, 0)">Press</button></form>
"""


def open_browser():
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--window-size=1280,1000",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


def check(what, shown, wanted):
    assert shown == wanted, f"{what}: {shown!r}, not {wanted!r}"


class PageTest:
    """One page."""

    def __init__(self, browser, folder, name):
        self.browser = browser
        self.name = name
        browser.get(f"file://{folder}/{name}")

    def all(self, selector, of=None):
        return (of or self.browser).find_elements(By.CSS_SELECTOR, selector)

    def first(self, selector, of=None):
        return (of or self.browser).find_element(By.CSS_SELECTOR, selector)

    def check_access(self, axe):
        """What axe finds in both schemes, and what the browser logs.

        Axe takes long: of many findings, files and rows that are made alike a few are
        left, and in the second scheme it looks at what the scheme changes.
        """
        self.browser.set_script_timeout(120)
        self.browser.execute_script(
            """
            for (const each of document.querySelectorAll(
              "article:nth-of-type(n+4), .file:nth-of-type(n+3), tbody tr:nth-child(n+9)"))
              each.remove();
            for (const each of document.querySelectorAll("details")) each.open = true;
            """
        )
        self.browser.execute_script(axe)
        for scheme, options in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
            self.browser.execute_cdp_cmd(
                "Emulation.setEmulatedMedia",
                {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
            )
            ground = self.browser.execute_script(
                "return getComputedStyle(document.body).backgroundColor"
            )
            check(scheme, ground == "rgb(255, 255, 255)", scheme == "light")
            found = self.browser.execute_async_script(
                "axe.run(arguments[0]).then((found) => arguments[1](found.violations))",
                options,
            )
            check(
                f"axe, {self.name}, {scheme}",
                [(f["id"], f["nodes"][0]["html"], f["nodes"][0]["failureSummary"]) for f in found],
                [],
            )
        check(f"log of {self.name}", self.browser.get_log("browser"), [])

    def check_columns(self):
        """Each map has 32 columns, and each cell stands in those of its banks."""
        return self.browser.execute_script(
            """
            const texts = document.querySelectorAll("#axis text");
            if ([...texts].map((text) => text.textContent).join() !==
                [...Array(32).keys()].join()) throw "the axis";
            if (document.querySelectorAll("#free rect").length !== 32) throw "columns";
            const maps = document.querySelectorAll(".map > svg");
            let count = 0;
            for (const svg of maps) {
              if (!svg.querySelector("use[href='#axis']")) throw "no axis";
              for (const row of svg.querySelectorAll("g.w")) {
                const at = (use) => use.getBoundingClientRect();
                const free = row.firstElementChild;
                // The number of the wavefront stands before the first bank.
                const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
                const left = at(svg).left + 24 * scale;
                const pitch = (at(free).right - left + scale) / 32;
                let next = 0;
                for (const cell of row.querySelectorAll("use.cell")) {
                  ++count;
                  const bank = (at(cell).left - left) / pitch;
                  const width = (at(cell).width + scale) / pitch;
                  if (Math.abs(bank - Math.round(bank)) > 0.1 || bank < next - 0.1 ||
                      bank + width > 32.1)
                    throw `a cell at bank ${bank} of ${width}`;
                  next = bank + width;
                }
              }
            }
            return [maps.length, count];
            """
        )

    def check_hover(self, finding, number, byte_of, width):
        """Under the pointer: the byte, word and bank of the lane."""
        svg = self.all(f"#f{finding} .map > svg")[number]
        for lane in (0, 9, 31):
            symbol = f"#l{lane}" + (f"-{width}" if width > 1 else "")
            cell = self.first(f"use.cell[href='{symbol}']", svg)
            ActionChains(self.browser, duration=0).move_to_element(cell).perform()
            self.check_told(self.first("#tip").text, lane, byte_of(lane), width)
            lit = self.browser.execute_script(
                "return [...document.querySelectorAll('use.lit')].map("
                "(use) => use.getAttribute('href').split('-')[0])"
            )
            check("cells of the lane", lit, [f"#l{lane}"] * 2)

    def check_told(self, text, lane, byte, width):
        word, bank = byte // 4, byte // 4 % BANKS
        words = f"word {word}, bank {bank}"
        if width > 1:
            words = f"words {word}–{word + width - 1}, banks {bank}–{bank + width - 1}"
        check(f"lane {lane}", text.partition(", ")[2], f"lane {lane}: byte {byte}, {words}")

    def check_keys(self, finding, number, byte_of, width):
        """By keys: all lanes, from the first cell on."""
        svg = self.all(f"#f{finding} .map > svg")[number]
        self.browser.execute_script("arguments[0].focus({focusVisible: true})", svg)
        told = self.browser.execute_script(
            """
            const svg = arguments[0], told = [];
            const press = (key) => svg.dispatchEvent(
              new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
            press("Home");
            for (let i = 0; i < 32; ++i) {
              const text = svg.nextElementSibling.textContent;
              if (document.getElementById("tip").textContent !== text) throw text;
              told.push(text);
              press("ArrowRight");
            }
            return told;
            """,
            svg,
        )
        lanes = [int(re.search(r"lane (\d+)", text)[1]) for text in told]
        check("lanes", sorted(lanes), list(range(BANKS)))
        for lane, text in zip(lanes, told):
            self.check_told(text, lane, byte_of(lane), width)
        rows = len(self.all("g.w", svg))
        svg.send_keys(Keys.HOME, Keys.ARROW_DOWN)
        text = self.first("#tip").text
        check("a row below", text.startswith(f"wavefront {min(2, rows)},"), True)
        svg.send_keys(Keys.ESCAPE)
        check("the tip", self.first("#tip").is_displayed(), False)

    def shown(self, selector="article.finding"):
        """How many are shown."""
        return self.browser.execute_script(
            "return [...document.querySelectorAll(arguments[0])].filter("
            "(each) => each.getClientRects().length).length",
            selector,
        )

    def check_filters(self):
        """On the page of fifty findings."""
        check("findings", self.shown(), 50)
        check("the form", self.first("#filters").is_displayed(), True)
        Select(self.first("#kernel")).select_by_index(7)
        check("of one kernel", self.shown(), 1)
        check("its row", self.shown("#ranking tbody tr"), 1)
        check("its sum", self.shown("#totals tbody tr"), 1)
        check("the count", self.first("#shown").text, "1 of 50 findings")
        self.first("#filters button").click()
        self.browser.execute_async_script("setTimeout(arguments[0], 50)")
        check("all again", self.shown(), 50)
        wanted = len(self.all("article[data-s=high]"))
        assert 0 < wanted < 50, "the project has findings of several costs"
        Select(self.first("#cost")).select_by_value("high")
        check("of high cost", self.shown(), wanted)
        Select(self.first("#cost")).select_by_value("low")
        free = self.shown(".code .k.f")
        assert free > 0
        self.first("input[value=f]").click()
        check("labels of what is free", self.shown(".code .k.f"), 0)
        check("other labels", self.shown(".code .k.c") > 0, True)
        check("findings", self.shown(), 50)
        self.first("input[value=c]").click()
        check("without conflicts", self.shown(), 0)
        check("the count", self.first("#shown").text, "0 of 50 findings")
        self.first("#filters button").click()

    def check_print(self):
        """It prints, and the filters do not; nothing leaves a narrow screen or a sheet,
        and all columns of the totals are in sight on a wide one."""
        self.browser.set_window_size(1200, 1000)
        inner, outer = self.browser.execute_script(
            "const around = document.getElementById('totals').parentNode;"
            "return [around.scrollWidth, around.clientWidth]"
        )
        check("the totals in sight", min(inner, outer), inner)
        self.browser.set_window_size(700, 1000)
        self.check_width("a narrow screen")
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.check_width("a sheet")
        check("filters in print", self.first("#filters").is_displayed(), False)
        check("findings in print", self.shown() > 0, True)
        pdf = self.browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
        assert len(pdf["data"]) > 10000
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        self.browser.set_window_size(1280, 1000)

    def check_width(self, where):
        inner, outer = self.browser.execute_script(
            "const page = document.documentElement;"
            "return [page.scrollWidth, page.clientWidth]"
        )
        check(f"what fits on {where}", min(inner, outer), inner)


# Of a finding on each page: the words of a cell, and the byte of a lane now.
PAGES = {
    "transpose.html": ("tile", 1, lambda lane: 128 * lane),
    "swizzle.html": ("tile", 4, lambda lane: 16 * (lane % 8 * 8 + lane // 8)),
    "vectors.html": ("wide", 4, lambda lane: 32 * lane),
    "many.html": None,
}


def check_policy(browser, folder, name):
    """What would be put into a page does nothing: handlers, scripts, styles, forms."""
    with open(f"{folder}/{name}", encoding="utf-8") as file:
        text = file.read()
    with open(f"{folder}/injected.html", "w", encoding="utf-8") as file:
        file.write(text.replace("<main ", INJECTED + "<main ", 1))
    page = PageTest(browser, folder, "injected.html")
    page.first("#press").click()
    check("title of an injected page", browser.title, "banklint: 1 finding")
    check("its address", browser.current_url.rpartition("/")[2], "injected.html")
    check("its colour", page.first("#press").value_of_css_property("color") != RED, True)
    refused = len(browser.get_log("browser"))
    check("what was refused", refused >= INJECTED.count("\n"), True)


def moved(fix, byte_of, width):
    """The byte of a lane with the fix, of elements as wide as a cell in rows of 128."""
    element = 4 * width
    if form := re.search(r"\[i \^ \(i / (\d+) & (\d+)\)\]", fix):
        step, mask = map(int, form.groups())
        swizzled = lambda index: index ^ index // step & mask
        return lambda lane: element * swizzled(byte_of(lane) // element)
    row = element * int(re.search(r"pad the rows of '\w+' to (\d+)", fix)[1])
    return lambda lane: byte_of(lane) // 128 * row + byte_of(lane) % 128


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        axe = file.read()
    browser = open_browser()
    try:
        for name, wanted in PAGES.items():
            page = PageTest(browser, sys.argv[2], name)
            count, cells = page.check_columns()
            if wanted:
                array, width, byte_of = wanted
                titles = [title.text for title in page.all("article h3")]
                finding = next(i for i, t in enumerate(titles, 1) if f"'{array}'" in t)
                fix = page.first(f"#f{finding} h4").text
                for number, of_lane in enumerate((byte_of, moved(fix, byte_of, width))):
                    page.check_hover(finding, number, of_lane, width)
                    page.check_keys(finding, number, of_lane, width)
            if name == "many.html":
                page.check_filters()
            else:
                page.check_print()
            found = len(page.all("article.finding"))
            page.check_access(axe)
            if name == "transpose.html":
                check_policy(browser, sys.argv[2], name)
            print(f"{name}: {found} finding{'s' * (found != 1)}, {count} maps, {cells} cells")
    finally:
        browser.quit()


main()
