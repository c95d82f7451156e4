export default function (component) {
  // The kit may be loaded after this component.
  const mount = () => globalThis.trajectoryViewer.mount("KIND", component);
  if (globalThis.trajectoryViewer) return mount();
  let clean;
  const ready = () => {
    clean = mount();
  };
  globalThis.addEventListener("trajectory-viewer-ready", ready, { once: true });
  return () => {
    globalThis.removeEventListener("trajectory-viewer-ready", ready);
    clean?.();
  };
}
