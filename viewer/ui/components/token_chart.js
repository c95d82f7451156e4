// The sizes of a run's requests: parts of each prompt stacked, the output beside, a cross where nothing is recorded.
// Drawn by hand: the library of the other charts takes longer to load than all else on the page.

const CHART = { height: 270, bottom: 40, left: 64, right: 8, bar: "#3b82c4", output: "#b8741a" };
// Over the bar's colour, so that parts are told apart without it.
const PATTERNS = { cache_read_input_tokens: "M3 3h2v2h-2z", cache_creation_input_tokens: "M0 8L8 0", input_tokens: null };
const MOST_LABELLED = 12;

function svgPart(name, attributes = {}, text = null) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== null) made.textContent = text;
  return made;
}

class TokenChart {
  constructor(root) {
    this.box = element("div", "tv tv-chart");
    this.tip = element("div", "tv-tip", "", { hidden: true, "aria-hidden": "true" });
    this.frame = element("div", "tv-chart-frame");
    const tools = element("div", "tv-group tv-chart-tools");
    tools.append(
      button("Save the chart as SVG", "SVG", () => this.save("svg")),
      button("Save the chart as PNG", "PNG", () => this.save("png")),
    );
    this.box.append(this.frame, this.tip, tools);
    root.append(this.box);
    this.observer = new ResizeObserver(() => this.frame.clientWidth !== this.width && this.draw());
    this.observer.observe(this.frame);
  }

  remove() {
    this.observer.disconnect();
  }

  update(data) {
    this.data = data;
    this.draw();
  }

  draw() {
    this.width = this.frame.clientWidth;
    if (!this.data || !this.width) return;
    const { bars, parts, has_output, axis, alt } = this.data;
    const style = getComputedStyle(this.box);
    this.quiet = style.getPropertyValue("--st-text-color") || "currentColor";
    const attributes = { width: this.width, height: CHART.height, role: "img", "aria-label": alt };
    this.svg = svgPart("svg", { ...attributes, "font-family": style.fontFamily, "font-size": 12, fill: this.quiet });
    this.most = Math.max(1, ...bars.map((bar) => Math.max(promptTokens(bar), bar.output ?? 0, bar.estimate?.[2] ?? 0)));
    this.slot = (this.width - CHART.left - CHART.right) / bars.length;
    const named = this.named(parts);
    this.top = (named.at(-1)?.y ?? 0) + 26;
    this.defs();
    for (const { name, swatch, x, y } of named) this.svg.append(swatch(x, y), svgPart("text", { x: x + 15, y: y + 4 }, name));
    this.axes(axis);
    const inside = Math.min(this.slot * 0.8, 96);
    const wide = has_output ? inside / 2 : inside;
    const few = bars.filter((bar) => bar.parts).length <= MOST_LABELLED;
    bars.forEach((bar, at) => this.svg.append(this.group(bar, at, parts, inside, wide, few)));
    this.svg.addEventListener("pointermove", (event) => this.told(event));
    this.svg.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.frame.replaceChildren(this.svg);
  }

  defs() {
    const defs = svgPart("defs");
    for (const [name, path] of Object.entries(PATTERNS)) {
      const pattern = svgPart("pattern", { id: `tv-${name}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" });
      pattern.append(svgPart("rect", { width: 8, height: 8, fill: CHART.bar }));
      if (path) pattern.append(svgPart("path", { d: path, stroke: "#ffffff", "stroke-width": 1.5, opacity: 0.75 }));
      defs.append(pattern);
    }
    this.svg.append(defs);
  }

  x(at) {
    return CHART.left + (at + 0.5) * this.slot;
  }

  y(tokens) {
    return CHART.height - CHART.bottom - (tokens / this.most) * (CHART.height - this.top - CHART.bottom);
  }

  axes(title) {
    const rough = this.most / 4;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, power * [1, 2, 5, 10].find((one) => one * power >= rough));
    for (let tokens = 0; tokens <= this.most; tokens += step) {
      const y = this.y(tokens);
      this.svg.append(svgPart("path", { d: `M${CHART.left} ${y}H${this.width - CHART.right}`, stroke: this.quiet, opacity: 0.18 }));
      this.svg.append(svgPart("text", { x: CHART.left - 6, y: y + 4, "text-anchor": "end" }, number(tokens)));
    }
    const { bars } = this.data;
    const every = Math.ceil(bars.length / Math.max(1, Math.floor((this.width - CHART.left) / 64)));
    for (let at = 0; at < bars.length; at += every)
      this.svg.append(svgPart("text", { x: this.x(at), y: CHART.height - CHART.bottom + 16, "text-anchor": "middle" }, bars[at].first));
    const middle = (CHART.left + this.width) / 2;
    this.svg.append(svgPart("text", { x: middle, y: CHART.height - 6, "text-anchor": "middle" }, title));
    const up = (this.top + CHART.height - CHART.bottom) / 2;
    this.svg.append(svgPart("text", { transform: `translate(12 ${up}) rotate(-90)`, "text-anchor": "middle" }, "tokens"));
  }

  group(bar, at, parts, inside, wide, few) {
    const made = svgPart("g", { class: "tv-chart-bar", cursor: "pointer" });
    const left = this.x(at) - inside / 2;
    // The whole slot takes the click: bars may be a pixel wide.
    made.append(svgPart("rect", { x: this.x(at) - this.slot / 2, y: this.top, width: this.slot, height: CHART.height - this.top - CHART.bottom, opacity: 0 }));
    let below = 0;
    parts.forEach((part, place) => {
      const tokens = bar.parts?.[place];
      if (!tokens) return;
      made.append(this.rect(left, wide, below, below + tokens, `url(#tv-${part.field})`, "tv-mark"));
      below += tokens;
    });
    if (bar.output !== null) made.append(this.rect(left + wide, wide, 0, bar.output, CHART.output, "tv-mark tv-mark-output"));
    if (bar.estimate) this.estimate(made, bar.estimate, left, wide);
    if (!bar.parts) made.append(this.symbol("gap", this.x(at), this.y(0)));
    else if (few) made.append(svgPart("text", { x: left + wide / 2, y: this.y(below) - 4, "text-anchor": "middle" }, number(below)));
    made.addEventListener("click", () => this.open(bar.open));
    bar.events.forEach(([kind, message], place) => {
      const mark = this.symbol(kind, this.x(at), this.y(promptTokens(bar)) - 12 - 11 * place - (few ? 12 : 0));
      mark.addEventListener("click", (event) => {
        event.stopPropagation();
        this.open(message);
      });
      made.append(mark);
    });
    return made;
  }

  rect(x, width, from, to, fill, name) {
    const top = this.y(to);
    return svgPart("rect", { x, width: Math.max(1, width - 1), y: top, height: Math.max(0.5, this.y(from) - top), fill, class: name });
  }

  // Hollow, with its error: it is no record.
  estimate(made, [tokens, low, high], left, wide) {
    const hollow = this.rect(left, wide, 0, tokens, "none", "tv-mark tv-mark-estimate");
    for (const [name, value] of [["stroke", CHART.bar], ["stroke-width", 1.5]]) hollow.setAttribute(name, value);
    const x = left + wide / 2;
    made.append(hollow, svgPart("path", { d: `M${x} ${this.y(low)}V${this.y(high ?? tokens)}`, stroke: CHART.bar, "stroke-width": 1.5 }));
  }

  symbol(kind, x, y) {
    const paths = { gap: `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`, narrowed: `M${x - 5} ${y - 4}h10l-5 9z`, sub_run: `M${x} ${y - 5}l5 5l-5 5l-5 -5z` };
    const look = kind === "gap" ? { stroke: CHART.bar, "stroke-width": 2, fill: "none" } : { fill: CHART.output };
    return svgPart("path", { d: paths[kind], ...look, class: `tv-mark tv-mark-${kind}` });
  }

  // Names and what stands for them, each with its place: the chart begins below.
  named(parts) {
    const { bars, has_output, events } = this.data;
    const box = (look) => (x, y) => svgPart("rect", { x, y: y - 5, width: 10, height: 10, ...look });
    const named = parts.map((part) => [part.name, box({ fill: `url(#tv-${part.field})` })]);
    if (has_output) named.push(["output", box({ fill: CHART.output })]);
    if (bars.some((bar) => bar.estimate)) named.push(["estimated", box({ fill: "none", stroke: CHART.bar })]);
    const kinds = [...(bars.some((bar) => !bar.parts) ? [["gap", "not recorded"]] : []), ...Object.entries(events)];
    for (const [kind, name] of kinds)
      if (kind === "gap" || bars.some((bar) => bar.events.some(([one]) => one === kind)))
        named.push([name, (x, y) => this.symbol(kind, x + 5, y)]);
    if (named.length < 2) return [];
    let [x, y] = [CHART.left, 8];
    return named.map(([name, swatch]) => {
      const size = 30 + 6.4 * name.length;
      if (x + size > this.width && x > CHART.left) [x, y] = [CHART.left, y + 15];
      const placed = { name, swatch, x, y };
      x += size;
      return placed;
    });
  }

  told(event) {
    const at = Math.floor((event.offsetX - CHART.left) / this.slot);
    const bar = this.data.bars[at];
    this.tip.hidden = !bar;
    if (!bar) return;
    const lines = [`request ${bar.first === bar.last ? bar.first : `${bar.first} to ${bar.last}, the largest`}`];
    if (bar.parts) this.data.parts.forEach((part, place) => bar.parts[place] !== null && lines.push(`${number(bar.parts[place])} ${part.name}`));
    else lines.push(bar.estimate ? `about ${number(bar.estimate[0])}, estimated` : "not recorded");
    if (bar.output !== null) lines.push(`${number(bar.output)} output`);
    lines.push(...bar.events.map(([kind]) => this.data.events[kind]));
    this.tip.textContent = lines.join("\n");
    this.tip.style.left = `${Math.max(0, Math.min(event.offsetX + 12, this.width - this.tip.offsetWidth))}px`;
    this.tip.style.top = `${event.offsetY + 12}px`;
  }

  open(message) {
    this.component.setTriggerValue("open", { message, at: Date.now() });
  }

  // Made here; nothing is sent anywhere.
  save(kind) {
    if (!this.svg) return;
    const copied = this.svg.cloneNode(true);
    copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const paper = getComputedStyle(this.box).getPropertyValue("--st-background-color") || "#ffffff";
    copied.prepend(svgPart("rect", { width: "100%", height: "100%", fill: paper }));
    const text = new XMLSerializer().serializeToString(copied);
    if (kind === "svg") return save([text], "tokens.svg");
    const picture = new Image();
    picture.onload = () => {
      const canvas = element("canvas", "", null, { width: 2 * this.width, height: 2 * CHART.height });
      canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save([blob], "tokens.png"));
    };
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  }
}

function promptTokens(bar) {
  return bar.parts ? bar.parts.reduce((sum, one) => sum + (one ?? 0), 0) : 0;
}
