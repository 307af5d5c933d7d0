// A sign-in at a skin server: found first, then name and password, then perhaps the choice of a player.
import { call, faultOf } from "../../lib/ipc";
import type { Fault, LoginDone, SkinServerView } from "../../lib/types";

export class ServerLogin {
  server = $state<SkinServerView | null>(null);
  players = $state<string[]>([]);
  /** The sign-in that asks which player. */
  private choice: string | null = null;
  said = $state<string[]>([]);
  busy = $state(false);
  fault = $state<Fault | null>(null);

  async find(address: string): Promise<void> {
    await this.run(async () => {
      this.said = [];
      this.server = await call("skin_server_find", { address });
    });
  }

  /** The password is not kept here either. */
  async signIn(login: string, password: string): Promise<void> {
    const address = this.server?.address;
    if (!address) return;
    await this.run(async () => this.came(await call("login_server", { address, login, password })));
  }

  async choose(number: number): Promise<void> {
    const choice = this.choice;
    if (choice === null) return;
    await this.run(async () => {
      [this.players, this.choice] = [[], null];
      this.came(await call("login_player", { choice, number }));
    });
  }

  other(): void {
    [this.server, this.players, this.choice, this.fault] = [null, [], null, null];
  }

  private came(done: LoginDone): void {
    [this.players, this.choice] = [done.players, done.choice];
    if (done.account === null) return;
    this.said = done.said;
    this.server = null;
  }

  private async run(work: () => Promise<void>): Promise<void> {
    [this.busy, this.fault] = [true, null];
    try {
      await work();
    } catch (error) {
      this.fault = faultOf(error);
    } finally {
      this.busy = false;
    }
  }
}
