import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { sourceFiles } from "../support/deployment/source-files.ts";

const entries = readFileSync(path.join(REPOSITORY, ".ci/image-node.txt"), "utf8")
  .split("\n")
  .filter((line) => !line.startsWith("#") && line.trim() !== "")
  .map((line) => line.split(/ +# /));

const suites = sourceFiles(/\.test\.ts$/);

test.each(entries)(
  "Each entry of .ci/image-node.txt has a reason and matches a suite: %s",
  (...entry) => {
    const [pattern = "", reason = ""] = entry;
    expect(reason).toMatch(/^\w.{5,}/);
    expect(suites.filter((suite) => new RegExp(pattern).test(suite))).not.toEqual([]);
  },
);

test("Each suite that starts threads runs on the images' Node", () => {
  const patterns = entries.map(([pattern = ""]) => new RegExp(pattern));
  const starts = /^\/\*\* @slow starts threads|^import .* from "node:worker_threads"/m;
  const left = suites
    .filter((suite) => starts.test(readFileSync(path.join(REPOSITORY, suite), "utf8")))
    .filter((suite) => !patterns.some((pattern) => pattern.test(suite)));
  expect(left).toEqual([]);
});
