// Owns the rows of the audit log on display: pages of them, what is looked for, and what a verification found.

import type { AuditVerdictView, AuditView } from "../../ipc/bindings";
import { type Failure, toFailure } from "../../ipc/failure";
import { host } from "../../ipc/host";
import { ALL, queryOf, type Wanted } from "./rows";

/** A search goes on by itself until it has found so many rows, or has looked through everything. */
const ENOUGH = 50;
/** How many newer rows are shown with a row that one goes to. */
const ABOVE = 12;

export class AuditLog {
  rows = $state.raw<AuditView[]>([]);
  /** Where older rows go on; `null` when there are none. */
  next = $state<number | null>(null);
  /** The newest row that could be listed; `null` when these are the newest. */
  from = $state<number | null>(null);
  loaded = $state(false);
  looking = $state(false);
  failure = $state.raw<Failure | null>(null);
  verdict = $state.raw<AuditVerdictView | null>(null);
  checking = $state(false);
  wanted = $state.raw<Wanted>(ALL);
  #turn = 0;

  /** Shows the newest rows of what is wanted. */
  async find(wanted: Wanted): Promise<void> {
    this.wanted = wanted;
    this.from = null;
    await this.#load(null, []);
  }

  /** Shows the rows around one, whatever was looked for. */
  async goTo(seq: number): Promise<void> {
    this.wanted = ALL;
    this.from = seq + ABOVE;
    await this.#load(this.from, []);
  }

  /** Adds older rows. */
  async more(): Promise<void> {
    if (this.next !== null) await this.#load(this.next, this.rows);
  }

  /** Looks no further; what was found stays. */
  stop(): void {
    this.#turn++;
    this.looking = false;
  }

  async #load(before: number | null, kept: AuditView[]): Promise<void> {
    const turn = ++this.#turn;
    this.looking = true;
    this.failure = null;
    let rows = kept;
    let next: number | null = before;
    try {
      do {
        const page = await host.auditPage(queryOf(this.wanted, next, Date.now()));
        if (turn !== this.#turn) return;
        rows = [...rows, ...page.rows];
        next = page.next;
        this.rows = rows;
        this.next = next;
      } while (next !== null && rows.length - kept.length < ENOUGH);
      this.loaded = true;
    } catch (thrown) {
      if (turn !== this.#turn) return;
      this.failure = toFailure(thrown);
    }
    this.looking = false;
  }

  /** Walks the whole chain. */
  async verify(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    try {
      this.verdict = await host.auditCheck();
    } catch (thrown) {
      this.failure = toFailure(thrown);
    }
    this.checking = false;
  }
}
