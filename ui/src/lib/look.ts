// The look of the window: theme, accent and text size as attributes and tokens of the document.
import type { Look } from "./types";

const DARK = "(prefers-color-scheme: dark)";

/** Puts the look on; the function it gives ends following the system's theme. */
export function dress(look: Look): () => void {
  const root = document.documentElement;
  root.style.setProperty("--scale", String(look.font_scale / 100));
  if (look.accent) root.style.setProperty("--accent", look.accent);
  else root.style.removeProperty("--accent");
  const system = matchMedia(DARK);
  const follow = () => {
    root.dataset.theme = look.theme === "system" ? (system.matches ? "dark" : "light") : look.theme;
  };
  follow();
  system.addEventListener("change", follow);
  return () => system.removeEventListener("change", follow);
}
