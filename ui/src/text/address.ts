// Addresses in text: which of them may be opened at all, and how they are shown beforehand.
import { reveal } from "./plain";

export interface Address {
  /** What is opened. */
  url: string;
  /** Its host as it is asked for: letters of other scripts as `xn--…`. */
  host: string;
  /** The whole address, with nothing hidden. */
  shown: string;
}

const LONGEST = 2_000;

/** An address that may be opened; none for any other scheme, and none with a name before the host, which stands there to mislead. */
export function address(href: string): Address | null {
  if (href.length > LONGEST || !/^https?:\/\//i.test(href) || !URL.canParse(href)) return null;
  const url = new URL(href);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  return { url: url.href, host: url.host, shown: reveal(url.href) };
}
