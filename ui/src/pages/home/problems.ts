// What has to be said first, once: what the window started with, and what is wrong now.
import type { ProblemRow } from "../../lib/types";

export function together(...lists: ProblemRow[][]): ProblemRow[] {
  const said = new Set<string>();
  return lists.flat().filter((problem) => {
    if (said.has(problem.message)) return false;
    said.add(problem.message);
    return true;
  });
}
