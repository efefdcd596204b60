// Changes how both windows look. A change shows at once and is kept by the host.

import type { Appearance } from "../ipc/bindings";
import { host } from "../ipc/host";
import { notLoaded } from "./lazy.svelte";
import { showLook } from "./look";
import { session } from "./session.svelte";

/** The sizes of text that are offered, in percent. */
export const TEXT_SIZES = [90, 100, 110, 120, 130, 140, 150, 175, 200] as const;

/** The size that follows `percent` by a step up or down; 0 leads to the usual one. */
export function nextSize(percent: number, step: 1 | -1 | 0): number {
  if (step === 0) return 100;
  const next = step > 0 ? TEXT_SIZES.find((size) => size > percent) : TEXT_SIZES.findLast((size) => size < percent);
  return next ?? percent;
}

let latest = 0;
let keeping: Promise<boolean> = Promise.resolve(true);

/** Each choice builds on the one before, though that is not kept yet; they are kept in the order they were made in. */
export async function changeLook(to: Partial<Appearance>): Promise<void> {
  const { settings } = session.world;
  const before = { ...settings.appearance };
  const next = { ...before, ...to };
  const mine = ++latest;
  settings.appearance = next;
  const shown = showLook(next);
  keeping = keeping.then(() =>
    session.run(async () => {
      await shown.catch(() => {
        throw notLoaded();
      });
      await host.appearanceSet(next);
    }),
  );
  if ((await keeping) || mine !== latest) return;
  settings.appearance = before;
  void showLook(before);
}

/** Makes text larger or smaller by a step; 0 gives it its usual size. */
export function zoom(step: 1 | -1 | 0): void {
  const { text_percent } = session.world.settings.appearance;
  const next = nextSize(text_percent, step);
  if (next !== text_percent) void changeLook({ text_percent: next });
}
