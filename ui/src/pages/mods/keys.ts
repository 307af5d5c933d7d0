// Moving through a list with the keyboard.

const PAGE = 10;

/** The row after a key; none where the key does not move. */
export function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: count - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to));
}
