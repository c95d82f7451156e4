// Small components that carry what changes: the chosen message, the hits of a search, a download. The rows, which are
// large, stay as they are.

class Signal {
  // While keys are pressed fast, Streamlit may put this component into the page anew with what it knew a while ago:
  // only a number that was not seen yet moves the list.
  update({ run, session, chosen, seq, screen }) {
    const seen = `${session} ${run}`;
    if (seq <= (shared.seen.get(seen) ?? 0)) return;
    shared.seen.set(seen, seq);
    shared.chosen.set(run, chosen);
    showScreen(screen);
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

// Notes change while the rows stay as they are.
class Notes {
  update({ run, counts }) {
    shared.notes.set(run, counts);
    shared.ledger?.takeNotes(run);
  }
}

// On a narrow screen the list and the detail are screens of their own (page.css).
function showScreen(name) {
  const before = document.documentElement.dataset.tvScreen;
  document.documentElement.dataset.tvScreen = name;
  if (before !== name && globalThis.matchMedia("(max-width: 640px)").matches)
    document.querySelector('[data-testid="stMain"]')?.scrollTo(0, 0);
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
