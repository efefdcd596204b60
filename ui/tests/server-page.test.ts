import { describe, expect, it } from "vitest";
import { moved, scrollFor, SPARE, windowOf } from "../src/components/window";
import { emptyLog, errorsAfter, KEPT, logShown, logText, takeLog } from "../src/features/servers/log/log";
import { blank, blankItem, type Draft, problemsOf, readDraft, writeDraft } from "../src/features/servers/tools/draft";
import { formOf, metaOf } from "../src/features/servers/tools/fields";
import { emptyTraffic, RING, takeTraffic, exchangesOf, exchangeWith, folded, trafficShown } from "../src/features/servers/traffic/traffic";
import type { LogRowView, TrafficRowView } from "../src/ipc/bindings";
import { member, readTree, writeTree } from "../src/text/jsontree";
import { plain } from "./plain";

const form = (schema: object) => formOf(JSON.stringify({ type: "object", ...schema }));
const kinds = (schema: object) => form(schema).fields.map((field) => field.shape.kind);
/** Reads JSON into the form and writes it again. */
function round(schema: object, json: string): string {
  const { fields } = form(schema);
  const draft = readDraft(fields, json);
  if (typeof draft === "string") return draft;
  return writeDraft(fields, draft);
}
const flat = (json: string) => json.replace(/\n\s*/g, "");

describe("a schema as fields", () => {
  it("knows each plain type, and what else is written as JSON", () => {
    const properties = {
      a: { type: "string" },
      b: { type: "integer" },
      c: { type: "number" },
      d: { type: "boolean" },
      e: { enum: ["x", 3, true] },
      f: { type: "object", properties: { g: { type: "string" } } },
      h: { type: "array", items: { enum: ["x", "y"] } },
      i: { type: "array", items: { type: "object", properties: { j: {} } } },
      k: { type: ["string", "number"] },
      l: true,
      m: { type: "object", additionalProperties: true },
    };
    expect(kinds({ properties })).toEqual([
      "text",
      "number",
      "number",
      "boolean",
      "choice",
      "object",
      "list",
      "json",
      "json",
      "json",
      "json",
    ]);
  });

  it("follows what Pydantic and Zod write: references, null beside a type, constants with titles", () => {
    const { fields } = form({
      properties: {
        since: { anyOf: [{ type: "string", format: "date" }, { type: "null" }], default: null },
        who: { $ref: "#/$defs/Who" },
        mode: { oneOf: [{ const: "r", title: "Read" }, { const: "w", title: "Write" }] },
        part: { allOf: [{ $ref: "#/$defs/Part" }] },
        old: { type: ["integer", "null"] },
      },
      $defs: { Who: { type: "object", properties: { name: { type: "string" } } }, Part: { enum: ["a", null] } },
    });
    expect(fields.map((field) => [field.key, field.shape.kind, field.nullable])).toEqual([
      ["since", "text", true],
      ["who", "object", false],
      ["mode", "choice", false],
      ["part", "choice", true],
      ["old", "number", true],
    ]);
    expect(fields.map((field) => plain(metaOf(field)))).toEqual([
      "text, date, may be null, default null",
      "object, 1 field",
      "one of 2",
      "one of 1, may be null",
      "integer, may be null",
    ]);
  });

  it("names what hides in the values of a server, and not the marks of the catalogue", () => {
    const { fields } = form({
      properties: {
        a: { type: "string", minLength: 1, maxLength: 9, format: "da\u202ete", default: "x\u2068y" },
        b: { type: ["da\u2066ta", "other"] },
      },
    });
    expect(fields.map((field) => plain(metaOf(field)))).toEqual([
      'text, da⟨U+202E⟩te, 1 to 9 characters, default "x⟨U+2068⟩y"',
      "da⟨U+2066⟩ta or other",
    ]);
  });

  it("ends, whatever a server sends", () => {
    const loop = { properties: { a: { $ref: "#/$defs/A" }, b: { $ref: "#/properties/b" } } };
    const deep = form({ ...loop, $defs: { A: { type: "object", properties: { a: { $ref: "#/$defs/A" } } } } });
    expect(deep.fields.map((field) => field.shape.kind)).toEqual(["object", "json"]);
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, { type: "string" }]));
    expect(plain(form({ properties: wide }).why)).toMatch(/more than 200 fields/);
    expect(formOf("{ not json").why).toMatch(/cannot be read/);
    expect(formOf("[]").why).toMatch(/cannot be read/);
    expect(form({}).why).toMatch(/does not name/);
    expect(form({ properties: {} }).why).toBeNull();
    expect(form({ additionalProperties: false }).why).toBeNull();
    expect(form({ properties: { a: { enum: ["x", "y", "x"] } } }).fields[0]?.shape).toMatchObject({
      options: [{ label: "x" }, { label: "y" }],
    });
    expect(formOf('{"type":"object","properties":{"a":{"type":"string"},"a":{"type":"number"}}}').fields.length).toBe(1);
    const evil = formOf('{"type":"object","properties":{"__proto__":{"type":"string"},"toString":{"type":"boolean"}},"required":["__proto__"]}');
    expect(evil.fields.map((field) => [field.key, field.required])).toEqual([
      ["__proto__", true],
      ["toString", false],
    ]);
    expect(flat(writeDraft(evil.fields, readDraft(evil.fields, '{"__proto__":"x"}') as Draft))).toBe('{"__proto__": "x"}');
  });

  it("never runs a pattern of the server", () => {
    const { fields } = form({ properties: { a: { type: "string", pattern: "^(a+)+$" } } });
    const draft = readDraft(fields, JSON.stringify({ a: `${"a".repeat(64)}!` })) as Draft;
    expect(problemsOf(fields, draft).size).toBe(0);
  });
});

describe("fields and JSON text stay in step", () => {
  const schema = {
    properties: {
      id: { type: "integer" },
      text: { type: "string" },
      on: { type: "boolean" },
      kind: { enum: ["a", 2, null] },
      tags: { type: "array", items: { type: "string" } },
      sort: { type: "object", properties: { by: { type: "string" }, deep: { type: "object", properties: { n: { type: "number" } } } } },
      any: {},
    },
    required: ["id"],
  };

  it("keeps every value as it was written", () => {
    const json =
      '{"id": 12345678901234567890,"text": "a \\"b\\"\\n😀","on": false,"kind": null,"tags": [],"sort": {"deep": {"n": 1.0}},"any": [1,{"x": null}]}';
    expect(flat(round(schema, json)).replaceAll(",", ", ")).toBe(json.replaceAll(",", ", "));
    expect(flat(round(schema, '{"id":1,"text":""}'))).toBe('{"id": 1,"text": ""}');
    expect(round(schema, "")).toBe("{}");
  });

  it("keeps what the schema does not name", () => {
    expect(flat(round(schema, '{"id":1,"more":{"a":1e3},"\\u200b":2}'))).toBe('{"id": 1,"more": {"a": 1e3},"\\u200b": 2}');
  });

  it("says what it cannot show", () => {
    expect(plain(round(schema, '{"id":"1"}'))).toBe("“id” is no number.");
    expect(plain(round(schema, '{"tags":["a",2]}'))).toBe("“tags” is not valid: item 2 is no text.");
    expect(plain(round(schema, '{"kind":"z"}'))).toBe("“kind” is none of its choices.");
    expect(round(schema, '{"id":1,"id":2}')).toMatch(/twice/);
    expect(round(schema, "[1]")).toMatch(/an object/);
    expect(round(schema, '{"id":')).toMatch(/not JSON/);
  });

  it("begins with what the schema gives, and leaves out what nobody wrote", () => {
    const { fields } = form({
      properties: {
        limit: { type: "integer", default: 20 },
        note: { type: "string" },
        since: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
        sure: { type: "boolean" },
        sort: { type: "object", properties: { by: { type: "string", default: "date" }, up: { type: "boolean" } } },
        none: { type: ["string", "null"] },
        list: { type: "array", items: { type: "string" } },
      },
      required: ["sure", "none", "list"],
    });
    expect(JSON.parse(writeDraft(fields, blank(fields)))).toEqual({
      limit: 20,
      sure: false,
      sort: { by: "date" },
      none: null,
      list: [],
    });
  });
});

it("says what is wrong where it is wrong, and nothing of what is left out", () => {
  const { fields } = form({
    properties: {
      limit: { type: "integer", minimum: 1, maximum: 100 },
      name: { type: "string", minLength: 2, maxLength: 3 },
      kind: { enum: ["a", "b"] },
      sort: { type: "object", properties: { by: { type: "string" } }, required: ["by"] },
      tags: { type: "array", items: { type: "number", exclusiveMinimum: 0 }, maxItems: 1 },
      any: {},
    },
    required: ["limit", "kind"],
  });
  const said = (json: string) =>
    Object.fromEntries([...problemsOf(fields, readDraft(fields, json) as Draft)].map(([at, words]) => [at, plain(words)]));
  expect(said("{}")).toEqual({ 0: "Enter a value.", 2: "Choose one." });
  expect(said('{"limit":250,"kind":"a","name":"😀","sort":{},"tags":[0,1]}')).toEqual({
    0: "At most 100.",
    1: "At least 2 characters.",
    "3.0": "Enter a value.",
    4: "At most 1 item.",
    "4.0": "More than 0.",
  });
  expect(said('{"limit":1e2,"kind":"b"}')).toEqual({});
  const draft = readDraft(fields, '{"limit":1,"kind":"a"}') as Draft;
  for (const [typed, words] of [["1.5", "A whole number."], ["0x10", "A whole number."], ["١", "A whole number."], ["-3", "At least 1."]] as const) {
    draft.items[0] = { ...blankItem({ kind: "boolean" }), text: typed };
    expect(plain(problemsOf(fields, draft).get("0") ?? "")).toBe(words);
  }
});

it("finds members and writes trees without reading numbers", () => {
  const node = readTree('{"a":[1e400,{"b":"\\u0062"}],"a":{}}');
  expect(member(node, "a")?.kind).toBe("object");
  expect(node && flat(writeTree(node))).toBe('{"a": [1e400,{"b": "\\u0062"}],"a": {}}');
});

const logRow = (seq: number, more: Partial<LogRowView> = {}): LogRowView => ({
  seq,
  at_ms: 0,
  level: "info",
  source: "server",
  logger: null,
  text: `row ${seq}`,
  ...more,
});
const logPage = (rows: LogRowView[]) => ({ rows, dropped: [], level: null, takes_level: true });

describe("the log", () => {
  it("takes each row once, keeps a bound of them, and counts the errors that were not seen", () => {
    let log = takeLog(emptyLog(), logPage([logRow(1), logRow(2, { level: "error" })]));
    log = takeLog(log, logPage([logRow(2, { level: "error" }), logRow(3, { level: "emergency" })]));
    expect(log.rows.map((row) => row.seq)).toEqual([1, 2, 3]);
    expect([errorsAfter(log.rows, 0), errorsAfter(log.rows, 2), errorsAfter(log.rows, log.last)]).toEqual([2, 1, 0]);
    log = takeLog(log, logPage(Array.from({ length: KEPT + 5 }, (_, i) => logRow(4 + i))));
    expect([log.rows.length, log.rows[0]?.seq, log.last]).toEqual([KEPT, 9, KEPT + 8]);
  });

  it("shows the newest first, at least as grave, with the words in them; copies in the order of time", () => {
    const rows = [logRow(1, { level: "debug" }), logRow(2, { level: "warning" }), logRow(3, { logger: "Mail" }), logRow(4)];
    expect(logShown(rows, "info", "").map((row) => row.seq)).toEqual([4, 3, 2]);
    expect(logShown(rows, "warning", "").map((row) => row.seq)).toEqual([2]);
    expect(logShown(rows, "debug", " mail ").map((row) => row.seq)).toEqual([3]);
    expect(logText(logShown(rows, "info", ""))).toMatch(/row 2\n.*Mail row 3\n.*row 4$/);
  });
});

const passed = (seq: number, more: Partial<TrafficRowView> = {}): TrafficRowView => ({
  seq,
  at_ms: 0,
  sent: false,
  method: "tools/call",
  id: String(seq),
  bytes: 1,
  took_ms: null,
  answers_seq: null,
  exchange_seq: null,
  round: null,
  summary: "",
  bad: null,
  ...more,
});

describe("the traffic", () => {
  it("takes each message once and keeps as many as the host", () => {
    const batch = (rows: TrafficRowView[]) => ({ rows, kept: RING, dropped: 7 });
    let traffic = takeTraffic(emptyTraffic(), batch([passed(1), passed(2)]));
    traffic = takeTraffic(traffic, batch([passed(2)]));
    expect(traffic.rows.map((row) => row.seq)).toEqual([1, 2]);
    traffic = takeTraffic(traffic, batch([passed(2), ...Array.from({ length: RING }, (_, i) => passed(3 + i))]));
    expect([traffic.rows.length, traffic.rows[0]?.seq, traffic.last, traffic.dropped]).toEqual([RING, 3, RING + 2, 7]);
    expect(takeTraffic(traffic, batch([])).rows).toBe(traffic.rows);
  });

  it("shows the newest first, by direction, text and without pings", () => {
    const rows = [
      passed(1, { sent: true, method: "ping" }),
      passed(2, { method: "ping" }),
      passed(3, { sent: true, summary: "Send_message" }),
      passed(4, { bad: "unknown folder" }),
    ];
    const all = { text: "", direction: "all" as const, hidePings: false };
    const seqs = (filter: Partial<typeof all>) => trafficShown(rows, { ...all, ...filter }).map((row) => row.seq);
    expect(seqs({})).toEqual([4, 3, 2, 1]);
    expect(seqs({ hidePings: true })).toEqual([4, 3]);
    expect(trafficShown(rows, { ...all, direction: "sent" }).map((row) => row.seq)).toEqual([3, 1]);
    expect(seqs({ text: "send_" })).toEqual([3]);
    expect(seqs({ text: "FOLDER" })).toEqual([4]);
  });
});

describe("the rounds of a request", () => {
  const rows = [
    passed(1, { sent: true }),
    passed(2, { sent: true }),
    passed(3, { answers_seq: 1 }),
    passed(4, { sent: true, exchange_seq: 1, round: 1 }),
    passed(5, { answers_seq: 2 }),
    passed(6, { answers_seq: 4, exchange_seq: 1, round: 1 }),
  ];

  it("are one exchange with its first message and its answer", () => {
    const exchanges = exchangesOf(rows);
    expect([...exchanges].map(([first, all]) => [first, all.map((row) => row.seq)])).toEqual([[1, [1, 3, 4, 6]]]);
    expect(rows.map((row) => exchangeWith(row, exchanges) !== null)).toEqual([true, false, true, true, false, true]);
  });

  it("stand in the list as their last message", () => {
    const shown = trafficShown(rows, { text: "", direction: "all", hidePings: false });
    expect(folded(shown, exchangesOf(rows)).map((row) => row.seq)).toEqual([6, 5, 2]);
    const sent = trafficShown(rows, { text: "", direction: "sent", hidePings: false });
    expect(folded(sent, exchangesOf(rows)).map((row) => row.seq)).toEqual([4, 2]);
  });
});

describe("a table of many rows", () => {
  it("draws what is in sight and a little more", () => {
    for (const top of [0, 15, 30 * 2500, 30 * 5000]) {
      const view = windowOf(top, 600, 30, 5000);
      expect(view.last - view.first).toBeLessThanOrEqual(20 + 2 * SPARE + 1);
      expect(view.above).toBe(view.first * 30);
      expect(view.first * 30).toBeLessThanOrEqual(top);
      expect(view.last * 30).toBeGreaterThanOrEqual(Math.min(top + 600, 5000 * 30));
    }
    expect(windowOf(900, 600, 30, 3)).toEqual({ first: 0, last: 3, above: 0 });
    expect(windowOf(0, 0, 30, 0)).toEqual({ first: 0, last: 0, above: 0 });
  });

  it("leads keys within its ends, and scrolls no more than is needed", () => {
    expect(["ArrowDown", "ArrowUp", "PageDown", "Home", "End", "x", "constructor"].map((key) => moved(key, 0, 5, 3))).toEqual([
      1,
      0,
      3,
      0,
      4,
      null,
      null,
    ]);
    expect(moved("ArrowDown", 0, 0, 3)).toBeNull();
    expect([scrollFor(5, 0, 300, 30), scrollFor(20, 0, 300, 30), scrollFor(2, 300, 300, 30), scrollFor(10, 15, 300, 30)]).toEqual([
      0,
      330,
      60,
      30,
    ]);
  });
});
