// The names of days and the times of day, in the language of the window.
import { language, t } from "../../i18n/index.svelte";

const DAY = 86_400_000;

/** Today, yesterday, or the date of a midnight. */
export function dayName(midnight: number, now: number = Date.now()): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (midnight === today) return t("changes.today");
  // Noon of the day before, whatever the clocks did in between.
  if (midnight === new Date(today - DAY / 2).setHours(0, 0, 0, 0)) return t("changes.yesterday");
  return new Intl.DateTimeFormat(language(), { dateStyle: "full" }).format(midnight);
}

/** The time of day. */
export function clock(at: number): string {
  return new Intl.DateTimeFormat(language(), { timeStyle: "short" }).format(at);
}
