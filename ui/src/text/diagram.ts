// Owns what of a drawing may be shown. The frame that draws is not trusted: its SVG is read as data, and each element, attribute and value
// must be allowed. What is shown is written anew from that data.

import { type Markup, readMarkup } from "./markup";

/** What the frame is asked to draw, with Mermaid's names for the colours of the page. */
export type DiagramRequest = { source: string; dark: boolean; colours: Readonly<Record<string, string>> };
/** What it answers. */
export type DiagramResult = { svg: string } | { failed: DiagramFailure };
/** Why there is no drawing. */
export type DiagramFailure = "long" | "slow" | "unreadable";
/** A drawing: its SVG, and its size in pixels. */
export type Drawing = { svg: string; width: number; height: number };

/** A longer source is not drawn, in characters. */
export const SOURCE_MOST = 20_000;
/** A larger drawing is not shown: in characters of SVG, and in pixels of its sides. */
const SVG_MOST = 2_000_000;
const SIDE_MOST = 16_000;

const NUMBERS = /^[-+.,\w\s()%]{0,40000}$/;
const NAME = /^[\w.:-]{1,200}$/;
const PLACE = String.raw`url\("?#[\w.:-]{1,200}"?\)`;
const PAINT = new RegExp(String.raw`^(?:none|context-fill|context-stroke|[a-z]{3,20}|#[\da-f]{3,8}|rgba?\([\d.,\s/%]{5,60}\)|color\(srgb [\d.\s/-]{5,80}\)|${PLACE})$`, "i");
const MARKER = new RegExp(`^(?:none|${PLACE})$`);

const VALUES = new Map<string, RegExp>([
  ...words("cx cy d dx dy gradientTransform gradientUnits height markerHeight markerUnits markerWidth offset orient points r refX refY rx ry transform viewBox width x x1 x2 y y1 y2", NUMBERS),
  ...words("dominant-baseline fill-opacity font-size font-style font-weight opacity stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity stroke-width text-anchor visibility", NUMBERS),
  ...words("fill stroke stop-color", PAINT),
  ...words("marker-end marker-mid marker-start", MARKER),
  ["id", NAME],
]);
const ELEMENTS = new Set("circle defs ellipse g line linearGradient marker path polygon polyline rect stop svg text tspan".split(" "));

function words(names: string, pattern: RegExp): [string, RegExp][] {
  return names.split(" ").map((name) => [name, pattern]);
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The element written anew, or `null` if a part of it is not allowed. */
function rewritten({ name, attributes, children }: Markup): string | null {
  if (!ELEMENTS.has(name)) return null;
  let written = `<${name}`;
  for (const [attribute, value] of attributes) {
    if (!VALUES.get(attribute)?.test(value)) return null;
    written += ` ${attribute}="${escaped(value)}"`;
  }
  written += ">";
  for (const child of children) {
    const part = typeof child === "string" ? escaped(child) : rewritten(child);
    if (part === null) return null;
    written += part;
  }
  return `${written}</${name}>`;
}

/** The drawing of an SVG if each part of it is allowed. */
export function drawingOf(svg: unknown): Drawing | null {
  if (typeof svg !== "string" || svg.length > SVG_MOST) return null;
  const root = readMarkup(svg);
  if (root?.name !== "svg") return null;
  const box = root.attributes.get("viewBox")?.trim().split(/[\s,]+/).map(Number) ?? [];
  const [, , width = 0, height = 0] = box;
  if (box.length !== 4 || !box.every(Number.isFinite) || width <= 0 || height <= 0 || width > SIDE_MOST || height > SIDE_MOST) return null;
  const attributes = new Map([...root.attributes, ["width", `${width}`], ["height", `${height}`]]);
  const inner = rewritten({ ...root, attributes });
  if (inner === null) return null;
  return { svg: inner.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif"'), width, height };
}
