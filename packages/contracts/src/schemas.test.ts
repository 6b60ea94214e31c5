import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

const ajv = new Ajv({ strict: true, ownProperties: true });
addFormats.default(ajv);

const modules = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => [file] as const);

function isSchema(value: unknown): value is object {
  return typeof value === "object" && value !== null && "~kind" in value;
}

test("A schema that the meta-schema refuses is found", () => {
  expect(ajv.validateSchema({ type: "string", minLength: -1 })).toBe(false);
});

test.each(modules)("The schemas of %s are valid JSON Schemas", async (file) => {
  const exported: Record<string, unknown> = await import(path.join(import.meta.dirname, file));
  for (const schema of Object.values(exported).filter(isSchema)) {
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(() => ajv.compile(schema)).not.toThrow();
  }
});

test("Schemas are exported", async () => {
  const { AuditEvent } = await import("./audit/events.ts");
  expect(isSchema(AuditEvent)).toBe(true);
});
