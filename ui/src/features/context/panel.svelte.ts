// Owns whether what the model sees is shown beside the conversation. A wide window keeps what was chosen; a narrow one begins without.

import { changeLook } from "../../state/appearance";
import { session } from "../../state/session.svelte";

/** Below this width, in rem, it covers the conversation. The styles say the same. */
const NARROW = 67.5;
const REM = 16;

class Panel {
  #narrow = $state(false);
  #over = $state(false);

  /** Whether it is shown. */
  get shown(): boolean {
    return this.#narrow ? this.#over : session.world.settings.appearance.panel;
  }

  /** Told of the window's width in pixels, and of the size of text in percent. */
  fit(width: number, percent: number): void {
    const narrow = width <= (NARROW * REM * percent) / 100;
    if (narrow !== this.#narrow) this.#over = false;
    this.#narrow = narrow;
  }

  /** Shows or hides it. */
  toggle(): void {
    if (this.#narrow) this.#over = !this.#over;
    else void changeLook({ panel: !this.shown });
  }
}

export const panel = new Panel();
