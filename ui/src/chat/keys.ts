// What the keys of the input mean.

export type Key = Pick<
  KeyboardEvent,
  "key" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey" | "isComposing" | "keyCode"
>;
export type Meaning = "send" | "stop" | "older" | "newer" | null;

/** Where the cursor is in what is being typed. */
export interface Cursor {
  first: boolean;
  last: boolean;
}

/** Engines say `keyCode` 229 for keys that belong to an input method, some of them with `isComposing` unset on the last one. */
const OF_INPUT_METHOD = 229;

/** While an input method composes, every key belongs to it. */
export function meaning(key: Key, running: boolean, cursor: Cursor): Meaning {
  if (key.isComposing || key.keyCode === OF_INPUT_METHOD) return null;
  if (key.key === "Escape") return running ? "stop" : null;
  if (key.shiftKey || key.altKey || key.ctrlKey || key.metaKey) return null;
  if (key.key === "Enter") return "send";
  if (key.key === "ArrowUp" && cursor.first) return "older";
  if (key.key === "ArrowDown" && cursor.last) return "newer";
  return null;
}

/** Whether the cursor stands in the first and in the last line. */
export function cursor(field: { value: string; selectionStart: number; selectionEnd: number }): Cursor {
  return {
    first: !field.value.slice(0, field.selectionStart).includes("\n"),
    last: !field.value.slice(field.selectionEnd).includes("\n"),
  };
}
