// The sequence: four lanes, and an arrow for every crossing between them. One tab stop; the arrow keys and j k move.

const LANES = ["caller", "loop", "model", "tools"];

class Sequence {
  constructor(root) {
    this.box = element("div", "tv tv-sequence");
    this.head = element("div", "tv-lanes tv-lane-head", null, { "aria-hidden": "true" });
    LANES.forEach((lane, at) => this.head.append(this.at(element("span", `tv-lane tv-by-${lane}`, lane), at)));
    this.rows = element("ol", "tv-arrows");
    this.rows.addEventListener("keydown", (event) => this.key(event));
    this.box.append(this.head, this.rows);
    root.append(this.box);
  }

  at(made, lane) {
    made.style.setProperty("--at", lane);
    return made;
  }

  update(data) {
    this.data = data;
    const drawn = data.rows.map((row) => this.row(row));
    this.rows.replaceChildren(...drawn);
    this.arrows = [...this.rows.querySelectorAll(".tv-arrow")];
    const chosen = this.arrows.findIndex((one) => Number(one.dataset.message) === data.chosen);
    this.stop(Math.max(0, chosen));
    const place = JSON.stringify([data.run, data.chosen, data.rows.length]);
    if (chosen > 0 && place !== this.place) this.arrows[chosen].scrollIntoView({ block: "center" });
    this.place = place;
  }

  row(row) {
    const made = element("li", "tv-arrow-row");
    const arrows = row.arrows.map((arrow) => this.arrow(arrow));
    if (row.together) {
      const group = element("div", "tv-together-group", null, { role: "group", "aria-label": row.together });
      group.append(element("span", "tv-quiet tv-together-word", row.together), ...arrows);
      made.append(group);
    } else made.append(...arrows);
    return made;
  }

  arrow(arrow) {
    const made = element("button", "tv-arrow", null, { type: "button", tabindex: "-1", "aria-label": arrow.spoken, title: `open [${arrow.at}]` });
    made.dataset.message = arrow.at;
    for (const [name, on] of [["tv-chosen", arrow.at === this.data.chosen], ["tv-effect", arrow.effect], ["tv-dashed", arrow.dashed], ["tv-failed-arrow", arrow.failed]])
      made.classList.toggle(name, Boolean(on));
    const left = Math.min(arrow.from, arrow.to);
    made.style.setProperty("--left", left);
    made.style.setProperty("--span", Math.abs(arrow.to - arrow.from));
    made.style.setProperty("--thick", `${arrow.thick}px`);
    const label = element("span", "tv-arrow-label");
    const plain = { open: () => {}, act: () => {} };
    drawSegments(label, arrow.label, plain);
    const line = element("span", `tv-arrow-line tv-by-${LANES[arrow.from]} ${arrow.to > arrow.from ? "tv-right" : "tv-left"}`);
    made.append(label, line);
    made.addEventListener("click", () => this.component.setTriggerValue("open", { message: arrow.at, at: Date.now() }));
    return made;
  }

  stop(at) {
    if (!this.arrows.length) return;
    this.here = Math.max(0, Math.min(this.arrows.length - 1, at));
    this.arrows.forEach((one, number) => one.setAttribute("tabindex", number === this.here ? "0" : "-1"));
  }

  key(event) {
    const moves = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, g: -Infinity, Home: -Infinity, G: Infinity, End: Infinity };
    const by = moves[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.stop(this.here + by);
    this.arrows[this.here].focus();
  }
}
