// Owns the frame that draws diagrams: one at a time, each in a limited number of steps. The frame has an origin of its own and no network, and is gone
// when nothing is left to draw.

import { type DiagramFailure, type DiagramRequest, type DiagramResult, type Drawing, drawingOf, SOURCE_MOST } from "../text/diagram";

/** What a diagram became. */
export type Drawn = Drawing | { failed: DiagramFailure };

/** How long the frame may be silent, in milliseconds. It ends a diagram that takes too long itself (src/diagram/steps.ts): it runs in the thread of the page. */
const SILENT = 20_000;
/** How many drawings are kept. */
const KEPT = 40;

const kept = new Map<string, Drawn>();
let frame: Promise<Frame> | null = null;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

type Frame = { ask(request: DiagramRequest): Promise<DiagramResult>; close(): void };

function opened(): Promise<Frame> {
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", "allow-scripts");
  element.src = "/diagram.html";
  element.className = "diagram-frame";
  element.tabIndex = -1;
  element.setAttribute("aria-hidden", "true");
  const { port1: port, port2 } = new MessageChannel();
  const said = (): Promise<unknown> =>
    new Promise((done, fail) => {
      const silent = setTimeout(() => fail(new Error("the frame does not answer")), SILENT);
      port.onmessage = ({ data }) => {
        clearTimeout(silent);
        done(data);
      };
    });
  const ready = said();
  element.addEventListener("load", () => element.contentWindow?.postMessage(null, "*", [port2]), { once: true });
  document.body.append(element);
  const close = () => {
    port.close();
    element.remove();
  };
  const ask = (request: DiagramRequest) => {
    const answer = said();
    port.postMessage(request);
    return answer as Promise<DiagramResult>;
  };
  return ready.then(
    () => ({ ask, close }),
    (error: unknown) => {
      close();
      throw error;
    },
  );
}

const keyOf = (source: string, dark: boolean) => `${dark ? "d" : "l"}${source}`;

/** A drawing that was made before. */
export function drawnBefore(source: string, dark: boolean): Drawn | undefined {
  return kept.get(keyOf(source, dark));
}

/** Mermaid's names for the colours of the page. */
function coloursOf(root: HTMLElement): Record<string, string> {
  const style = getComputedStyle(root);
  const tokens = {
    background: "bg-sunken",
    mainBkg: "bg-raised",
    primaryColor: "bg-raised",
    primaryTextColor: "text-1",
    primaryBorderColor: "line-2",
    secondaryColor: "accent-soft",
    tertiaryColor: "bg-surface",
    lineColor: "line-3",
    textColor: "text-1",
    edgeLabelBackground: "bg-sunken",
    clusterBkg: "bg-surface",
    clusterBorder: "line-1",
    noteBkgColor: "attention-soft",
    noteTextColor: "text-1",
    noteBorderColor: "attention-line",
    errorBkgColor: "danger-soft",
    errorTextColor: "danger-text",
  };
  return Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(`--${token}`).trim()]));
}

async function made(source: string, dark: boolean): Promise<Drawn> {
  if (source.length > SOURCE_MOST) return { failed: "long" };
  frame ??= opened();
  const result = await (await frame).ask({ source, dark, colours: coloursOf(document.documentElement) });
  if ("svg" in result) return drawingOf(result.svg) ?? { failed: "unreadable" };
  return { failed: result.failed === "slow" ? "slow" : "unreadable" };
}

function release(): void {
  void frame?.then(({ close }) => close(), () => {});
  frame = null;
}

/** Draws a diagram, after those before it. */
export function diagram(source: string, dark: boolean): Promise<Drawn> {
  waiting++;
  const next = last.then(async () => {
    const key = keyOf(source, dark);
    const known = kept.get(key);
    if (known) return known;
    const drawn = await made(source, dark);
    kept.set(key, drawn);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return drawn;
  });
  const ended = next.catch((): Drawn => {
    release();
    return { failed: "slow" };
  });
  last = ended.then(() => {
    if (--waiting === 0) release();
  });
  return ended;
}
