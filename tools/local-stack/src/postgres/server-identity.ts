import { chownSync } from "node:fs";
import { platform } from "node:os";

export type ServerIdentity = { readonly uid: number; readonly gid: number } | undefined;

/** The id of `nobody`, because PostgreSQL needs a user with an entry in /etc/passwd. */
const UNPRIVILEGED = 65_534;

/**
 * Returns an unprivileged user if this process runs as root, because PostgreSQL refuses to run as
 * root.
 */
export function serverIdentity(): ServerIdentity {
  return process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : undefined;
}

export function handOver(path: string, identity: ServerIdentity): void {
  if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
}

/**
 * Returns the path of a folder for the server's user. An unprivileged user cannot open a folder
 * below a private one (a checkout in /root, the state folder), but can use it as the working
 * directory.
 */
export function ownNameOf(folder: string, identity: ServerIdentity): string {
  return identity !== undefined && platform() === "linux" ? "/proc/self/cwd" : folder;
}
