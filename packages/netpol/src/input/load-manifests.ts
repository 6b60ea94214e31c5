import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ManifestError } from "../manifests/manifest-error.ts";
import { type ManifestObject, readYamlDocuments } from "../manifests/yaml-documents.ts";
import {
  isKustomization,
  type RunCommand,
  renderKustomization,
  runCommand,
} from "./render-kustomization.ts";

export interface LoadedManifests {
  readonly objects: readonly ManifestObject[];
  readonly source: string;
  /**
   * The name of the folder or file without extension, such as `prod` for `overlays/prod` and
   * `rendered/prod.yaml`.
   */
  readonly variant: string;
}

/**
 * Loads manifests from a YAML or JSON file, a folder of such files, a kustomization folder, or
 * standard input (`-`).
 * @throws ManifestError whose message says what to do
 */
export function loadManifests(where: string, run: RunCommand = runCommand): LoadedManifests {
  if (where === "-") return loaded(readFileSync(0, "utf8"), "standard input", "-");
  if (!existsSync(where)) throw new ManifestError(`${where} does not exist`);
  const variant = path.basename(path.resolve(where)).replace(/\.(ya?ml|json)$/, "");
  if (!statSync(where).isDirectory()) return loaded(readFileSync(where, "utf8"), where, variant);
  if (isKustomization(where)) {
    const { text, source } = renderKustomization(where, run);
    return loaded(text, source, variant);
  }
  const files = readdirSync(where)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .toSorted()
    .map((name) => path.join(where, name));
  if (files.length === 0)
    throw new ManifestError(`${where} contains no kustomization and no YAML file`);
  const objects = files.flatMap((file) => readYamlDocuments(readFileSync(file, "utf8"), file));
  return { objects, source: where, variant };
}

export function findExpectations(where: string): string | undefined {
  const start = where === "-" ? process.cwd() : path.resolve(where);
  for (let folder = start; ; folder = path.dirname(folder)) {
    const file = path.join(folder, "isolation.yaml");
    if (existsSync(file)) return path.relative(process.cwd(), file);
    if (folder === path.dirname(folder)) return undefined;
  }
}

function loaded(text: string, source: string, variant: string): LoadedManifests {
  return { objects: readYamlDocuments(text, source), source, variant };
}
