import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import Sidebar from "../src/features/shell/Sidebar.svelte";
import { MOST_LISTED } from "../src/features/shell/listed";
import type { AppState, ConversationSummary } from "../src/ipc/bindings";
import { emptyWorld } from "../src/state/world";
import { plain } from "./plain";

let count = 0;
const conversation = (i: number): ConversationSummary => ({
  id: `c${i}`,
  title: `Title ${i}`,
  updated_ms: i,
  provider: "p",
  model: null,
  servers_off: [],
  tuning: { effort: null, temperature: null, answer: null },
  project: null,
  pinned: false,
  archived: false,
  turn: { state: "idle" },
});
vi.mock("../src/ipc/host", () => {
  const state = async (): Promise<Partial<AppState>> => {
    const { open: _, ...world } = emptyWorld();
    return { ...world, conversations: Array.from({ length: count }, (_, i) => conversation(i)) };
  };
  return { host: new Proxy({}, { get: (_, name) => (name === "state" ? state : async () => []) }) };
});
vi.mock("../src/state/look", () => ({ showLook: async () => {} }));
vi.stubGlobal("requestAnimationFrame", (act: FrameRequestCallback) => setTimeout(() => act(0), 0));
const { session } = await import("../src/state/session.svelte");

const drawn = () => plain(render(Sidebar, { props: { rename() {}, search() {}, newProject() {} } }).body);

it("says when older conversations are not listed", async () => {
  count = MOST_LISTED - 1;
  await session.start();
  expect(session.failure).toBeNull();
  expect(drawn()).not.toContain("are listed here");
  count = MOST_LISTED;
  await session.start();
  expect(drawn()).toContain("The newest 500 conversations are listed here.");
});
