// Runs before a page's own script, so that its first paint looks as the user chose. The page itself does the same for
// later changes: ui/src/state/look.ts, which a test compares with this.
(() => {
  const look = "LOOK";
  const show = () => {
    const root = document.documentElement;
    if (!root) return false;
    if (look.theme !== "system") root.dataset.theme = look.theme;
    if (look.density !== "comfortable") root.dataset.density = look.density;
    if (look.motion !== "system") root.dataset.motion = look.motion;
    if (look.language !== "system") root.dataset.language = look.language;
    if (look.text_percent !== 100) root.style.fontSize = `${look.text_percent}%`;
    return true;
  };
  if (show()) return;
  new MutationObserver((_, watch) => {
    if (show()) watch.disconnect();
  }).observe(document, { childList: true });
})();
