"use strict";

// Filters: by kernel, verdict and cost, of whatever says what it is of.
(() => {
  const form = document.getElementById("filters");
  const kernel = document.getElementById("kernel");
  const cost = document.getElementById("cost");
  const shown = document.getElementById("shown");
  const main = document.getElementById("main");
  const boxes = [...form.querySelectorAll("input[name=verdict]")];
  const costs = ["low", "medium", "high"];

  function apply() {
    const verdicts = new Set();
    for (const box of boxes) {
      if (box.checked) verdicts.add(box.value);
      main.classList.toggle("no-" + box.value, !box.checked);
    }
    const least = costs.indexOf(cost.value);
    for (const element of main.querySelectorAll("[data-k]")) {
      const { k, v, s } = element.dataset;
      element.hidden =
        (kernel.value !== "" && !k.split(" ").includes(kernel.value)) ||
        (v !== undefined && !verdicts.has(v)) ||
        (s !== undefined && costs.indexOf(s) < least);
    }
    const all = main.querySelectorAll("article.finding");
    const left = [...all].filter((finding) => !finding.hidden);
    shown.textContent = `${left.length} of ${all.length} findings`;
  }

  form.addEventListener("change", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
})();

// Maps: what a lane asks for, under the pointer or by arrow keys.
(() => {
  const wordBytes = 4;
  const banks = document.getElementById("free")?.childElementCount;
  const pitch = document.getElementById("free")?.children[1].x.baseVal.value;
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.hidden = true;
  // Beside the pointer; the map's own output tells the same.
  tip.setAttribute("aria-hidden", "true");
  document.getElementById("main").append(tip);
  const texts = new Map();
  let current = null;

  // "#l3-4" is a cell of lane 3, four banks wide, and "#x8" one of eight lanes.
  const symbolOf = (cell) => cell.getAttribute("href").slice(1).split("-");
  const laneOf = (cell) => symbolOf(cell)[0];
  const range = (name, first, count) =>
    count === 1
      ? `${name} ${first}`
      : `${name}s ${first}\u2013${first + count - 1}`;

  // "wavefront 2, lane 3: byte 384, word 96, bank 0"
  function textOf(cell, bytes) {
    const [symbol, width = "1"] = symbolOf(cell);
    const isOne = symbol[0] === "l";
    const lanes = isOne ? `lane ${symbol.slice(1)}` : cell.dataset.lanes;
    const byte = bytes[lanes.match(/\d+/)[0]];
    const bank = cell.x.baseVal.value / pitch;
    // Of a lane's words, these begin in that bank.
    const start = Math.floor(byte / wordBytes);
    const word = start + ((bank - (start % banks) + banks) % banks);
    const count = Number(width);
    const where = !isOne
      ? range("byte", word * wordBytes, count * wordBytes)
      : `byte ${word === start ? byte : word * wordBytes}`;
    const row = cell.parentNode.firstElementChild;
    return (
      `wavefront ${row.getAttribute("href").slice(2)}, ${lanes}: ${where}, ` +
      `${range("word", word, count)}, ${range("bank", bank, count)}`
    );
  }

  function leave() {
    for (const cell of document.querySelectorAll("use.lit"))
      cell.classList.remove("lit", "here");
    tip.hidden = true;
    current = null;
  }

  function enter(cell) {
    if (cell === current) return;
    leave();
    current = cell;
    const lane = laneOf(cell);
    for (const other of cell.closest(".maps").querySelectorAll("use.cell"))
      if (other === cell || (lane[0] === "l" && laneOf(other) === lane))
        other.classList.add("lit");
    cell.classList.add("here");
    const text = texts.get(cell);
    cell.closest(".map").querySelector("output").textContent = text;
    tip.textContent = text;
    tip.hidden = false;
    const box = cell.getBoundingClientRect();
    const page = document.documentElement;
    const left = Math.min(
      box.left,
      page.clientWidth - tip.offsetWidth - 8,
    );
    tip.style.left = `${left + window.scrollX}px`;
    tip.style.top = `${box.top + window.scrollY - tip.offsetHeight - 4}px`;
  }

  // The cell of the next row in this direction that lies nearest.
  function across(cells, cell, step) {
    const rows = [...new Set(cells.map((each) => each.parentNode))];
    const row = rows[rows.indexOf(cell.parentNode) + step];
    if (!row) return cell;
    const at = (each) => Math.abs(each.x.baseVal.value - cell.x.baseVal.value);
    return cells
      .filter((each) => each.parentNode === row)
      .reduce((best, each) => (at(each) < at(best) ? each : best));
  }

  function moved(cells, key) {
    if (key === "Home") return cells[0];
    if (key === "End") return cells[cells.length - 1];
    const number = cells.indexOf(current);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key];
    if (!step) return null;
    if (number < 0) return cells[0];
    if (key === "ArrowUp" || key === "ArrowDown")
      return across(cells, current, step);
    return cells[number + step] || current;
  }

  for (const svg of document.querySelectorAll(".map > svg")) {
    // A map that another finding has as well becomes a copy of its own.
    const same = svg.querySelector("use.same");
    if (same) {
      const copy = document
        .querySelector(same.getAttribute("href"))
        .cloneNode(true);
      copy.removeAttribute("id");
      same.replaceWith(copy);
    }
    const figure = svg.closest("figure");
    const number = [...figure.parentNode.children].indexOf(figure);
    const bytes = [
      ...figure
        .closest("article")
        .querySelectorAll(`.lanes tbody:nth-of-type(${number + 1}) td`),
    ].map((cell) => Number(cell.textContent));
    const cells = [...svg.querySelectorAll("g.w > use")].filter(
      (use) => use !== use.parentNode.firstElementChild,
    );
    for (const cell of cells) {
      cell.classList.add("cell");
      texts.set(cell, textOf(cell, bytes));
    }
    svg.setAttribute("role", "application");
    svg.setAttribute("aria-roledescription", "bank map");
    svg.setAttribute("tabindex", "0");
    svg.after(document.createElement("output"));
    svg.addEventListener("pointerover", (event) => {
      const cell = event.target.closest("use.cell");
      if (cell) enter(cell);
      else leave();
    });
    svg.addEventListener("pointerleave", leave);
    svg.addEventListener("blur", leave);
    svg.addEventListener("focus", () => {
      if (svg.matches(":focus-visible") && cells.length) enter(cells[0]);
    });
    svg.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return leave();
      const cell = moved(cells, event.key);
      if (!cell) return;
      event.preventDefault();
      enter(cell);
    });
  }
})();
