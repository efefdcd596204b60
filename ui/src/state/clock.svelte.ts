// Owns the time that views show. A timer runs only while a view on display has read the time, so what is at rest wakes nothing.

import { createSubscriber } from "svelte/reactivity";

/** How often what counts seconds is drawn anew, in milliseconds. */
const TICK_MS = 500;
const MINUTE_MS = 60_000;

const every = (ms: number) =>
  createSubscriber((update) => {
    const timer = setInterval(update, ms);
    return () => clearInterval(timer);
  });

/** The midnight that is `days` after the last one, in milliseconds. */
const midnight = (days: 0 | 1) => new Date().setHours(24 * days, 0, 0, 0);

const [ticks, minutes] = [every(TICK_MS), every(MINUTE_MS)];

const days = createSubscriber((update) => {
  let end = midnight(1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    if (Date.now() >= end) {
      end = midnight(1);
      update();
    }
    clearTimeout(timer);
    timer = setTimeout(look, Math.max(TICK_MS, end - Date.now()));
  };
  look();
  // A timer stands still while the machine sleeps.
  globalThis.addEventListener?.("focus", look);
  return () => {
    clearTimeout(timer);
    globalThis.removeEventListener?.("focus", look);
  };
});

/** The current time in milliseconds, as values that views follow. Each says how often it changes. */
export const clock = {
  /** Twice a second, for what counts seconds. */
  get now() {
    ticks();
    return Date.now();
  },
  /** Once a minute, for what ends. */
  get minute() {
    minutes();
    return Date.now();
  },
  /** Once a day, for what names days: when this day began. */
  get today() {
    days();
    return midnight(0);
  },
};
