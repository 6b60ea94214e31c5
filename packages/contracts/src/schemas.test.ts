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

test("validateSchema returns false for a schema that violates the meta-schema", () => {
  expect(ajv.validateSchema({ type: "string", minLength: -1 })).toBe(false);
});

test.each(modules)(
  "all schemas that %s exports are valid JSON Schemas and compile",
  async (file) => {
    const exported: Record<string, unknown> = await import(path.join(import.meta.dirname, file));
    for (const schema of Object.values(exported).filter(isSchema)) {
      expect(ajv.validateSchema(schema)).toBe(true);
      expect(() => ajv.compile(schema)).not.toThrow();
    }
  },
);

test("isSchema recognizes the exported AuditEvent as a schema", async () => {
  const { AuditEvent } = await import("./audit/events.ts");
  expect(isSchema(AuditEvent)).toBe(true);
});
