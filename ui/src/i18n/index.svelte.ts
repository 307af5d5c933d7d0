// Labels, amounts and moments in the language of the window. Sentences with data in them come from the desk, which has the language too.
import { LABELS, TAIWAN, type Key } from "./labels";

export type { Key };
export type Lang = "zh-CN" | "zh-TW" | "en";

let lang = $state<Lang>("en");

export function setLanguage(to: Lang): void {
  lang = to;
  document.documentElement.lang = to;
}

export function language(): Lang {
  return lang;
}

/** A label in the language of the moment; `{name}` stands for a value. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return text(key).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A label that may not exist, for keys that come from data. */
export function maybe(key: string): string | null {
  return key in LABELS ? text(key as Key) : null;
}

function text(key: Key): string {
  const label = LABELS[key];
  if (lang === "en") return label.en;
  return lang === "zh-CN" ? label.zh : (label.tw ?? TAIWAN[key] ?? label.zh);
}

/** Bytes as people read them. */
export function bytes(count: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  const step = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(count) / Math.log(1024)));
  const amount = count / 1024 ** step;
  const digits = step === 0 || amount >= 100 ? 0 : 1;
  return `${new Intl.NumberFormat(lang, { maximumFractionDigits: digits }).format(amount)} ${units[step]}`;
}

/** A moment, short. */
export function moment(millis: number): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" }).format(millis);
}

/** How long ago, in one unit. */
export function ago(millis: number, now: number = Date.now()): string {
  const seconds = Math.round((millis - now) / 1000);
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ["year", 31_536_000],
    ["month", 2_592_000],
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ];
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? format.format(Math.trunc(seconds / unit[1]), unit[0]) : t("common.now");
}

/** A time span in one unit, as short as it can be said. */
export function duration(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000));
  const [count, unit] =
    seconds >= 3600
      ? [seconds / 3600, "hour"]
      : seconds >= 60
        ? [Math.round(seconds / 60), "minute"]
        : [seconds, "second"];
  const digits = unit === "hour" && count < 10 ? 1 : 0;
  const style = {
    style: "unit",
    unit,
    unitDisplay: lang === "en" ? "long" : "short",
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat(lang, style).format(count);
}

/** A day. */
export function day(millis: number): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(millis);
}

/** What stands between two sentences. */
export function gap(): string {
  return lang === "en" ? " " : "";
}
