import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, test } from "@jest/globals";
import { parseVexStatements, sbomOf, vexOf } from "./cyclonedx.ts";

const ORIGIN = { version: "0.1.0", time: new Date("2026-11-26T12:00:00Z") };
const DIGEST = `sha256:${"ab".repeat(32)}`;
const STATEMENT = {
  ...{ id: "CVE-2026-12345", package: "@noble/hashes", version: "2.4.0", state: "not_affected" },
  ...{ justification: "code_not_reachable", detail: "No service calls the function." },
};

async function requireValid(document: string): Promise<void> {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(document)).toBeNull();
}

test("sbomOf returns valid CycloneDX that names the image and each package", async () => {
  const packages = [
    { name: "@noble/hashes", version: "2.4.0", license: "MIT" },
    { name: "express", version: "5.3.0", license: "SEE LICENSE IN FILE" },
  ];
  const document = sbomOf("bridge", DIGEST, packages, ORIGIN);
  await requireValid(document);
  const { metadata, components } = JSON.parse(document);
  expect(metadata.component).toMatchObject({
    ...{ name: "bridge", version: "0.1.0" },
    hashes: [{ alg: "SHA-256", content: "ab".repeat(32) }],
  });
  expect(components.map(({ purl }: { readonly purl: string }) => purl)).toEqual([
    "pkg:npm/%40noble/hashes@2.4.0",
    "pkg:npm/express@5.3.0",
  ]);
});

test.each([
  ["no statement", []],
  ["a statement", [STATEMENT]],
])("vexOf returns valid CycloneDX for %s", async (_case, statements) => {
  const document = vexOf(parseVexStatements(JSON.stringify(statements)), ORIGIN);
  await requireValid(document);
  const { vulnerabilities = [], components = [] } = JSON.parse(document);
  expect(vulnerabilities).toHaveLength(statements.length);
  for (const { affects } of vulnerabilities)
    expect(affects).toEqual([{ ref: components[0]["bom-ref"] }]);
});

test.each([
  ["an unknown state", { ...STATEMENT, state: "fine" }],
  ["no reason", { ...STATEMENT, detail: undefined }],
  ["an unknown field", { ...STATEMENT, severity: "low" }],
])("parseVexStatements refuses a statement with %s", (_case, statement) => {
  expect(() => parseVexStatements(JSON.stringify([statement]))).toThrow();
});
