import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { findExpectations, loadManifests } from "./load-manifests.ts";
import type { RunCommand } from "./render-kustomization.ts";

const NAMESPACE = (name: string) =>
  `{apiVersion: v1, kind: Namespace, metadata: {name: ${name}}}\n`;
let folder = "";
const at = (...parts: string[]) => path.join(folder, ...parts);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "netpol-"));
  const files = {
    "k8s/isolation.yaml": "",
    "k8s/overlays/prod/kustomization.yaml": "",
    "k8s/overlays/lost/kustomization.yaml": "",
    "k8s/rendered/prod.yaml": NAMESPACE("committed"),
    "plain/a.yaml": NAMESPACE("a"),
    "plain/b.json": '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"b"}}',
    "plain/notes.txt": "no YAML: [",
    "empty/notes.txt": "",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const nowhere: RunCommand = () => undefined;

function renderer(program: "kubectl" | "kustomize", version: string): RunCommand {
  const said = program === "kubectl" ? `{"clientVersion": {"gitVersion": "${version}"}}` : version;
  return (command, args) => {
    if (command !== program) return undefined;
    const out = args.includes("version") ? said : NAMESPACE(program);
    return { ok: true, out, err: "" };
  };
}

const names = ({ objects }: ReturnType<typeof loadManifests>) =>
  objects.map(({ fields }) => (fields["metadata"] as { name: string }).name);

describe("manifests", () => {
  test("manifests are read from a file, and its name is the variant", () => {
    const loaded = loadManifests(at("k8s/rendered/prod.yaml"), nowhere);
    expect([names(loaded), loaded.variant]).toEqual([["committed"], "prod"]);
  });

  test("manifests are read from all YAML and JSON files of a folder", () => {
    expect(names(loadManifests(at("plain"), nowhere))).toEqual(["a", "b"]);
  });

  test.each([
    ["kubectl", "v1.27.0", "kubectl"],
    ["kubectl", "v1.32.4-dispatcher", "kubectl"],
    ["kubectl", "v1.20.2", "committed"],
    ["kustomize", "v5.8.3", "kustomize"],
    ["kustomize", "{Version:kustomize/v4.5.7}", "committed"],
  ] as const)(
    "when %s %s is installed, then the source of a kustomization is: %s",
    (program, version, from) => {
      const loaded = loadManifests(at("k8s/overlays/prod"), renderer(program, version));
      expect([names(loaded), loaded.variant]).toEqual([[from], "prod"]);
    },
  );

  test("when a kustomization can neither be rendered nor read as committed, then the error names the programs to install", () => {
    expect(() => loadManifests(at("k8s/overlays/lost"), nowhere)).toThrow(
      /install kubectl 1\.27 or later or kustomize 5 .* no committed rendered\/lost\.yaml/,
    );
  });

  test("when the rendering of a kustomization fails, then the error contains the reason", () => {
    const broken: RunCommand = (command, args) =>
      args.includes("version")
        ? renderer("kustomize", "v5.0.0")(command, args)
        : { ok: false, out: "", err: "no such base" };
    expect(() => loadManifests(at("k8s/overlays/prod"), broken)).toThrow(/no such base/);
  });

  test("when a path or a folder's manifests are missing, then loading is refused", () => {
    expect(() => loadManifests(at("nowhere"))).toThrow(/does not exist/);
    expect(() => loadManifests(at("empty"), nowhere)).toThrow(/no kustomization and no YAML file/);
  });
});

test("isolation.yaml is found in a folder above the manifests", () => {
  const found = findExpectations(at("k8s/overlays/prod"));
  expect(path.resolve(found ?? "")).toBe(at("k8s/isolation.yaml"));
});
