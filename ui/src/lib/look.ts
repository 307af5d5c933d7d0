// The look of the window: theme, accent and text size as attributes and tokens of the document.
import { contrast, hex, mix, on, parse, readable, type Rgb } from "./contrast";
import type { Look } from "./types";

const DARK = "(prefers-color-scheme: dark)";

/** Nova's own accent. */
export const OWN_ACCENT = "#2f6df0";

/** What stands behind text at the worst: the token `--hover` of each theme. */
const BEHIND: Record<Theme, Rgb> = { light: [236, 238, 243], dark: [42, 47, 58] };

type Theme = "light" | "dark";

/** Puts the look on; the function it gives ends following the system's theme. */
export function dress(look: Look): () => void {
  const root = document.documentElement;
  root.style.setProperty("--scale", String(look.font_scale / 100));
  const system = matchMedia(DARK);
  const follow = () => {
    const theme: Theme = look.theme === "system" ? (system.matches ? "dark" : "light") : look.theme;
    root.dataset.theme = theme;
    for (const [token, value] of shades(look.accent, theme)) root.style.setProperty(token, value);
  };
  follow();
  system.addEventListener("change", follow);
  return () => system.removeEventListener("change", follow);
}

/** The accent and its shades: text on it, the accent under the pointer, and the accent as text or line. */
export function shades(accent: string | null, theme: Theme): [string, string][] {
  const colour = parse(accent ?? OWN_ACCENT) ?? (parse(OWN_ACCENT) as Rgb);
  const text = on(colour);
  // Away from the text on it, so that it stays as readable.
  const away: Rgb = contrast(text, [0, 0, 0]) > 2 ? [0, 0, 0] : [255, 255, 255];
  return [
    ["--accent", hex(colour)],
    ["--on-accent", hex(text)],
    ["--accent-hover", hex(mix(colour, away, 0.12))],
    ["--accent-text", hex(readable(colour, BEHIND[theme]))],
  ];
}
