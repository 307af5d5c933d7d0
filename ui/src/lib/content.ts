// Where the content is that the rail stands before.

/** Puts the focus on the page, or on Nova while Nova takes its place. */
export function focusContent(): void {
  const page = document.getElementById("page");
  (page && !page.hidden ? page : document.getElementById("nova"))?.focus();
}
