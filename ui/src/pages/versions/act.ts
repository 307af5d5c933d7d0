// The changes that the page proposes. Each goes to the checklist; nothing is done before the player confirms it.
import { propose } from "../../checklist/write.svelte";

export function select(id: string): void {
  propose("select_version", { version_id: id });
}

export function rename(id: string, name: string): void {
  propose("rename_version", { version_id: id, new_name: name });
}

export function remove(id: string): void {
  propose("delete_version", { version_id: id });
}

export function isolate(id: string, enabled: boolean): void {
  propose("set_version_isolation", { version_id: id, enabled });
}

export function setMemory(id: string, megabytes: number): void {
  propose("set_memory", { version_id: id, max_mb: megabytes });
}

export function setJava(id: string, java: string): void {
  propose("set_java", { version_id: id, java });
}

export function setNote(id: string, note: string): void {
  propose("set_version_note", { version_id: id, note });
}

export function copy(id: string, name: string): void {
  propose("copy_version", { version_id: id, new_name: name });
}

export function repair(id: string): void {
  propose("repair_version", { version_id: id });
}

export function changeLoader(id: string, loader: string, build: string | null): void {
  propose("change_loader", { version_id: id, loader, ...(build !== null && { loader_version: build }) });
}
