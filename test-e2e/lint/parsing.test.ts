import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { sourceFiles } from "../support/deployment/source-files.ts";

/** Files that may cast JSON, because they read it only from this repository. */
const EXEMPT = /^(packages\/testing|tools\/(bench|pii-lab))\/|\.(test|contract)\.ts$/;

const CAST = /JSON\.parse\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\) as (?!unknown|object|string)/;

test("No code casts JSON to one of our types instead of parsing it with a schema", () => {
  const sources = sourceFiles(/^\w+\/[^/]+\/src\/.+\.ts$/, ["packages", "services", "tools"]);
  const own = sources.filter((file) => !EXEMPT.test(file));
  expect(own.length).toBeGreaterThan(400);
  const cast = own.filter((file) => CAST.test(readFileSync(path.join(REPOSITORY, file), "utf8")));
  expect(cast).toEqual([]);
  expect("JSON.parse(read(file)) as Job").toMatch(CAST);
});
