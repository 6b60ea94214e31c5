import { chownSync } from "node:fs";
import { platform } from "node:os";

/** As whom the database server runs: as ourselves, or as somebody without privileges. */
export type ServerIdentity = { readonly uid: number; readonly gid: number } | undefined;

/** `nobody`: PostgreSQL looks its user up, so a number without an entry in /etc/passwd will not do. */
const NOBODY = 65_534;

/** PostgreSQL refuses to run as root. */
export function serverIdentity(): ServerIdentity {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
}

/** Gives `path` to that identity. */
export function handOver(path: string, identity: ServerIdentity): void {
  if (identity !== undefined) chownSync(path, identity.uid, identity.gid);
}

/**
 * How a server names `folder`, its working folder. Somebody without privileges cannot walk to a folder below
 * a private one (a checkout in /root, the state folder itself), but can stay in it and name it so.
 */
export function ownNameOf(folder: string, identity: ServerIdentity): string {
  return identity !== undefined && platform() === "linux" ? "/proc/self/cwd" : folder;
}
