// What the crash page shows: which item, and files from elsewhere that the player chose.
import { call, faultOf } from "../../lib/ipc";
import type { CrashList, CrashView, Fault, PickWhat } from "../../lib/types";

export class Crashes {
  /** The item that the player clicked on; none for the one that is meant. */
  clicked = $state<{ version: string; item: string } | null>(null);
  /** What files from elsewhere say, while they are shown. */
  outside = $state.raw<CrashView | null>(null);
  fault = $state<Fault | null>(null);
  picking = $state(false);

  /** What is shown of a list. */
  item(list: CrashList): string | null {
    return this.clicked?.version === list.version ? this.clicked.item : list.chosen;
  }

  choose(version: string, item: string): void {
    this.clicked = { version, item };
  }

  /** Lets the player choose a file or a folder of the disk. */
  async pick(what: PickWhat): Promise<void> {
    this.picking = true;
    this.fault = null;
    try {
      this.outside = (await call("crash_pick", { what })) ?? this.outside;
    } catch (error) {
      this.fault = faultOf(error);
    }
    this.picking = false;
  }
}
