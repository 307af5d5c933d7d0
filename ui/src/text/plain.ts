// Text written by others (models, mods, files, pages of the web) on its way to the screen: nothing in it may turn the direction of
// what stands around it, hide, or pile up over other lines.
import { t } from "../i18n/index.svelte";

/** Marks that turn the direction of text: right where a name is shown, they make it read as another one. */
const TURNS = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
/** Marks without a width, and those that only hide things. A joiner is kept between signs that belong together. */
const HIDDEN =
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}";
const CONTROLS = "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029";

const UNSEEN = new RegExp(`[${TURNS}${HIDDEN}${CONTROLS}]`, "gu");
const REVEALED = new RegExp(`[${TURNS}${HIDDEN}${CONTROLS}\\u200c\\u200d]`, "gu");
const JOINERS = /[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
/** More marks over one letter than any script needs. */
const PILED = /(\p{M}{4})\p{M}+/gu;

/** The text without what cannot be seen; line breaks stay. */
export function plain(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, "\n");
  return lines.replace(UNSEEN, "").replace(JOINERS, "").replace(PILED, "$1");
}

/** The text in one line. */
export function line(text: string): string {
  const parts = plain(text)
    .split("\n")
    .map((part) => part.trim());
  return parts.length === 1 ? plain(text) : parts.filter((part) => part !== "").join(" ");
}

/** The text with what cannot be seen made visible: for addresses, where it must not get lost. */
export function reveal(text: string): string {
  return text.replace(
    REVEALED,
    (mark) => `⟨U+${mark.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`,
  );
}

/** At most `most` signs; what is left out is said. */
export function capped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}\n${t("text.cut", { n: text.length - most })}`;
}
