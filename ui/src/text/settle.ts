// The end of a text that still streams in: a mark whose partner has not come yet must not show as itself for a moment.

/** The text so far, as it will look when its open marks are closed. */
export function settled(text: string): string {
  const fences = text.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) return text;
  const from = text.lastIndexOf("\n\n") + 1;
  return text.slice(0, from) + closed(text.slice(from));
}

function closed(paragraph: string): string {
  const ticks = count(paragraph, /`/g);
  if (ticks % 2 === 1) return paragraph.endsWith("`") ? without(paragraph, "`") : `${paragraph}\``;
  // A link whose address is still coming: its words are enough for now.
  const text = paragraph.replace(/\[([^\][\n]*)\]\([^)\s]*$/, "$1").replace(/!?\[([^\][\n]*)\]?$/, "$1");
  // Marks that may become something, alone at the end of the text.
  const marked = text.replace(/(^|\n)[ \t]*(#{1,6}|[-*+]|\d{1,3}[.)]|>)[ \t]*$/, "$1");
  const bare = without(marked, "*_~");
  const close = open(bare);
  return close === "" ? bare : bare.trimEnd() + close;
}

/** The text without these signs at its end. */
function without(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The closing of an emphasis that is open. */
function open(text: string): string {
  const words = text.replace(/`[^`]*`/g, "").replace(/^[ \t]*[*+-] /gm, "");
  const strong = count(words, /\*\*/g) % 2 === 1 ? "**" : "";
  const em = count(words.replace(/\*\*/g, ""), /\*/g) % 2 === 1 ? "*" : "";
  return em + strong;
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}
