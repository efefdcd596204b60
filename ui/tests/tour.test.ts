import { describe, expect, it } from "vitest";
import { stagesOf, stepOf } from "../src/features/tour/step";
import type { ServerStateView, TourView } from "../src/ipc/bindings";
import { emptyWorld, reduce } from "../src/state/world";

const ready: ServerStateView = { state: "ready", pid: 7 };
const stopped: ServerStateView = { state: "stopped", reason: "You stopped it" };
const tour = (more: Partial<TourView> = {}): TourView => ({
  server: "s",
  conversation: null,
  model: {
    id: "practice",
    name: "not an AI: it follows a script",
    wire: "open_ai_chat",
    base_url: "",
    model: "Practice model",
    models: ["Practice model"],
    has_key: false,
    notes: { cost: 0, speed: 0, intelligence: 0, input_price: null, output_price: null, cached_price: null, window: null },
    on_this_machine: true,
    outflow_allowed: false,
    max_tools: 256,
  },
  allowed: false,
  denied: false,
  looked: false,
  ...more,
});

describe("the tour", () => {
  it("leads from the server over an allowed and a denied call to the log", () => {
    expect(stepOf(tour(), stopped)).toBe("server");
    expect(stepOf(tour(), null)).toBe("server");
    expect(stepOf(tour(), ready)).toBe("chat");
    expect(stepOf(tour({ conversation: "c" }), ready)).toBe("allow");
    expect(stepOf(tour({ conversation: "c", allowed: true }), ready)).toBe("deny");
    expect(stepOf(tour({ conversation: "c", allowed: true, denied: true }), ready)).toBe("audit");
    expect(stepOf(tour({ conversation: "c", allowed: true, denied: true, looked: true }), ready)).toBe("done");
  });

  it("does not need the server once both answers were given", () => {
    expect(stepOf(tour({ conversation: "c", allowed: true, denied: true }), stopped)).toBe("audit");
    expect(stepOf(tour({ conversation: "c", allowed: true }), stopped)).toBe("server");
  });

  it("has one stage under way until it is over", () => {
    const all = [tour(), tour({ conversation: "c" }), tour({ conversation: "c", allowed: true })];
    for (const state of [ready, stopped]) {
      for (const one of all) {
        const stages = stagesOf(one, stepOf(one, state));
        expect(stages.filter((stage) => stage.now && !stage.done)).toHaveLength(1);
      }
    }
    const over = tour({ conversation: "c", allowed: true, denied: true, looked: true });
    expect(stagesOf(over, stepOf(over, ready)).every((stage) => stage.done && !stage.now)).toBe(true);
  });

  it("comes and goes with its event", () => {
    const world = emptyWorld();
    expect(reduce(world, { type: "tour", tour: tour() })).toBe("nothing");
    expect(world.tour?.server).toBe("s");
    reduce(world, { type: "tour", tour: null });
    expect(world.tour).toBeNull();
  });
});
