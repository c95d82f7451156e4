// Two runs side by side, a row a step: what each did, its tokens, and below it the arguments that differ.

class Aligned {
  constructor(root) {
    this.box = element("div", "tv tv-aligned", null, { role: "table", "aria-label": "Steps of the two runs, aligned" });
    root.append(this.box);
  }

  update(data) {
    const actions = { open: () => {}, act: () => {} };
    const head = element("div", "tv-pairing tv-pairing-head", null, { role: "row" });
    for (const name of data.head) head.append(drawSegments(element("span", "", null, { role: "columnheader" }), name, actions));
    this.box.replaceChildren(head, ...data.rows.map((row) => this.row(row, actions)));
    const place = JSON.stringify([data.of, data.first]);
    if (place !== this.place) this.box.querySelector(".tv-parting")?.scrollIntoView({ block: "center" });
    this.place = place;
  }

  row(row, actions) {
    const made = element("div", `tv-pairing tv-is-${row.change}`, null, { role: "row", "aria-label": row.spoken });
    made.classList.toggle("tv-parting", row.parting);
    const cell = (name, segments) => drawSegments(element("span", name, null, { role: "cell" }), segments, actions);
    made.append(cell("tv-change", row.mark), cell("tv-side", row.left), cell("tv-side", row.right));
    if (row.differences.length) {
      const list = element("div", "tv-differences", null, { role: "cell" });
      for (const one of row.differences) list.append(drawSegments(element("div"), one, actions));
      made.append(list);
    }
    return made;
  }
}
