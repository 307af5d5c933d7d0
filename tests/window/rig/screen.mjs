// What is on the screen, as Xvfb keeps it in a file (`-fbdir`): not what the page thinks it has drawn.
import { readFileSync } from "node:fs";
import path from "node:path";

/** How many different colours there are, and the share of the commonest. Nothing where the screen keeps no file. */
export function screen() {
  const folder = process.env.NOVA_SCREEN;
  if (!folder) return null;
  const bytes = readFileSync(path.join(folder, "Xvfb_screen0"));
  // The header of an X window dump: its size first, then width and height at 16, bytes a row at 48, colours at 76.
  const [head, width, height, row, colours] = [0, 16, 20, 48, 76].map((at) => bytes.readUInt32BE(at));
  const start = head + colours * 12;
  const seen = new Map();
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const colour = bytes.readUInt32LE(start + y * row + x * 4) & 0xffffff;
      seen.set(colour, (seen.get(colour) ?? 0) + 1);
    }
  }
  const all = [...seen.values()];
  return { colours: all.length, commonest: Math.max(...all) / all.reduce((sum, count) => sum + count, 0) };
}
