import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { checkedJson } from "@veil/contracts/parsing";
import { Type } from "typebox";
import { changelogSection } from "./changelog.ts";

const parsePackage = checkedJson(Type.Object({ version: Type.String() }));
const OUTPUT_LIMIT = 256 * 1024 * 1024;

/** The commit that a release is made from. */
export interface SourceCommit {
  readonly commit: string;
  readonly time: Date;
}

/**
 * Returns the checked-out commit, if a release can be made from it.
 * @throws Error that says what to do first
 */
export function requireSource(repository: string, version: string): SourceCommit {
  const changes = git(repository, "status", "--porcelain");
  if (changes !== "")
    throw new Error(`The working tree has changes; commit or stash them first:\n${changes}`);
  const { version: own } = parsePackage(readFileSync(path.join(repository, "package.json")));
  if (own !== version)
    throw new Error(
      `package.json has the version ${own}; set it to ${version} in every package.json and commit`,
    );
  changelogSection(readFileSync(path.join(repository, "CHANGELOG.md"), "utf8"), version);
  const seconds = Number(git(repository, "log", "-1", "--format=%ct"));
  return { commit: git(repository, "rev-parse", "HEAD"), time: new Date(seconds * 1_000) };
}

/** Copies the files of a commit to a new folder, with the installed pnpm of the repository. */
export function exportSource(repository: string, { commit }: SourceCommit, folder: string): void {
  mkdirSync(path.join(folder, ".tooling"), { recursive: true });
  const archive = execFileSync("git", ["archive", commit], {
    ...{ cwd: repository, maxBuffer: OUTPUT_LIMIT },
  });
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  symlinkSync(
    path.join(repository, ".tooling/node_modules"),
    path.join(folder, ".tooling/node_modules"),
  );
}

/**
 * Copies a service and its packages from exported sources to a folder. Needs no network: the
 * installation of the repository has filled pnpm's store.
 */
export function deployService(
  sources: string,
  service: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): void {
  execFileSync(process.execPath, ["scripts/deploy-service.mjs", service, folder], {
    cwd: sources,
    env: { ...env, npm_config_offline: "true" },
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: OUTPUT_LIMIT,
  });
}

function git(repository: string, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: repository, encoding: "utf8" }).trim();
}
