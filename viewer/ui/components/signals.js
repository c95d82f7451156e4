// Small components that carry what changes: the chosen message, the hits of a search, a download. The rows, which are
// large, stay as they are.

class Signal {
  constructor(root) {
    this.root = root;
  }

  update({ run, chosen, seq, screen }) {
    const first = this.seq === undefined;
    if (seq === this.seq && run === this.run) return;
    this.seq = seq;
    this.run = run;
    shared.chosen.set(run, chosen);
    if (first || screen) showScreen(screen ?? "list");
    if (shared.ledger?.columns?.run !== run) return;
    if (chosen.record !== undefined) shared.ledger.open(null, false, chosen.record);
    else if (chosen.message !== undefined) shared.ledger.open(chosen.message, false);
  }
}

class Hits {
  update(hits) {
    shared.hits = hits;
    shared.ledger?.take(hits);
  }
}

// On a narrow screen the list and the detail are screens of their own (page.css).
function showScreen(name) {
  const before = document.documentElement.dataset.tvScreen;
  document.documentElement.dataset.tvScreen = name;
  if (before !== name && globalThis.matchMedia("(max-width: 640px)").matches) globalThis.scrollTo(0, 0);
}

// Takes a download part by part, so that no single message is large, and saves it from the browser's memory.
class Download {
  constructor() {
    this.parts = [];
  }

  update(data) {
    if (data.id !== this.id) {
      this.id = data.id;
      this.parts = [];
    }
    if (data.part !== this.parts.length) return;
    this.parts.push(Uint8Array.from(atob(data.bytes), (one) => one.charCodeAt(0)));
    if (this.parts.length < data.of) {
      this.component.setTriggerValue("next", { id: data.id, part: this.parts.length });
    } else {
      save(this.parts, data.name);
      this.component.setTriggerValue("next", { id: data.id, part: null });
    }
  }
}
