import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/manifests.ts";
import { sourceFiles } from "../support/source-files.ts";

/** These files read JSON from this repository only. */
const EXEMPT = /^(packages\/testing|tools\/(bench|pii-lab))\/|\.(test|contract)\.ts$/;

const CAST = /JSON\.parse\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\) as (?!unknown|object|string)/;

test("No JSON is cast to one of our types: it is parsed by its schema", () => {
  const sources = sourceFiles(/^\w+\/[^/]+\/src\/.+\.ts$/, ["packages", "services", "tools"]);
  const own = sources.filter((file) => !EXEMPT.test(file));
  expect(own.length).toBeGreaterThan(400);
  const cast = own.filter((file) => CAST.test(readFileSync(path.join(REPOSITORY, file), "utf8")));
  expect(cast).toEqual([]);
  expect("JSON.parse(read(file)) as Job").toMatch(CAST);
});
