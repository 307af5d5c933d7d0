// What the line of a tool says behind its name.
import { language, t } from "../i18n/index.svelte";
import type { ToolResult } from "../lib/types";
import { mainList } from "../text/shape";

/** How much was found, where the answer is about one list; what became of a change. */
export function amount(result: ToolResult): string | null {
  if (result.kind === "queued") return t("chat.tool.queued");
  if (result.kind === "skipped") return t("chat.tool.skipped");
  if (result.kind !== "done") return null;
  const list = mainList(result.data);
  return list ? t(list.rows.length === 1 ? "table.item" : "table.items", { n: list.rows.length }) : null;
}

/** How long it took. */
export function took(millis: number): string {
  const digits = millis < 9_950 ? 1 : 0;
  const seconds = new Intl.NumberFormat(language(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${seconds.format(millis / 1000)} s`;
}
