import type { KeyObject } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SERVICE_NAMES } from "@veil/crypto";
import type { ReleaseIndex } from "@veil/release";
import { writeRelease } from "./write-release.ts";

const REPOSITORY = path.resolve(import.meta.dirname, "../../..");
const SOURCE = { commit: "c".repeat(40), time: new Date("2026-11-26T12:00:00Z") };

export interface SmallReleaseOptions {
  /** A folder for the files of the services. */
  readonly work: string;
  readonly key?: KeyObject;
  readonly base?: string;
  /** Instead of the repository's Dockerfile. */
  readonly dockerfile?: string;
}

/**
 * Writes a release of this repository's documents and manifests for tests. Its services have a few
 * small files instead of a build.
 */
export function writeSmallRelease(
  folder: string,
  { work, ...options }: SmallReleaseOptions,
): Promise<ReleaseIndex> {
  mkdirSync(folder);
  const apps = new Map(SERVICE_NAMES.map((name) => [name, writeSmallService(work, name)]));
  const dockerfile = readFileSync(path.join(REPOSITORY, "Dockerfile"), "utf8");
  const parts = { version: "0.1.0", source: SOURCE, sources: REPOSITORY, dockerfile, apps };
  return writeRelease(folder, { ...parts, ...options });
}

/** Writes a service with one package, as `pnpm deploy` does. @returns its folder */
function writeSmallService(work: string, service: string): string {
  const folder = path.join(work, service);
  const store = path.join(folder, "node_modules/.pnpm/@noble+hashes@2.4.0/node_modules");
  mkdirSync(path.join(store, "@noble/hashes"), { recursive: true });
  mkdirSync(path.join(folder, "node_modules/@noble"));
  symlinkSync(
    "../.pnpm/@noble+hashes@2.4.0/node_modules/@noble/hashes",
    path.join(folder, "node_modules/@noble/hashes"),
  );
  const about = { name: "@noble/hashes", version: "2.4.0", license: "MIT" };
  writeFileSync(path.join(store, "@noble/hashes/package.json"), JSON.stringify(about));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: service }));
  mkdirSync(path.join(folder, "dist"));
  writeFileSync(path.join(folder, "dist/main.js"), `console.log(${JSON.stringify(service)});\n`);
  return folder;
}
