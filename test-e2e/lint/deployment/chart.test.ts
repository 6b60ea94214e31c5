import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { leaves, objectsIn, schema } from "../../support/deployment/chart-schema.ts";
import { REPOSITORY } from "../../support/deployment/manifests.ts";

test("The chart is what scripts/render-helm writes", async () => {
  const script = path.join(REPOSITORY, "scripts/render-helm.mjs");
  await expect(promisify(execFile)(process.execPath, [script, "--check"])).resolves.toMatchObject({
    stderr: "",
  });
});

test("The chart's schema admits no unknown value at any level", () => {
  const objects = objectsIn(schema);
  expect(objects.length).toBeGreaterThan(10);
  expect(objects.filter((own) => own["additionalProperties"] !== false)).toEqual([]);
  expect(leaves.length).toBeGreaterThan(60);
});
