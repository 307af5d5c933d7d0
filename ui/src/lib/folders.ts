// Folders that the desktop opens. The page names what it means; where that is only the desk knows.
import { call, faultOf } from "./ipc";
import type { Fault, FolderKind } from "./types";

/** Opens a folder; what went wrong, where something did. */
export async function openFolder(kind: FolderKind, version: string | null): Promise<Fault | null> {
  try {
    await call("folder_open", version === null ? { kind } : { kind, version });
    return null;
  } catch (error) {
    return faultOf(error);
  }
}
