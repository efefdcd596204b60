import { expect, it } from "vitest";
import { Attaching, base64Of, plainChoice, tokensOf } from "../src/features/chat/attaching.svelte";
import type { AttachmentChoice, AttachmentOfferView, AttachmentView, InspectedView, PickedView } from "../src/ipc/bindings";

const offer = (more: Partial<AttachmentOfferView> = {}): AttachmentOfferView => ({
  form: "text",
  section: 0,
  title: "",
  unit: "pages",
  total: 340,
  tokens: 34_000,
  fits: 340,
  problem: null,
  refused: false,
  ...more,
});

const found = (id: string, offers: AttachmentOfferView[]): InspectedView => ({
  id,
  name: `${id}.pdf`,
  kind: "pdf",
  bytes: 1,
  offers,
  remarks: [],
  most_tokens: 100_000,
  server: null,
});

const picked = (one: InspectedView): PickedView => ({ name: one.name, inspected: one, failure: null });
const to = { conversation: "c", provider: null, model: null };

function setup(refuses = false) {
  const asked: [string, AttachmentChoice, boolean][] = [];
  const attaching = new Attaching({
    attachmentsOpen: async () => [],
    attachmentAdd: async (inspected, _to, choice, pinned) => {
      asked.push([inspected, choice, pinned]);
      if (refuses) throw { code: "invalid", message: "No.", hint: null };
      return { id: `made-${inspected}`, pinned } as AttachmentView;
    },
    attachmentRemove: async () => null,
  });
  return { attaching, asked };
}

it("attaches at once only what leaves no choice", async () => {
  const { attaching, asked } = setup();
  const plain = found("plain", [offer()]);
  const forms = found("forms", [offer(), offer({ form: "page_images" })]);
  const large = found("large", [offer({ fits: 12 })]);
  const refused = found("refused", [offer({ refused: true })]);
  const failure = { code: "invalid" as const, message: "It is protected.", hint: null };
  await attaching.take("c", to, async () => [
    ...[plain, forms, large, refused].map(picked),
    { name: "locked.pdf", inspected: null, failure },
  ]);
  expect(asked).toEqual([["plain", { form: "text", section: 0, range: null }, false]]);
  const waiting = attaching.of("c");
  expect(waiting.items.map((item) => item.id)).toEqual(["made-plain"]);
  expect(waiting.picks.map((pick) => pick.id)).toEqual(["forms", "large", "refused"]);
  expect(waiting.refused.map(({ name, failure }) => [name, failure.message])).toEqual([["locked.pdf", "It is protected."]]);
  expect(plainChoice(forms)).toBeNull();
  expect(attaching.of("other").items).toEqual([]);
});

it("keeps a file that could not be attached for another choice, and says why", async () => {
  const { attaching } = setup(true);
  const large = found("large", [offer({ fits: 12 })]);
  await attaching.take("c", to, async () => [picked(large)]);
  const done = await attaching.attach("c", to, large, { form: "text", section: 0, range: [1, 40] }, false);
  expect(done).toBe(false);
  expect(attaching.of("c").picks).toHaveLength(1);
  expect(attaching.of("c").refused[0]?.name).toBe("large.pdf");
  expect(attaching.busy).toBe(0);
});

it("forgets what was sent, but not what is pinned to the conversation", async () => {
  const { attaching } = setup();
  const plain = found("plain", [offer()]);
  for (const key of ["c", ""]) {
    await attaching.attach(key, to, plain, { form: "text", section: 0, range: null }, false);
    await attaching.attach(key, to, { ...plain, id: "pin" }, { form: "text", section: 0, range: null }, true);
    attaching.sent(key, ["made-plain", "made-pin"]);
  }
  expect(attaching.of("c").items.map((item) => item.id)).toEqual(["made-pin"]);
  expect(attaching.of("").items).toEqual([]);
});

it("estimates a part and writes base64 of large bytes", () => {
  expect(tokensOf(offer(), 1, 20)).toBe(2000);
  expect(tokensOf(offer(), 330, 900)).toBe(1100);
  const bytes = new Uint8Array(100_000).map((_, at) => at % 251);
  expect(Buffer.from(base64Of(bytes), "base64").equals(Buffer.from(bytes))).toBe(true);
});
