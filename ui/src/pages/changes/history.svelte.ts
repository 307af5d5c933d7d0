// The journal on the screen: read in parts, read again whenever something changed, and what came of each undo.
import { untrack } from "svelte";
import { undo } from "../../checklist/write.svelte";
import { call, faultOf } from "../../lib/ipc";
import { shell } from "../../lib/state.svelte";
import type { ChangesPage, Fault, PastChange, ProblemRow, TurnEvent, Turned } from "../../lib/types";
import { t } from "../../i18n/index.svelte";
import { behind, type Step } from "./groups";

/** Changes that are read at once. */
export const PART = 40;

/** What came of an undo, shown in its row. */
export type Outcome = { busy: true } | { busy: false; said: string; fault: Fault | null };

/** In words: what was done, or why not. A line that failed says more than the turn does. */
export function outcome(turned: Turned, failed: Fault | null): Outcome {
  const ended = turned.end.reason === "failed" ? turned.end.fault : null;
  const fault = failed ?? turned.faults[0] ?? ended;
  const said = turned.receipts.map((receipt) => receipt.said).join(" ");
  if (said !== "" && !failed) return { busy: false, said, fault: null };
  return { busy: false, said: fault ? "" : t("changes.nothing"), fault };
}

export class History {
  changes = $state.raw<PastChange[] | null>(null);
  versions = $state.raw<string[]>([]);
  problems = $state.raw<ProblemRow[]>([]);
  fault = $state<Fault | null>(null);
  more = $state(false);
  /** Older ones are being read. */
  reading = $state(false);
  /** Only changes about this version; none for all. */
  version = $state<string | null>(null);
  private outcomes = $state<Record<string, Outcome>>({});
  private round = 0;

  /** Call it while a component is set up. */
  follow(): void {
    $effect(() => {
      void [shell.changed, shell.item, this.version];
      untrack(() => void this.read());
    });
  }

  outcome(row: string): Outcome | undefined {
    return this.outcomes[row];
  }

  choose(version: string | null): void {
    [this.version, this.changes] = [version, null];
  }

  /** As many as are shown, from the newest on; at least as far as the one that is meant. */
  async read(): Promise<void> {
    const limit = Math.max(PART, this.changes?.length ?? 0);
    await this.part({ after: null, through: shell.item, limit }, (page) => page.changes);
  }

  async older(): Promise<void> {
    const shown = this.changes ?? [];
    const after = shown.at(-1)?.id ?? null;
    this.reading = true;
    await this.part({ after, through: null, limit: PART }, (page) => behind(shown, page.changes));
    this.reading = false;
  }

  /** Takes back or does again; what came of it stands in the row. */
  async take(row: string, step: Step): Promise<void> {
    if (this.outcomes[row]?.busy) return;
    this.outcomes[row] = { busy: true };
    let failed: Fault | null = null;
    const hear = (event: TurnEvent) => {
      if (event.event === "line_changed" && event.state.state === "failed") failed = event.state.fault;
    };
    try {
      this.outcomes[row] = outcome(await undo(step.id, hear), failed);
    } catch (error) {
      this.outcomes[row] = { busy: false, said: "", fault: faultOf(error) };
    }
  }

  private async part(
    asked: { after: string | null; through: string | null; limit: number },
    with_: (page: ChangesPage) => PastChange[],
  ): Promise<void> {
    const round = ++this.round;
    try {
      const page = await call("changes_list", { version: this.version, ...asked });
      if (round !== this.round) return;
      this.changes = with_(page);
      [this.more, this.versions, this.problems, this.fault] = [page.more, page.versions, page.problems, null];
    } catch (error) {
      if (round === this.round) this.fault = faultOf(error);
    }
  }
}
