// What the page proposes, each over the checklist, and what a link to it means.
import { propose } from "../../checklist/write.svelte";

export const select = (id: string) => propose("select_account", { account_id: id });
export const remove = (id: string) => propose("remove_account", { account_id: id });
export const refresh = (id: string) => propose("refresh_account", { account_id: id });
export const addOffline = (name: string) => propose("add_offline_account", { name });
export const wear = (id: string, file: string, model: "classic" | "slim") =>
  propose("set_skin", { account_id: id, file_id: file, model });
export const resetSkin = (id: string) => propose("set_skin", { account_id: id, file_id: "default" });

export type How = "microsoft" | "offline" | "server";

/** The sign-in that `start_login` means: `login:microsoft`, or `login:` and the address of a skin server. */
export function meant(item: string | null): { how: How; address: string } | null {
  if (!item?.startsWith("login:")) return null;
  const kind = item.slice("login:".length);
  return kind === "microsoft" ? { how: "microsoft", address: "" } : { how: "server", address: kind };
}

/** Bytes in base64. */
export function base64(bytes: ArrayBuffer): string {
  let text = "";
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return btoa(text);
}
