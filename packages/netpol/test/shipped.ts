import { readFileSync } from "node:fs";
import path from "node:path";
import { readExpectations } from "../src/expectations/read-expectations.ts";
import { type ManifestObject, readYamlDocuments } from "../src/manifests/yaml-documents.ts";

export const K8S = path.resolve(import.meta.dirname, "../../../k8s");

export const VARIANTS = ["base", "dev", "prod", "small"] as const;

export function shippedObjects(variant: string): readonly ManifestObject[] {
  const file = path.join(K8S, "rendered", `${variant}.yaml`);
  return readYamlDocuments(readFileSync(file, "utf8"), `${variant}.yaml`);
}

export function shippedExpectations(variant: string) {
  const file = path.join(K8S, "isolation.yaml");
  return readExpectations(readFileSync(file, "utf8"), "isolation.yaml", variant);
}
