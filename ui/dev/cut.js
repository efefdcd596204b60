// In a page: an expression that gives what is cut off without a way to read it, and whether the page is wider than its window. It is
// read by check-states.mjs and by the walk through the real window.
(() => {
  /** Widths and heights are rounded apart from each other, in pixels. */
  const ROUNDING = 1;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 2 * ROUNDING;
  const path = (element) =>
    [element.parentElement, element]
      .map((e) => (e ? e.tagName.toLowerCase() + (e.dataset.testid ? "[" + e.dataset.testid + "]" : "." + e.classList[0]) : ""))
      .join(" > ");
  /** Whether text stands beyond the side of a box around it that hides what is there. A box with an ellipsis says so itself. */
  const beyond = (element) => {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.nodeValue.trim());
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    const { left, right, width } = own.length > 1 ? element.getBoundingClientRect() : range.getBoundingClientRect();
    for (let box = element.parentElement; width && box && box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (["auto", "scroll"].includes(overflowX) || textOverflow === "ellipsis") return false;
      const side = box.getBoundingClientRect();
      const hides = ["hidden", "clip"].includes(overflowX) && side.width > 2 * ROUNDING;
      if (hides && (left < side.left - ROUNDING || right > side.right + ROUNDING)) return getComputedStyle(element).textOverflow !== "ellipsis";
    }
    return false;
  };
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + ROUNDING) found.push("the page is " + root.scrollWidth + " pixels wide");
  for (const element of document.body.querySelectorAll("*")) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3 && node.nodeValue.trim()).map((node) => node.nodeValue.trim()).join(" ");
    if (!text || element instanceof SVGElement || element.closest(".sr, [hidden], option") || !shown(element)) continue;
    const { overflowX, textOverflow, display } = getComputedStyle(element);
    const cut = display !== "inline" && ["hidden", "clip"].includes(overflowX) && element.scrollWidth > element.clientWidth + ROUNDING;
    if (!cut && !beyond(element)) continue;
    // A row that opens on a press shows the whole below it.
    const row = element.closest("[aria-expanded], tr") ?? element.parentElement;
    if (row?.matches("[aria-expanded], :has([aria-expanded]), tr[aria-selected]")) continue;
    const whole = textOverflow === "ellipsis" && (element.closest("[title]") !== null || element.getAttribute("aria-label") !== null);
    if (!whole) found.push(path(element) + " cuts “" + text.slice(0, 60) + "”");
  }
  return found;
})()
