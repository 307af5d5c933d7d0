// The accent colours to choose from; Nova's own is the first.
import { OWN_ACCENT } from "../../lib/look";

export const ACCENTS = [
  { id: "blue", hex: OWN_ACCENT },
  { id: "violet", hex: "#7c4dff" },
  { id: "pink", hex: "#d6336c" },
  { id: "red", hex: "#d63a2f" },
  { id: "orange", hex: "#d9730d" },
  { id: "green", hex: "#2f9e44" },
  { id: "teal", hex: "#0c8599" },
  { id: "grey", hex: "#5c6575" },
] as const;
