import {
  copyFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import path from "node:path";

/** What pnpm writes about the machine: the store, the time, and the scripts of other programs. */
const ABOUT_THE_MACHINE = new Set([".modules.yaml", ".pnpm-workspace-state-v1.json", ".bin"]);
/** Matches the folder of a workspace's package in pnpm's store, which has the path of the sources. */
const FROM_SOURCES = /(@veil\+[a-z-]+)@file\+[^/]*/;

/**
 * Removes from a deployed service what differs between machines and folders, so that the same
 * commit always becomes the same files.
 * @param project the folder of the service's sources, whose package.json names no paths
 */
export function normalizeDeployment(folder, project) {
  copyFileSync(path.join(project, "package.json"), path.join(folder, "package.json"));
  rmSync(path.join(folder, "node_modules/.pnpm/lock.yaml"));
  normalize(path.join(folder, "node_modules"));
}

function normalize(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (ABOUT_THE_MACHINE.has(entry.name)) rmSync(at, { recursive: true });
    else if (entry.isSymbolicLink()) relink(at);
    else if (entry.isDirectory()) {
      const renamed = path.join(folder, entry.name.replace(FROM_SOURCES, "$1"));
      if (renamed !== at) renameSync(at, renamed);
      normalize(renamed);
    }
  }
}

function relink(link) {
  const target = readlinkSync(link);
  const renamed = target.replace(FROM_SOURCES, "$1");
  if (renamed === target) return;
  unlinkSync(link);
  symlinkSync(renamed, link);
}
