import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createFolder } from "@veil/crypto/files";

/**
 * Locks a folder, because two stacks in one folder would share a database. @returns a function that
 * releases the lock
 * @throws Error when another running process holds the lock
 */
export function lockFolder(folder: string): () => void {
  createFolder(folder, 0o700);
  const file = path.join(folder, "stack.pid");
  const holder = Number(textOf(file));
  if (holder !== process.pid && isAlive(holder))
    throw new Error(`Another stack is running in ${folder} (process ${holder}): stop it first`);
  writeFileSync(file, String(process.pid), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const commandLine = textOf(`/proc/${pid}/cmdline`);
  return commandLine === "" || commandLine.includes("node");
}
