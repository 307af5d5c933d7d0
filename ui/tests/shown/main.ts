// A page that is built for looking at only (`vite build --mode test`): hostile text, or every state of the chat.
// `#hostile` or `#states`, then `,dark` and `,zh-CN`.
import { mount } from "svelte";
import { setLanguage, type Lang } from "../../src/i18n/index.svelte";
import "../../src/theme.css";
import Hostile from "./Hostile.svelte";
import States from "./States.svelte";

const [what, theme, lang] = location.hash.slice(1).split(",");
document.documentElement.dataset.theme = theme ?? "light";
setLanguage((lang ?? "en") as Lang);
document.body.style.overflow = "auto";
const target = document.getElementById("app");
if (target) mount(what === "states" ? States : Hostile, { target });
