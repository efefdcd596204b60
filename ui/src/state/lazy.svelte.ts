// Parts of the window in files of their own: loaded on first use, or before, when the window has nothing else to do.

import type { Component } from "svelte";
import { t } from "../i18n/t";
import { Failure } from "../ipc/failure";

/** How long after its start the window begins to load parts that are not used yet, in milliseconds. */
const SETTLED = 400;
/** The pause between two of them, in milliseconds: what the user does meanwhile comes first. */
const PAUSE = 30;

/** A part was not loaded: it is a file of the program, so the program is damaged or is being replaced. */
export const notLoaded = () => new Failure(null, t("part-not-loaded"), t("part-not-loaded-hint"));

let awaited = $state(0);

/** Whether the user waits for a part. */
export const waitsForPart = (): boolean => awaited > 0;

/** Props or exports of any component. */
type Named = Record<string, any>;

/** A component that is loaded on first use. */
export class Lazy<Props extends Named, Exports extends Named> {
  /** The component; `null` until it was loaded. */
  component = $state.raw<Component<Props, Exports, string> | null>(null);
  /** Whether loading it failed last. */
  failed = $state(false);
  #loading: Promise<void> | null = null;
  #failures = 0;
  #file: () => Promise<{ default: Component<Props, Exports, string> }>;

  constructor(file: () => Promise<{ default: Component<Props, Exports, string> }>) {
    this.#file = file;
  }

  /** Whether it is neither there nor known to be missing. */
  get pending(): boolean {
    return this.component === null && !this.failed;
  }

  /** Loads it, in the background. Never rejects: `failed` says what came of it. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    try {
      this.component = (await this.#import()).default;
      this.failed = false;
    } catch {
      this.failed = true;
      this.#failures += 1;
      this.#loading = null;
    }
  }

  /** Imports the file. After a failure, by another address: WebKit does not fetch one again that it could not load. */
  #import(): Promise<{ default: Component<Props, Exports, string> }> {
    const path = /import\(["'`]([^"'`]+)/.exec(String(this.#file))?.[1];
    if (!this.#failures || path === undefined) return this.#file();
    const address = new URL(path, import.meta.url);
    address.searchParams.set("again", String(this.#failures));
    return import(/* @vite-ignore */ address.href);
  }

  /** Loads it for the user, who waits, and calls `then` when it is there or cannot be loaded: at once if it is there. */
  async ready(then?: () => void): Promise<void> {
    if (!this.component) {
      awaited += 1;
      await this.load();
      awaited -= 1;
    }
    then?.();
  }
}

/** Props for a component that is loaded; they may be left out where the component needs none. */
export type PropsFor<Props> = Record<string, never> extends Props ? { props?: Props } : { props: Props };

type ExportsOf<Loaded> = Loaded extends Component<never, infer Exports, string> ? Exports : never;
/** A place for a dialog that is loaded on first use (`LazyDialog.svelte`). */
export type DialogPlace<Part extends { component: unknown }> = { use: (act: (dialog: ExportsOf<NonNullable<Part["component"]>>) => void) => void };

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Loads parts one after another. */
export async function preload(parts: Iterable<Pick<Lazy<Named, Named>, "load">>): Promise<void> {
  await pause(SETTLED);
  for (const part of parts) {
    await part.load();
    await pause(PAUSE);
  }
}
