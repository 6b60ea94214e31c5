import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/manifests.ts";

const entries = readFileSync(path.join(REPOSITORY, ".ci/image-node.txt"), "utf8")
  .split("\n")
  .filter((line) => !line.startsWith("#") && line.trim() !== "")
  .map((line) => line.split(/ +# /));

const suites = ["packages", "services", "test-e2e"].flatMap((folder) =>
  readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
    .map((name) => path.join(folder, name)),
);

test.each(entries)("On the image's Node %s is run again for a reason, and is there", (...entry) => {
  const [pattern = "", reason = ""] = entry;
  expect(reason).toMatch(/^\w.{5,}/);
  expect(suites.filter((suite) => new RegExp(pattern).test(suite))).not.toEqual([]);
});

test("No suite is left out that starts a thread or a process of Node's", () => {
  const patterns = entries.map(([pattern = ""]) => new RegExp(pattern));
  const left = suites.filter((suite) => {
    const text = readFileSync(path.join(REPOSITORY, suite), "utf8");
    return /starts threads|node:worker_threads/.test(text) && !patterns.some((one) => one.test(suite));
  });
  expect(left).toEqual([]);
});
