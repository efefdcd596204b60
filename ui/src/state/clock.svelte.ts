// Owns the time that countdowns show. It ticks only while something on display needs it.

const TICK_MS = 500;

let now = $state(Date.now());
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time in milliseconds, as a value that views follow. */
export const clock = {
  get now() {
    return now;
  },
};

/** Keeps the clock going for the life of the component that calls it. */
export function useClock(): void {
  $effect(() => {
    now = Date.now();
    users++;
    timer ??= setInterval(() => (now = Date.now()), TICK_MS);
    return () => {
      users--;
      if (users === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    };
  });
}
