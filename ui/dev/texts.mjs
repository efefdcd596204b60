// Texts of the page as the checks compare them.

/** An expression whose texts lack the marks that isolate the values of a message (FSI, PDI). */
export const withoutIsolation = (expression) =>
  expression.replaceAll(".innerText", ".innerText.replace(/[\\u2068\\u2069]/g, '')");

/** In the page: the middle of an element, in pixels from the view's corner. */
export const middleOf = (selector) => `(() => {
  const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
})()`;
