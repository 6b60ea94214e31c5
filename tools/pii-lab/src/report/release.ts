import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** The release that was measured. */
export interface Release {
  readonly version: string;
  /** Undefined outside a git repository. */
  readonly commit: string | undefined;
  readonly hasUncommittedChanges: boolean;
  readonly models: readonly { readonly file: string; readonly sha256: string }[];
}

const MODELS = ["packages/pii/models/en.ner", "packages/pii/models/de.ner"];

export async function readRelease(root: string): Promise<Release> {
  const manifest = await readFile(path.join(root, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const commit = await git(root, ["rev-parse", "HEAD"]);
  const changes = await git(root, ["status", "--porcelain"]);
  const models = MODELS.map(async (file) => ({
    file,
    sha256: createHash("sha256")
      .update(await readFile(path.join(root, file)))
      .digest("hex"),
  }));
  return {
    version,
    commit,
    hasUncommittedChanges: (changes ?? "") !== "",
    models: await Promise.all(models),
  };
}

async function git(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)("git", ["-C", root, ...args])).stdout.trim();
  } catch {
    return undefined;
  }
}
