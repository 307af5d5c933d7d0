// What looks into backups found, kept while the window is open: a check reads all of a backup.
import { call, faultOf } from "../../lib/ipc";
import type { BackupCheck, Fault } from "../../lib/types";

export interface Checked {
  busy: boolean;
  found: BackupCheck | null;
  fault: Fault | null;
}

export class Checks {
  private all = $state<Record<string, Checked>>({});

  of(id: string): Checked | undefined {
    return this.all[id];
  }

  /** Looks once; `again` looks although it is known. */
  async look(id: string, again = false): Promise<void> {
    const known = this.all[id];
    if (known?.busy || (known?.found && !again)) return;
    this.all[id] = { busy: true, found: known?.found ?? null, fault: null };
    try {
      this.all[id] = { busy: false, found: await call("backup_check", { id }), fault: null };
    } catch (error) {
      this.all[id] = { busy: false, found: null, fault: faultOf(error) };
    }
  }
}

export const checks = new Checks();
