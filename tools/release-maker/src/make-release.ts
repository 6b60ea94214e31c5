import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SERVICE_NAMES } from "@veil/crypto";
import { createFolder } from "@veil/crypto/files";
import type { ReleaseIndex } from "@veil/release";
import { readSigningKey } from "@veil/release/sign";
import type { ReleaseArguments } from "./arguments.ts";
import { deployService, exportSource, requireSource } from "./source.ts";
import { writeRelease } from "./write-release.ts";

interface MakeOptions {
  readonly repository: string;
  readonly services?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: (text: string) => void;
}

/**
 * Makes a release of a repository's commit. The folder appears only when it is complete.
 * @throws Error that says what to do, before any work where possible
 */
export async function makeRelease(
  { version, out, key, base }: ReleaseArguments,
  { repository, services = SERVICE_NAMES, env, progress }: MakeOptions,
): Promise<ReleaseIndex> {
  const target = path.resolve(repository, out);
  if (existsSync(target)) throw new Error(`${target} exists; remove it or name another --out`);
  requirePlatform();
  const signingKey = key === undefined ? undefined : readSigningKey(readKey(repository, key));
  const source = requireSource(repository, version);
  createFolder(path.dirname(target));
  const work = mkdtempSync(path.join(tmpdir(), "veil-release-"));
  const unfinished = `${target}.${process.pid}.tmp`;
  try {
    const sources = path.join(work, "src");
    progress(`export ${source.commit}`);
    exportSource(repository, source, sources);
    const apps = new Map(services.map((service) => [service, path.join(work, service)]));
    for (const [service, folder] of apps) {
      progress(`build ${service}`);
      deployService(sources, service, folder, env);
    }
    progress("write images, lists of packages and documents");
    mkdirSync(unfinished);
    const basePath = base && path.resolve(repository, base);
    const dockerfile = readFileSync(path.join(sources, "Dockerfile"), "utf8");
    const parts = { version, source, sources, dockerfile, apps, base: basePath, key: signingKey };
    const index = await writeRelease(unfinished, parts);
    renameSync(unfinished, target);
    return index;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(work, { recursive: true, force: true });
  }
}

/** Some packages contain programs, and pnpm installs those for the machine. */
function requirePlatform(): void {
  if (process.platform === "linux" && process.arch === "x64") return;
  throw new Error("The images are for linux/amd64; make the release on such a machine");
}

function readKey(repository: string, file: string): string {
  const full = path.resolve(repository, file);
  if (existsSync(full)) return readFileSync(full, "utf8");
  throw new Error(
    `The key file ${full} does not exist; create a key: openssl genpkey -algorithm ed25519 -out ${file}`,
  );
}
