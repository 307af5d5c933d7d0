// The recording that runs, as the rail shows it: since when, and what came of the last one.
import { call, faultOf } from "../lib/ipc";
import type { RecordingNews, RecordingView } from "../lib/types";

/** How long the word on a finished recording stays. */
const STAYS = 10_000;

class Recording {
  running = $state<RecordingView | null>(null);
  /** What came of the last one, for a while. */
  said = $state<string | null>(null);
  /** It was told to stop and its file is being finished. */
  stopping = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  heard(news: RecordingNews): void {
    this.running = news.running;
    this.stopping = false;
    this.say(news.said);
  }

  /** Stops it: the click is the word. What came of it is told by the desk. */
  async stop(): Promise<void> {
    this.stopping = true;
    try {
      await call("recording_stop", {});
    } catch (error) {
      this.say(faultOf(error).message);
    }
    this.stopping = false;
  }

  hush(): void {
    this.say(null);
  }

  private say(said: string | null): void {
    clearTimeout(this.timer);
    this.said = said;
    if (said) this.timer = setTimeout(() => (this.said = null), STAYS);
  }
}

export const recording = new Recording();

/** A time that runs: `0:07`, `12:30`, `1:02:03`. */
export function clock(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  const two = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const end = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${end}` : `${minutes}:${end}`;
}
