// The jobs that run, for the rail, the tasks page and the checklist. They are asked after while one runs, and for a while after the
// player has confirmed something: nobody tells when a job begins.
import { call, faultOf } from "../lib/ipc";
import type { Fault, JobRow } from "../lib/types";

const EVERY = 1000;
/** How long a job may take to begin after the player's word: its change is planned once more first. */
const SOON = 20_000;

class Jobs {
  /** The newest first; none until they were read. */
  list = $state.raw<JobRow[] | null>(null);
  fault = $state<Fault | null>(null);
  private until = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Those that somebody works on. */
  get running(): JobRow[] {
    return (this.list ?? []).filter((job) => job.state === "running" || job.state === "elsewhere");
  }

  /** Something was confirmed that may become a job. */
  soon(): void {
    this.until = Date.now() + SOON;
    this.next();
  }

  /** Looks now, and goes on looking while a job runs. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      [this.list, this.fault] = [await call("jobs_list", {}), null];
    } catch (error) {
      this.fault = faultOf(error);
    }
    if (this.running.length > 0 || Date.now() < this.until) this.next();
  }

  private next(): void {
    this.timer ??= setTimeout(() => void this.look(), EVERY);
  }
}

export const jobs = new Jobs();
