// Lines made of segments (viewer/ui/run_segments.py): text, code, positions, status words with their rule, buttons.

function drawSegments(into, segments, actions) {
  for (const segment of segments) into.append(drawSegment(segment, actions));
  return into;
}

function drawSegment(segment, actions) {
  if (typeof segment === "string") return document.createTextNode(segment);
  if ("at" in segment) return position(segment, actions);
  if ("code" in segment) return element("code", "", segment.code);
  if ("quiet" in segment) return element("span", "tv-quiet", segment.quiet);
  if ("said" in segment) return element("span", "tv-said", segment.said);
  if ("heading" in segment) return element("h1", "tv-name", segment.heading);
  if ("strong" in segment) return element("strong", "", segment.strong);
  if ("alarm" in segment) return element("strong", "tv-alarm", segment.alarm);
  if ("status" in segment) return status(segment);
  if ("page" in segment) return element("a", "tv-position", segment.text, { href: segment.page });
  if ("do" in segment) return button(segment.text, segment.text, () => actions.act(segment.do, segment.value));
  return document.createTextNode("");
}

function position(segment, actions) {
  const made = element("button", "tv-position", segment.text, { type: "button", title: `open ${segment.text}` });
  made.addEventListener("click", () => actions.open(segment.at));
  return made;
}

// The rule is text that appears on hover and on focus; a title alone would not reach the keyboard.
function status(segment) {
  const made = element("span", "tv-status", segment.status, { tabindex: "0" });
  if (segment.rule) {
    const rule = element("span", "tv-rule", segment.rule, { role: "tooltip" });
    made.append(rule);
    // It opens to the left where the window ends.
    const place = () => made.classList.toggle("tv-leftwards", made.getBoundingClientRect().left > innerWidth * 0.72);
    made.addEventListener("pointerenter", place);
    made.addEventListener("focus", place);
  }
  return made;
}

// Rows of a name and its segments; the head of a run, its findings and its structure are drawn this way.
class Lines {
  constructor(root) {
    this.box = element("div", "tv tv-lines");
    root.append(this.box);
  }

  update(data) {
    const actions = {
      open: (message) => openMessage(this.component, message),
      act: (name, value) => this.component.setTriggerValue("act", { name, value, at: Date.now() }),
    };
    // Several groups, each under its own heading, or one.
    this.box.replaceChildren(...(data.groups ?? [data]).flatMap((group) => this.group(group, actions)));
  }

  group(group, actions) {
    const list = element("dl", group.names === false ? "tv-plain" : "");
    for (const [name, segments] of group.rows) {
      const row = element("div", "tv-line");
      row.append(element("dt", "", name), drawSegments(element("dd"), segments, actions));
      list.append(row);
    }
    if (!group.title) return [list];
    const title = typeof group.title === "string" ? [group.title] : group.title;
    return [drawSegments(element("h2", "tv-group-title"), title, actions), list];
  }
}

// A position that is clicked moves the ledger at once, and tells the page.
function openMessage(component, message) {
  if (shared.ledger?.holds(message)) shared.ledger.open(message, true);
  else component.setTriggerValue("open", { message, at: Date.now() });
}
