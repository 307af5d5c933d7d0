// Brings the row that is meant into view, once it is there.
import type { Attachment } from "svelte/attachments";

/** Scrolls an element to the middle of what is seen and puts the focus on it, where it is the one that is meant. */
export function reveal(meant: boolean): Attachment<HTMLElement> {
  return (element) => {
    if (!meant) return;
    element.scrollIntoView?.({ block: "center" });
    element.focus({ preventScroll: true });
  };
}
