// Texts of the page as the checks compare them.

/** An expression whose texts lack the marks that isolate the values of a message (FSI, PDI). */
export const withoutIsolation = (expression) =>
  expression.replaceAll(".innerText", ".innerText.replace(/[\\u2068\\u2069]/g, '')");
