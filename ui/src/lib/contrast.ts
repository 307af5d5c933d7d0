// Which shades of an accent colour can be read: by the contrast of WCAG 2.

/** Red, green and blue, 0 to 255. */
export type Rgb = [number, number, number];

/** What text needs against what is behind it. */
export const READABLE = 4.5;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** The colour of `#rrggbb`; none for anything else. */
export function parse(hex: string): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  return found ? (found.slice(1).map((part) => Number.parseInt(part, 16)) as Rgb) : null;
}

export function hex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** How different two colours are in lightness: 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Text on a colour: white where it can be read, else black, which then can. */
export function on(colour: Rgb): Rgb {
  return contrast(colour, WHITE) >= READABLE ? WHITE : BLACK;
}

/** The colour as text: darker or lighter until it can be read on `behind`. */
export function readable(colour: Rgb, behind: Rgb): Rgb {
  const towards = contrast(BLACK, behind) > contrast(WHITE, behind) ? BLACK : WHITE;
  for (let step = 0; step <= 20; step += 1) {
    const shade = mix(colour, towards, step / 20);
    if (contrast(rounded(shade), behind) >= READABLE) return rounded(shade);
  }
  return towards;
}

/** A colour on its way to another one. */
export function mix(colour: Rgb, towards: Rgb, share: number): Rgb {
  return colour.map((part, at) => part + ((towards[at] ?? 0) - part) * share) as Rgb;
}

function rounded(colour: Rgb): Rgb {
  return colour.map(Math.round) as Rgb;
}
