// Markdown as a tree of plain values. It is drawn by components, node by node; no text of it ever becomes HTML.
import MarkdownIt from "markdown-it";
import type { Env, Token } from "markdown-it";
import { address, type Address } from "./address";
import { plain } from "./plain";

export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "em" | "strike"; inside: Inline[] }
  | { kind: "link"; to: Address; inside: Inline[] };

export type Block =
  | { kind: "paragraph"; inside: Inline[] }
  | { kind: "heading"; level: number; inside: Inline[] }
  | { kind: "list"; start: number | null; items: Item[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "quote"; inside: Block[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "rule" };

export interface Item {
  /** Whether it is ticked; none where it is no task. */
  done: boolean | null;
  inside: Block[];
}

/** One block of the text, with the lines it was made of: a block whose lines did not change is not made again. */
export interface Part {
  source: string;
  block: Block;
}

/** Longer texts are shown as they are. */
const LONGEST = 200_000;
/** Longer paragraphs too: some marks take time that grows with the square of their number. */
const LONGEST_INLINE = 12_000;
const DEEPEST = 20;

const reader = new MarkdownIt({ html: false, linkify: true, breaks: true });
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// Blocks first and alone: what stands in a block is read when the block is new.
const outline = new MarkdownIt({ html: false, breaks: true }).disable(["inline", "text_join"]);

/** The blocks of a text; `before` are those of its beginning. None where it is too long or too deep: it is shown as it is. */
export function parts(text: string, before: Part[] = []): Part[] | null {
  if (text.length > LONGEST) return null;
  const clean = plain(text)
    .replace(/\n{4,}/g, "\n\n\n")
    .replace(/^([ \t]*)· /gm, "$1- ");
  const env: Env = {};
  const tokens = outline.parse(clean, env);
  if (depth(tokens) > DEEPEST) return null;
  const lines = clean.split("\n");
  return groups(tokens).map((group, at) => {
    const source = lines.slice(...(group[0]!.map ?? [0, lines.length])).join("\n");
    const known = before[at];
    if (known?.source === source) return known;
    return { source, block: blocks(group, env)[0] ?? { kind: "paragraph", inside: [] } };
  });
}

/** The tokens of each block of the outermost level. */
function groups(tokens: Token[]): Token[][] {
  const found: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) found.push([]);
    found.at(-1)!.push(token);
    depth += token.nesting;
  }
  return found;
}

/** How deep tokens lie in each other; their own `level` does not count emphasis. */
function depth(tokens: Token[]): number {
  let [now, most] = [0, 0];
  for (const token of tokens) most = Math.max(most, (now += token.nesting));
  return most;
}

/** What stands between a token that opens and the one that closes it. */
function within(group: Token[]): Token[] {
  return group.slice(1, -1);
}

function blocks(tokens: Token[], env: Env): Block[] {
  return groups(tokens).map((group) => block(group, env));
}

function block(group: Token[], env: Env): Block {
  const first = group[0]!;
  switch (first.type) {
    case "heading_open":
      return { kind: "heading", level: Number(first.tag.slice(1)), inside: words(group[1], env) };
    case "bullet_list_open":
    case "ordered_list_open":
      return {
        kind: "list",
        start: start(first),
        items: groups(within(group)).map((item) => entry(item, env)),
      };
    case "blockquote_open":
      return { kind: "quote", inside: blocks(within(group), env) };
    case "table_open":
      return table(group, env);
    case "fence":
    case "code_block":
      return {
        kind: "code",
        language: first.info.trim().split(/\s/)[0] ?? "",
        text: first.content.replace(/\n$/, ""),
      };
    case "hr":
      return { kind: "rule" };
    default:
      return {
        kind: "paragraph",
        inside: words(
          group.find((token) => token.type === "inline"),
          env,
        ),
      };
  }
}

function start(list: Token): number | null {
  return list.type === "ordered_list_open" ? Number(list.attrGet("start") ?? 1) : null;
}

/** A task is an item whose first paragraph begins with a box. */
function entry(group: Token[], env: Env): Item {
  const inside = blocks(within(group), env);
  const text = inside[0]?.kind === "paragraph" ? inside[0].inside[0] : undefined;
  const box = text?.kind === "text" ? /^\[([ xX])\] /.exec(text.text) : null;
  if (text?.kind !== "text" || !box) return { done: null, inside };
  text.text = text.text.slice(box[0].length);
  return { done: box[1] !== " ", inside };
}

function table(group: Token[], env: Env): Block {
  const rows: Inline[][][] = [];
  for (const token of group) {
    if (token.type === "tr_open") rows.push([]);
    if (token.type === "inline") rows.at(-1)!.push(words(token, env));
  }
  return { kind: "table", head: rows[0] ?? [], rows: rows.slice(1) };
}

function words(token: Token | undefined, env: Env): Inline[] {
  if (!token) return [];
  if (token.content.length > LONGEST_INLINE) return [{ kind: "text", text: token.content }];
  const children = reader.parseInline(token.content, env)[0]?.children ?? [];
  return depth(children) > DEEPEST ? [{ kind: "text", text: token.content }] : inlines(children);
}

const SPANS: Record<string, "strong" | "em" | "strike"> = {
  strong_open: "strong",
  em_open: "em",
  s_open: "strike",
};

function inlines(tokens: Token[]): Inline[] {
  const found: Inline[] = [];
  for (const one of groups(tokens).flatMap((group) => inline(group))) {
    const last = found.at(-1);
    if (one.kind === "text" && last?.kind === "text") last.text += one.text;
    else found.push(one);
  }
  return found;
}

function inline(group: Token[]): Inline[] {
  const first = group[0]!;
  const span = SPANS[first.type];
  if (span) return [{ kind: span, inside: inlines(within(group)) }];
  switch (first.type) {
    case "link_open":
      return link(String(first.attrGet("href") ?? ""), inlines(within(group)));
    case "code_inline":
      return [{ kind: "code", text: first.content }];
    case "softbreak":
    case "hardbreak":
      return [{ kind: "text", text: "\n" }];
    // A picture would be fetched from wherever its author wants: its description stands for it.
    case "image":
      return [{ kind: "text", text: first.content }];
    default:
      // An entity may have become what cannot be seen.
      return first.content === "" ? [] : [{ kind: "text", text: plain(first.content) }];
  }
}

/** What leads nowhere we go stays as its words, with the address behind them where it says something else. */
function link(href: string, inside: Inline[]): Inline[] {
  const to = address(href);
  return to ? [{ kind: "link", to, inside }] : inside;
}
