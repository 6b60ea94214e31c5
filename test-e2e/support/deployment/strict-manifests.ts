import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { type Manifest, REPOSITORY, titleOf } from "./manifests.ts";
import type { IObjectStore } from "./object-store.ts";
import type { OperatorResource } from "./operator-resources/index.ts";

const SUITE = path.resolve(import.meta.dirname, "../..");
const TSC = path.join(REPOSITORY, "node_modules/typescript/bin/tsc");
const FLAGS =
  "--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext --target es2022";
const OWN = "../../support/deployment/operator-resources/index.ts";
const OBJECT_STORE = "../../support/deployment/object-store.ts";

/** Packages with types and schemas by API group, generated from the projects' own schemas. */
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)cert-manager\.io$/, "@kubernetes-models/cert-manager"],
  [/(^|\.)external-secrets\.io$/, "@kubernetes-models/external-secrets"],
  [/^gateway\.networking\.k8s\.io$/, "@kubernetes-models/gateway-api"],
  [/^keda\.sh$/, "@kubernetes-models/keda"],
  [/^monitoring\.coreos\.com$/, "@kubernetes-models/prometheus-operator"],
];
const OWN_VERSIONS: ReadonlySet<string> = new Set<OperatorResource["apiVersion"]>([
  "postgresql.cnpg.io/v1",
  "rabbitmq.com/v1beta1",
  "cilium.io/v2",
]);
const STORE_VERSION: IObjectStore["apiVersion"] = "barmancloud.cnpg.io/v1";

/**
 * Lists fields and values that the API server would refuse or silently drop. Compiles each manifest
 * as an object literal of its kind's interface to find unknown fields, and checks patterns and
 * bounds by its schema.
 */
export async function strictProblems(manifests: readonly Manifest[]): Promise<string[]> {
  const problems = await compile(manifests);
  for (const manifest of manifests) problems.push(...(await validate(manifest)));
  return problems;
}

function moduleOf({ apiVersion, kind }: Manifest): string {
  if (OWN_VERSIONS.has(apiVersion)) return OWN;
  if (apiVersion === STORE_VERSION) return OBJECT_STORE;
  const [group = "", version] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
  const name = PACKAGES.find(([pattern]) => pattern.test(group))?.[1] ?? "kubernetes-models";
  return [name, group, version, kind].filter((part) => part !== "").join("/");
}

async function validate(manifest: Manifest): Promise<string[]> {
  const module = moduleOf(manifest);
  if (module === OWN || module === OBJECT_STORE) return [];
  try {
    const models = (await import(module)) as Record<string, new (data: object) => Model>;
    const Model = models[manifest.kind];
    if (Model === undefined) return [`${titleOf(manifest)}: unknown kind`];
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${titleOf(manifest)}: ${String((error as Error).message)}`];
  }
}

interface Model {
  validate(): void;
}

async function compile(manifests: readonly Manifest[]): Promise<string[]> {
  const parent = path.join(SUITE, "dist");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, "manifests-"));
  try {
    const { text, titleAt } = sourceOf(manifests);
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
    writeFileSync(path.join(folder, "manifests.ts"), text);
    const output = await run(path.join(folder, "manifests.ts"));
    return [...output.matchAll(/\((\d+),\d+\): error TS\d+: (.*)/g)].map(
      ([, line, message]) => `${titleAt(Number(line))}: ${message}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sourceOf(manifests: readonly Manifest[]) {
  const lines: string[] = [];
  const starts: { readonly line: number; readonly title: string }[] = [];
  manifests.forEach((manifest, index) => {
    starts.push({ line: lines.length + 1, title: titleOf(manifest) });
    lines.push(
      `import type { I${manifest.kind} as T${index} } from ${JSON.stringify(moduleOf(manifest))};`,
    );
    lines.push(
      ...`export const m${index}: T${index} = ${JSON.stringify(manifest, null, 1)};`.split("\n"),
    );
  });
  const titleAt = (line: number) =>
    starts.findLast((start) => start.line <= line)?.title ?? "manifests";
  return { text: lines.join("\n"), titleAt };
}

async function run(file: string): Promise<string> {
  const flags = [...FLAGS.split(" "), "--allowImportingTsExtensions"];
  try {
    await promisify(execFile)(process.execPath, [TSC, ...flags, file], { cwd: SUITE });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    if (!/^\S+\(\d+,\d+\): error TS/m.test(stdout ?? ""))
      throw new Error(`tsc: ${stdout}${stderr}`, { cause: error });
    return stdout ?? "";
  }
}
