import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ManifestError } from "../manifests/manifest-error.ts";

/** Runs a command. Returns undefined if it cannot be started. */
export type RunCommand = (
  command: string,
  args: readonly string[],
) => { readonly ok: boolean; readonly out: string; readonly err: string } | undefined;

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export const runCommand: RunCommand = (command, args) => {
  const { error, status, stdout, stderr } = spawnSync(command, [...args], {
    encoding: "utf8",
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: 60_000,
  });
  return error === undefined ? { ok: status === 0, out: stdout, err: stderr } : undefined;
};

export interface Rendered {
  readonly text: string;
  readonly source: string;
}

export function isKustomization(folder: string): boolean {
  return ["kustomization.yaml", "kustomization.yml", "Kustomization"].some((name) =>
    existsSync(path.join(folder, name)),
  );
}

/**
 * Renders a kustomization with `kubectl` (1.27 or later) or `kustomize` 5. If neither is installed,
 * it reads the committed `rendered/<name of the folder>.yaml` in a folder next to or above the
 * kustomization.
 * @throws ManifestError
 */
export function renderKustomization(folder: string, run: RunCommand = runCommand): Rendered {
  const command = renderer(run);
  if (command === undefined) return committed(folder);
  const [program, ...args] = command;
  const result = run(program, [...args, folder]);
  const name = command.join(" ");
  if (result?.ok !== true)
    throw new ManifestError(`${name} ${folder} failed: ${result?.err.trim() ?? "not started"}`);
  return { text: result.out, source: `${folder} (by ${name})` };
}

function renderer(run: RunCommand): readonly [string, string] | undefined {
  const kubectl = run("kubectl", ["version", "--client", "--output=json"]);
  if (kubectl?.ok === true && isNewKubectl(kubectl.out)) return ["kubectl", "kustomize"];
  const kustomize = run("kustomize", ["version"]);
  if (kustomize?.ok === true && /\bv5\./.test(kustomize.out)) return ["kustomize", "build"];
  return undefined;
}

function isNewKubectl(versions: string): boolean {
  const [, major = "0", minor = "0"] = /"gitVersion":\s*"v(\d+)\.(\d+)/.exec(versions) ?? [];
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 27);
}

function committed(folder: string): Rendered {
  const full = path.resolve(folder);
  const name = `${path.basename(full)}.yaml`;
  const places = [1, 2, 3].map((up) =>
    path.join(full, ...Array<string>(up).fill(".."), "rendered", name),
  );
  const file = places.find((place) => existsSync(place));
  if (file === undefined)
    throw new ManifestError(
      `${folder}: install kubectl 1.27 or later or kustomize 5 to render it; there is no committed rendered/${name} to use instead`,
    );
  return { text: readFileSync(file, "utf8"), source: path.relative(process.cwd(), file) };
}
