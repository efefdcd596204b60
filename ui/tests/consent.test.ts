import { expect, it } from "vitest";
import type { EnvView, FieldView, ApprovalView, ToolApprovalView } from "../src/ipc/bindings";
import { belowText, type Item } from "../src/features/consent/below";
import type { ElicitationForm } from "../src/features/consent/elicitation.svelte";
import type { ToolChoices } from "../src/features/consent/tool.svelte";
import { plain } from "./plain";
import { show } from "./shown";

const tool = (more: Partial<ToolApprovalView> = {}): ApprovalView => ({
  id: "q",
  revision: 0,
  expires_at_ms: 0,
  arm_ms: 500,
  times: 1,
  part_of: null,
  kind: {
    kind: "tool",
    tool: {
      edited: false,
      conversation: "c",
      reasons: [],
      scopes: ["once", "conversation", "standing"],
      narrowed: null,
      when: [],
      beside: [],
      minutes: [10, 30],
      reading: [],
      ...more,
    } as ToolApprovalView,
  },
});
const launch = (changed: boolean, env: EnvView[] = []): ApprovalView => ({
  ...tool(),
  kind: {
    kind: "launch",
    launch: { changed, env } as unknown as Extract<ApprovalView["kind"], { kind: "launch" }>["launch"],
  },
});

it("shows a scope that is not offered, with its reason, and never one that was not offered as open", () => {
  const scopesOf = (approval: ApprovalView) => show(approval).scopes();
  expect(scopesOf(tool()).map((s) => [s.scope, s.off])).toEqual([
    ["once", null],
    ["conversation", null],
    ["standing", null],
  ]);
  const crossing = tool({ narrowed: "“Always” is not available when data crosses servers", scopes: ["once", "conversation"] });
  expect(scopesOf(crossing)[2]?.off).toMatch(/crosses servers/);
  expect(scopesOf(tool({ edited: true, scopes: ["once"] }))[1]?.off).toMatch(/edited/);
  expect(scopesOf(tool({ conversation: null, scopes: ["once"], narrowed: "it belongs to no conversation" }))[1]?.off).toMatch(/no conversation/);
  expect(scopesOf(launch(false))).toEqual([]);
});

it("sends tool results out for a conversation first, and for an endpoint only where that is offered", () => {
  const outflow = (can_stand: boolean): ApprovalView => ({
    ...tool(),
    kind: { kind: "outflow", outflow: { host: "h", origin: "https://h", model: "m", servers: [], can_stand } },
  });
  const shown = show(outflow(true));
  expect(shown.scopes().map((s) => [s.scope, s.off])).toEqual([
    ["conversation", null],
    ["standing", null],
  ]);
  expect(show(outflow(false)).scopes()[1]?.off).toMatch(/this run/);
  expect(shown.labels()).toEqual(["Send results", "Don't send results"]);
  shown.form.scope = "conversation";
  expect(shown.answer()).toMatchObject({ answer: "allow", scope: "conversation" });
  expect(show(launch(false)).answer()).toMatchObject({ scope: "standing" });
});

it("trusts a server's reading only where that is offered and ticked, and only with a yes", () => {
  const offered = show<ToolChoices>(tool({ reading: ["read_file"] }));
  expect(offered.answer()).toMatchObject({ answer: "allow", scope: "once" });
  expect(offered.labels()[0]).toBe("Allow once");
  const other = show<ToolChoices>(tool());
  offered.own.trust = other.own.trust = true;
  expect(other.answer()).toMatchObject({ answer: "allow" });
  expect(offered.answer()).toMatchObject({ answer: "allow_and_trust", allow: { answer: "allow", scope: "once" } });
  expect(plain(offered.labels()[0])).toBe("Allow once, trust its reading");
  offered.form.scope = "where";
  expect(offered.answer()).toMatchObject({ answer: "allow_and_trust", allow: { answer: "allow_where" } });
  expect(offered.form.deny()).toMatchObject({ answer: "deny" });
});

it("names the act on its buttons", () => {
  const once = show(tool());
  expect(once.labels()).toEqual(["Allow once", "Deny"]);
  once.form.scope = "conversation";
  expect(once.labels()[0]).toBe("Allow in this conversation");
  expect(show(tool({ edited: true })).labels()[0]).toBe("Allow with edits");
  expect(show(launch(true)).labels()).toEqual(["Accept and start", "Do not start"]);
});

it("says what is below the fold until it was seen", () => {
  const item = (name: string, place: Item["place"], kind: Item["kind"] = "argument"): Item => ({ name, kind, place });
  expect(plain(belowText([item("a", "seen"), item("body", "cut"), item("b", "below")]))).toBe(
    "1 argument and more of body are below",
  );
  expect(plain(belowText([item("a", "below"), item("b", "below")]))).toBe("2 arguments are below");
  const field: Item = { name: "a field", kind: "part", place: "below", many: "fields" };
  expect(plain(belowText([field, field, field, { ...field, place: "cut" }]))).toBe("3 fields and more of a field are below");
  expect(plain(belowText([field]))).toBe("A field is below");
  expect(plain(belowText([field, field]))).toBe("2 fields are below");
  expect(plain(belowText([item("the program", "below", "part"), item("the folder", "below", "part")]))).toBe(
    "The program and the folder are below",
  );
  expect(plain(belowText([item("Why you are asked", "below", "part"), item("What it can reach", "cut", "part")]))).toBe(
    "Why you are asked and more of what it can reach are below",
  );
  expect(plain(belowText([item("path", "cut")]))).toBe("More of path is below");
  expect(belowText([item("path", "seen")])).toBeNull();
});

it("says what does not fit in a form once its field was touched, and sends nothing until then", () => {
  const field = (name: string, more: object) => ({
    name,
    title: name,
    description: [],
    required: false,
    speaks_of_secret: false,
    default_left_out: false,
    ...more,
  });
  const fields = [
    field("name", { required: true, takes: { kind: "text", hint: "", format: null, long: false, default: null } }),
    field("days", { takes: { kind: "number", hint: "", integer: true, default: "30" } }),
  ] as unknown as FieldView[];
  const elicitation = { server: {}, message: [], speaks_of_secret: false, fields, visit: null };
  const prompt = { ...tool(), kind: { kind: "elicitation", elicitation } } as unknown as ApprovalView;
  const shown = show<ElicitationForm>(prompt);
  const form = shown.own;
  form.show(1, fields);
  expect(plain(shown.missing())).toBe("Fill in name first");
  form.fields.name = "Ada";
  form.fields.days = "12345678901234567890";
  // The number goes as it was written, whatever a double makes of it.
  expect(form.content()).toBe('{"name":"Ada","days":12345678901234567890}');
  form.misfits = new Map([["days", "Write at most 90."]]);
  expect(form.misfit("days")).toBeNull();
  form.touch("days");
  expect(form.misfit("days")).toBe("Write at most 90.");
  expect(plain(shown.missing())).toBe("days is not valid yet");
  form.misfits = new Map();
  expect(shown.missing()).toBeNull();
  expect(shown.answer()).toEqual({ answer: "fill", content: form.content() });
  // A new revision is a new form.
  form.show(2, fields);
  expect([form.text({ name: "name" }), form.misfit("days")]).toEqual(["", null]);
});
