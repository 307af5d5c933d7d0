// A sign-in with Microsoft: the code, waiting for the player, and what came of it.
import { call, faultOf } from "../../lib/ipc";
import type { Fault, LoginNews } from "../../lib/types";

export interface Code {
  code: string;
  page: string;
  until: number;
}

export class MicrosoftLogin {
  phase = $state<"idle" | "asking" | "waiting" | "working">("idle");
  code = $state<Code | null>(null);
  /** What is under way after the player has agreed. */
  step = $state("");
  said = $state<string[]>([]);
  fault = $state<Fault | null>(null);
  /** Counts up with every sign-in: what an older one still says is not heard. */
  private round = 0;

  async begin(): Promise<void> {
    const round = ++this.round;
    [this.phase, this.code, this.fault, this.said, this.step] = ["asking", null, null, [], ""];
    try {
      const done = await call("login_microsoft", {}, (news) => {
        if (round === this.round) this.heard(news);
      });
      if (round === this.round) this.said = done.said;
    } catch (error) {
      if (round === this.round) this.fault = faultOf(error);
    }
    if (round === this.round) [this.phase, this.code] = ["idle", null];
  }

  /** Called off by the player: that is no fault. */
  async cancel(): Promise<void> {
    this.round += 1;
    [this.phase, this.code, this.fault] = ["idle", null, null];
    try {
      await call("login_cancel", {});
    } catch {
      // Nothing was under way any more.
    }
  }

  private heard(news: LoginNews): void {
    if (news.event === "code") {
      this.code = { code: news.code, page: news.page, until: news.until };
      this.phase = "waiting";
    } else {
      this.step = news.said;
      this.phase = "working";
    }
  }
}

/** An address without what every one begins with. */
export function plain(page: string): string {
  return page.replace(/^https?:\/\//, "").replace(/\/$/, "");
}
