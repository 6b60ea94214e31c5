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

describe("loadManifests", () => {
  test("loadManifests reads a file, whose name is the variant", () => {
    const loaded = loadManifests(at("k8s/rendered/prod.yaml"), nowhere);
    expect([names(loaded), loaded.variant]).toEqual([["committed"], "prod"]);
  });

  test("loadManifests reads all files of a folder", () => {
    expect(names(loadManifests(at("plain"), nowhere))).toEqual(["a", "b"]);
  });

  test.each([
    ["kubectl", "v1.27.0", "kubectl"],
    ["kubectl", "v1.32.4-dispatcher", "kubectl"],
    ["kubectl", "v1.20.2", "committed"],
    ["kustomize", "v5.8.3", "kustomize"],
    ["kustomize", "{Version:kustomize/v4.5.7}", "committed"],
  ] as const)(
    "loadManifests renders a kustomization: if %s %s is installed, the result is from %s",
    (program, version, from) => {
      const loaded = loadManifests(at("k8s/overlays/prod"), renderer(program, version));
      expect([names(loaded), loaded.variant]).toEqual([[from], "prod"]);
    },
  );

  test("loadManifests throws for a kustomization without renderer or committed file, and the error says what to install", () => {
    expect(() => loadManifests(at("k8s/overlays/lost"), nowhere)).toThrow(
      /install kubectl 1\.27 or later or kustomize 5 .* no committed rendered\/lost\.yaml/,
    );
  });

  test("loadManifests throws the renderer's error", () => {
    const broken: RunCommand = (command, args) =>
      args.includes("version")
        ? renderer("kustomize", "v5.0.0")(command, args)
        : { ok: false, out: "", err: "no such base" };
    expect(() => loadManifests(at("k8s/overlays/prod"), broken)).toThrow(/no such base/);
  });

  test("loadManifests throws for a missing path and for an empty folder", () => {
    expect(() => loadManifests(at("nowhere"))).toThrow(/does not exist/);
    expect(() => loadManifests(at("empty"), nowhere)).toThrow(/no kustomization and no YAML file/);
  });
});

test("findExpectations finds isolation.yaml in a parent folder", () => {
  const found = findExpectations(at("k8s/overlays/prod"));
  expect(path.resolve(found ?? "")).toBe(at("k8s/isolation.yaml"));
});
