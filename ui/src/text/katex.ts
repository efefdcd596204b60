// KaTeX with its style sheet, in a file of its own.
import css from "katex/dist/katex.css?inline";

export { default } from "katex";

/** Puts the style sheet of KaTeX into the page. Its fonts are loaded when text is first shown in them. */
export function addStyles(to: Document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  to.adoptedStyleSheets.push(sheet);
}
