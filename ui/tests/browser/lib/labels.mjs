// The page's labels, so that no test holds a sentence of its own.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UI } from "./programs.mjs";

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const folder = join(UI, "src/i18n/labels");
const LABELS = Object.assign({}, ...readdirSync(folder).map((file) => json(join(folder, file))));
const TAIWAN = json(join(UI, "src/i18n/zh-TW.json"));

export const LANGS = ["zh-CN", "zh-TW", "en"];

function text(key, lang) {
  const label = LABELS[key];
  if (!label) throw new Error(`there is no label ${key}`);
  return lang === "en" ? label.en : lang === "zh-CN" ? label.zh : (label.tw ?? TAIWAN[key]);
}

/** A label with its values filled in. */
export function label(key, lang, values = {}) {
  return text(key, lang).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A label as a pattern: anything where a value stands. */
export function pattern(key, lang) {
  return new RegExp(`^${source(text(key, lang))}$`);
}

const source = (words) =>
  words
    .split(/\{\w+\}/)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");

/** What only one language says: a text that is left over when another is spoken. */
export function only(lang, spoken) {
  const said = new Set(Object.keys(LABELS).map((key) => text(key, spoken)));
  const texts = Object.keys(LABELS).map((key) => text(key, lang));
  // A label that is little more than values would match anything.
  const telling = texts.filter((words) => !said.has(words) && words.replace(/\{\w+\}|\W/gu, "").length > 1);
  return telling.map((words) => `^${source(words)}$`);
}
