// Texts under each other, each with find, tree, parts, copy and download: a request as JSON, a difference.

class TextPanel {
  constructor(root) {
    this.box = element("div", "tv");
    root.append(this.box);
    this.bodies = new Map();
  }

  update(data) {
    const actions = { act: (name, value) => this.component.setTriggerValue("act", { name, value, at: Date.now() }) };
    const other = data.of !== this.of;
    this.of = data.of;
    const before = other ? new Map() : this.bodies;
    this.bodies = new Map(data.bodies.map((body) => [body.id, new Body(body, actions, before.get(body.id)?.view)]));
    this.box.replaceChildren(...[...this.bodies.values()].flatMap((body) => [body.toolsApart(), body.box]));
  }
}
