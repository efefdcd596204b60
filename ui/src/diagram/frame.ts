// Draws diagrams in a frame of an origin of its own, which reaches neither the page around it nor the network. The page sends the source over
// a port and gets the drawing as SVG with attributes for each style. The page trusts nothing of it (src/text/diagram.ts).

import { begin, end, TooLong } from "./steps";
import "@mermaid-js/tiny";
import type { DiagramRequest, DiagramResult } from "../text/diagram";

type Mermaid = { initialize(config: object): void; render(id: string, source: string): Promise<{ svg: string }> };
const { mermaid } = globalThis as unknown as { mermaid: Mermaid };

/** Its own settings, which a diagram cannot change. */
const FIXED = {
  startOnLoad: false,
  securityLevel: "strict",
  suppressErrorRendering: true,
  deterministicIds: true,
  maxEdges: 400,
  htmlLabels: false,
  fontFamily: "sans-serif",
  altFontFamily: "sans-serif",
  theme: "base",
  look: "classic",
  themeCSS: "",
};

// Mermaid writes style sheets and style attributes, which the policy of the page forbids in this frame, too. Both are set as objects instead.
const { setAttribute, insertBefore } = Element.prototype;
Element.prototype.setAttribute = function (this: Element, name: string, value: string) {
  if (name === "style" && "style" in this) (this.style as CSSStyleDeclaration).cssText = value;
  else setAttribute.call(this, name, value);
};
Element.prototype.insertBefore = function <T extends Node>(this: Element, node: T, before: Node | null): T {
  if (node instanceof Element && node.localName === "style") return use(node), node;
  return insertBefore.call(this, node, before) as T;
};
const page = new CSSStyleSheet();
document.adoptedStyleSheets = [page];
function use(style: Element): void {
  page.replaceSync(style.textContent ?? "");
}
type Policies = { createPolicy(name: string, rules: object): unknown };
(globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy("default", { createHTML: (text: string) => text });

const ELEMENTS = new Set("circle defs ellipse g line linearGradient marker path polygon polyline rect stop svg text tspan".split(" "));
const KEPT = (
  "cx cy d dx dy gradientTransform gradientUnits height id markerHeight markerUnits markerWidth offset orient points r refX refY rx ry transform viewBox width " +
  "x x1 x2 y y1 y2"
).split(" ");
/** Styles that an element takes over from the one around it, and those that it does not, with their usual value. */
const INHERITED = (
  "dominant-baseline fill fill-opacity font-size font-style font-weight marker-end marker-mid marker-start stroke stroke-dasharray stroke-linecap stroke-linejoin " +
  "stroke-opacity stroke-width text-anchor visibility"
).split(" ");
const OWN: readonly (readonly [name: string, usual: string])[] = [
  ["opacity", "1"],
  ["stop-color", "rgb(0, 0, 0)"],
];

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function written(element: Element, around: ReadonlyMap<string, string>): string {
  const style = getComputedStyle(element);
  if (style.display === "none" && element.closest("defs, marker") === null) return "";
  const name = element.localName;
  const passed = name === "a" || name === "switch";
  const inherited = passed ? around : new Map(INHERITED.map((key) => [key, style.getPropertyValue(key)]));
  const ofText = name === "text" || name === "tspan";
  const inner = (child: Node) => (child instanceof Element ? written(child, inherited) : ofText ? escaped(child.textContent ?? "") : "");
  const children = [...element.childNodes].map(inner).join("");
  if (passed) return children;
  if (!ELEMENTS.has(name)) return "";
  const given = KEPT.flatMap((key) => (element.hasAttribute(key) ? [` ${key}="${escaped(element.getAttribute(key) ?? "")}"`] : []));
  const own = OWN.map(([key, usual]) => [key, style.getPropertyValue(key), usual] as const);
  const styles = [...[...inherited].map(([key, value]) => [key, value, around.get(key) ?? ""] as const), ...own]
    .filter(([, value, usual]) => value !== "" && value !== usual)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${given.join("")}${styles.join("")}>${children}</${name}>`;
}

/** A drawing without style sheets, of its own size. */
function plain(svg: string): string {
  const box = document.createElement("div");
  box.innerHTML = svg;
  const root = box.firstElementChild;
  if (!root) throw new Error("nothing was drawn");
  for (const style of box.querySelectorAll("style")) {
    use(style);
    style.remove();
  }
  for (const element of box.querySelectorAll<SVGElement>("[style]")) element.style.cssText = element.getAttribute("style") ?? "";
  document.body.replaceChildren(box);
  return written(root, new Map());
}

let drawn = 0;
async function draw({ source, colours, dark }: DiagramRequest): Promise<DiagramResult> {
  try {
    begin();
    const settings = { ...FIXED, darkMode: dark, themeVariables: { darkMode: dark, fontFamily: "sans-serif", fontSize: "14px", ...colours } };
    mermaid.initialize({ ...settings, secure: [...Object.keys(settings), "secure", "flowchart.htmlLabels", "maxTextSize"] });
    const { svg } = await mermaid.render(`d${++drawn}`, source);
    return { svg: plain(svg) };
  } catch (thrown) {
    return { failed: thrown instanceof TooLong ? "slow" : "unreadable" };
  } finally {
    end();
    document.body.replaceChildren();
  }
}

addEventListener("message", ({ ports: [port] }) => {
  if (!port) return;
  port.onmessage = async ({ data }) => port.postMessage(await draw(data as DiagramRequest));
  port.postMessage("ready");
}, { once: true });
