import { chownSync } from "node:fs";
import { platform } from "node:os";

export type ServerIdentity = { readonly uid: number; readonly gid: number } | undefined;

/** The uid and gid of `nobody`. PostgreSQL starts only as a user that /etc/passwd contains. */
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
 * Returns the path under which the server's user can open its working directory `folder`. By its
 * full path, `nobody` cannot open a folder below a private one, such as a checkout in /root.
 */
export function ownNameOf(folder: string, identity: ServerIdentity): string {
  return identity !== undefined && platform() === "linux" ? "/proc/self/cwd" : folder;
}
