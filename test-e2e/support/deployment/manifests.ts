import { readFileSync } from "node:fs";
import path from "node:path";
import { parseAllDocuments } from "yaml";

export const REPOSITORY = path.resolve(import.meta.dirname, "../../..");

export const VARIANTS = ["base", "dev", "prod", "small"] as const;

export type Fields = Readonly<Record<string, unknown>>;

export interface Manifest extends Fields {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Parses YAML documents. @throws Error for malformed YAML or a duplicate key */
export function parseManifests(text: string): readonly Manifest[] {
  const documents = parseAllDocuments(text, { strict: true, uniqueKeys: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    for (const error of document.errors) throw error;
    return document.toJS() as Manifest;
  });
}

export function renderedManifests(variant: string): readonly Manifest[] {
  return parseManifests(
    readFileSync(path.join(REPOSITORY, `k8s/rendered/${variant}.yaml`), "utf8"),
  );
}

/** Returns a title such as `NetworkPolicy veil-edge/default-deny`. */
export function titleOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.namespace === undefined ? "" : `${metadata.namespace}/`}${metadata.name}`;
}

/** Returns the workload's name, for a Job without the hash of its template. */
export function workloadName({ kind, metadata: { name, labels } }: Manifest): string {
  return kind === "Job" ? (labels?.["app.kubernetes.io/name"] ?? name) : name;
}

export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Fields)[key];
  }
  return current;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

const POD_SPECS: Readonly<Record<string, readonly string[]>> = {
  Deployment: ["spec", "template", "spec"],
  StatefulSet: ["spec", "template", "spec"],
  Job: ["spec", "template", "spec"],
  CronJob: ["spec", "jobTemplate", "spec", "template", "spec"],
};

export function podsOf(
  manifests: readonly Manifest[],
): readonly { readonly manifest: Manifest; readonly pod: Fields }[] {
  return manifests.flatMap((manifest) => {
    const path = POD_SPECS[manifest.kind];
    return path === undefined ? [] : [{ manifest, pod: at(manifest, ...path) as Fields }];
  });
}
