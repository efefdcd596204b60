// Puts a call in front of each function and each round of a loop, so that a library that works on hostile text can be stopped from inside.
// A page cannot stop a script that runs in its own thread.

import { parseAst } from "vite";

/** The name of the global function that is called. It throws once the time is over. */
const STEP = "__step";
const LOOPS = new Set(["ForStatement", "ForInStatement", "ForOfStatement", "WhileStatement", "DoWhileStatement"]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

type Node = { type: string; start: number; end: number; body?: Node | Node[]; directive?: string };

/** The script with the calls in it. It does what it did before. */
export function bounded(code: string): string {
  const inserts: [at: number, text: string][] = [];
  const ends: [at: number, text: string][] = [];
  const around = ({ start, end }: Node, before: string, after: string) => {
    inserts.push([start, before]);
    ends.push([end, after]);
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const { type, body } = value as Node;
    if (body && !Array.isArray(body) && (LOOPS.has(type) || FUNCTIONS.has(type))) {
      if (body.type === "BlockStatement" && Array.isArray(body.body)) {
        const first = body.body.findLast((statement) => statement.directive !== undefined);
        inserts.push([first ? first.end : body.start + 1, `${first ? ";" : ""}${STEP}();`]);
      } else if (FUNCTIONS.has(type)) around(body, `(${STEP}(),`, ")");
      else around(body, `{${STEP}();`, "}");
    }
    Object.values(value).forEach(walk);
  };
  walk(parseAst(code).body);
  // Where several are at one place, the inner one ends first: it was found last.
  const ordered = [...ends.reverse(), ...inserts].sort(([a], [b]) => a - b);
  let out = "";
  let from = 0;
  for (const [at, text] of ordered) {
    out += code.slice(from, at) + text;
    from = at;
  }
  return out + code.slice(from);
}
