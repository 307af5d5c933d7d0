// `test`, with the browser of the file's windows closed at its end. Scripts that are no tests close it themselves.
import { after, test } from "node:test";
import { closeBrowser } from "./window.mjs";

after(closeBrowser);

export { test };
