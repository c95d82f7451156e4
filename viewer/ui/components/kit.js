// Entry of the kit: one module that is loaded once a page and draws every component of ours.
// Small components only name what they want (mount.js), so their code is not sent again with each click.

const shared = (globalThis.trajectoryViewerShared ??= {
  // Chosen row by run, so that a component that is mounted late opens where the page is.
  chosen: new Map(),
  // Number of the last choice that the page made, by run.
  seen: new Map(),
  filters: new Map(),
  // How many notes stand at a message, by run.
  notes: new Map(),
  ledger: null,
  detail: null,
  focusDetail: false,
});

const KINDS = {
  ledger: Ledger, lines: Lines, detail: Detail, signal: Signal, hits: Hits, download: Download,
  text: TextPanel, sequence: Sequence, aligned: Aligned, notes: Notes, tokens: TokenChart,
  complete: Complete,
};
const instances = new WeakMap();

function sheetOf(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

const sheets = SHEETS.map(sheetOf);

// Streamlit calls a component again whenever its data or the theme changes: the instance then takes the new data.
function mount(kind, component) {
  const root = component.parentElement;
  let instance = instances.get(root);
  if (!instance) {
    if (root.adoptedStyleSheets) root.adoptedStyleSheets = sheets;
    instance = new KINDS[kind](root, component);
    instances.set(root, instance);
  }
  instance.component = component;
  const turn = (instance.turn ?? 0) + 1;
  instance.turn = turn;
  try {
    instance.update(decoded(component.data));
  } catch (error) {
    console.error(error);
    root.querySelector(".tv-error")?.remove();
    root.append(element("p", "tv-error", `This part of the page failed: ${error.message}. Reload the page.`));
  }
  // Streamlit may clean up and mount anew on the same root at once, in either order: the instance then stays, with its
  // focus and with what it has not told yet.
  return () =>
    setTimeout(() => {
      if (instance.turn !== turn) return;
      instance.remove?.();
      instance.box?.remove();
      instances.delete(root);
    });
}

function decoded(data) {
  return data instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(data)) : data;
}

export default function () {
  globalThis.trajectoryViewer = { mount };
  globalThis.dispatchEvent(new Event("trajectory-viewer-ready"));
}
